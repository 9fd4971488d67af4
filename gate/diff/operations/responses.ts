import type { Diff, Pair } from '../diff.ts';
import { breaks } from '../schema/delta.ts';
import { compareContent } from './content.ts';
import { findMedia } from './media-type.ts';
import type { Response } from './operation.ts';
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
  const subject = `the answer ${status}`;
  compareParameters(diff, pair, { before: before.headers, now: now.headers, status });
  const [media] = before.content.values();
  if (media && now.content.size === 0) {
    const places = { operation, pointer: `${now.at}/content`, basePointer: media.at };
    diff.changes.add('response-content-removed', { ...places, words: { subject } });
  } else compareBodies(diff, pair, status, before, now);
  compareNamed(diff, before.links, now.links, `the link {} of ${subject}`, operation);
  diff.changes.addUnjudged(before.unjudged, now.unjudged, { at: now.at, subject, operation });
}

function compareBodies(diff: Diff, pair: Pair, status: string, before: Response, now: Response): void {
  const contents = { before: before.content, now: now.content, at: now.at };
  compareContent(diff, pair, { ...contents, flow: 'response', words: `the answer ${status}`, status });
}

/** An error without an answer of its own is covered by its range, else by `default`; a success is covered by its range only. */
function removed(diff: Diff, pair: Pair, status: string, before: Response): void {
  const { responses } = pair.revision;
  const covering = [`${status[0]}XX`, ...(/^[45]/.test(status) ? ['default'] : [])].find((one) => responses.has(one));
  const now = covering === undefined ? undefined : responses.get(covering);
  diff.changes.add(now ? 'response-status-respelt' : 'response-status-removed', {
    operation: pair.base.label,
    pointer: now?.at ?? `${pair.revision.at}/responses/${status}`,
    basePointer: before.at,
    words: { subject: `the answer ${status}`, to: `\`${covering}\`` },
  });
  if (now) compareResponse(diff, pair, status, before, now);
}

function added(diff: Diff, pair: Pair, status: string, now: Response): void {
  const { responses } = pair.base;
  const [range, fallback] = [responses.get(`${status[0]}XX`), responses.get('default')];
  const isLikeOthers = !fallback || isReadable(diff, fallback, now);
  if (range) compareResponse(diff, pair, status, range, now);
  else if (/^[45]/.test(status) && fallback && !isLikeOthers) compareBodies(diff, pair, status, fallback, now);
  else {
    const isKnownError = !/^[23]/.test(status) && isLikeOthers;
    const rule = isKnownError ? 'response-error-status-added' : 'response-status-added';
    const words = { subject: `the answer ${status}` };
    diff.changes.add(rule, { operation: pair.base.label, pointer: now.at, words });
  }
}

/** Whether clients that read the bodies of one answer can read those of another. */
function isReadable({ response }: Diff, before: Response, now: Response): boolean {
  return [...before.content].every(([type, media]) => {
    const other = findMedia(now.content, type);
    if (!other) return now.content.size === 0;
    return !response.comparison.compare(media.schema, other.schema).some((delta) => breaks(delta, 'response'));
  });
}
