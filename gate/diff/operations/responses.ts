import type { Diff, Pair } from '../diff.ts';
import { messageRules } from '../rules.ts';
import { breaks } from '../schema/delta.ts';
import { unjudgedChanges } from '../vocabulary.ts';
import { compareContent } from './content.ts';
import { findMedia, type Response } from './operation.ts';
import { compareParameters } from './parameters.ts';
import { compareNamed } from './servers.ts';

/** Compares the answers of an operation, status by status. */
export function compareResponses(diff: Diff, pair: Pair): void {
  const { base, revision } = pair;
  for (const [status, before] of base.responses) {
    const now = revision.responses.get(status);
    if (now) compareResponse(diff, pair, status, before, now);
    else removed(diff, pair, status, before);
  }
  for (const [status, now] of revision.responses) if (!base.responses.has(status)) added(diff, pair, status, now);
}

function compareResponse(diff: Diff, pair: Pair, status: string, before: Response, now: Response): void {
  const operation = pair.base.label;
  const words = `the answer ${status}`;
  compareParameters(diff, pair, { before: before.headers, now: now.headers, status });
  const [media] = before.content.values();
  if (media && now.content.size === 0) {
    const rule = messageRules['content-removed'].response;
    const pointer = `${now.at}/content`;
    diff.changes.add({ rule, operation, pointer, basePointer: media.at, words: { subject: words } });
  } else {
    const contents = { before: before.content, now: now.content, at: now.at };
    compareContent(diff, pair, { ...contents, flow: 'response', words, status });
  }
  const links = [before.links, now.links] as const;
  compareNamed(diff, links, messageRules['link-added'].response, `the links of ${words}`, operation);
  diff.changes.addUnjudged(unjudgedChanges(before.unjudged, now.unjudged, now.at), words, operation);
}

/** An error without an answer of its own is covered by its range, else by `default`; a success is covered by its range only. */
function removed(diff: Diff, pair: Pair, status: string, before: Response): void {
  const { responses } = pair.revision;
  const covering = [`${status[0]}XX`, ...(/^[45]/.test(status) ? ['default'] : [])].find((one) => responses.has(one));
  const now = covering === undefined ? undefined : responses.get(covering);
  diff.changes.add({
    rule: messageRules[now ? 'status-respelt' : 'status-removed'].response,
    operation: pair.base.label,
    pointer: now?.at ?? `${pair.revision.at}/responses/${status}`,
    basePointer: before.at,
    words: { subject: `the answer ${status}`, to: `\`${covering}\`` },
  });
  if (now) compareResponse(diff, pair, status, before, now);
}

function added(diff: Diff, pair: Pair, status: string, now: Response): void {
  const { responses } = pair.base;
  const range = responses.get(`${status[0]}XX`);
  if (range) {
    compareResponse(diff, pair, status, range, now);
    return;
  }
  const fallback = responses.get('default');
  if (fallback && /^[45]/.test(status) && !isReadable(diff, fallback, now)) {
    const contents = { before: fallback.content, now: now.content, at: now.at };
    compareContent(diff, pair, { ...contents, flow: 'response', words: `the answer ${status}`, status });
    return;
  }
  const isKnownError = !/^[23]/.test(status) && (!fallback || isReadable(diff, fallback, now));
  diff.changes.add({
    rule: messageRules[isKnownError ? 'error-status-added' : 'status-added'].response,
    operation: pair.base.label,
    pointer: now.at,
    words: { subject: `the answer ${status}` },
  });
}

/** Whether clients that read the bodies of one answer can read those of another. */
function isReadable({ comparisons }: Diff, before: Response, now: Response): boolean {
  return [...before.content].every(([type, media]) => {
    const other = findMedia(now.content, type);
    if (!other) return now.content.size === 0;
    return !comparisons.response.compare(media.schema, other.schema).some((delta) => breaks(delta, 'response'));
  });
}
