import { compareUnjudged, type Diff, type Pair } from '../diff.ts';
import { breaks } from '../schema/delta.ts';
import { child, type Located } from '../source.ts';
import { compareContent } from './content.ts';
import { compareFields } from './fields.ts';
import { contentOf, findMedia, headersOf } from './operation.ts';
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

function compareResponse(diff: Diff, pair: Pair, status: string, before: Located, now: Located): void {
  const about = { subject: `the answer ${status}`, operation: pair.base.label };
  compareFields(diff, pair, { before: headersOf(diff.base, before), now: headersOf(diff.revision, now), status });
  const [media] = contentOf(diff.base, before).values();
  if (media && contentOf(diff.revision, now).size === 0) {
    const places = { pointer: `${now.at}/content`, basePointer: media.place.at };
    diff.changes.add('response-content-removed', { ...places, operation: about.operation, words: about });
  } else compareContent(diff, pair, { before, now, flow: 'response', words: about.subject, status });
  const links = [child(before, 'links'), child(now, 'links')] as const;
  compareNamed(diff, ...links, `the link {} of ${about.subject}`, about.operation);
  compareUnjudged(diff, 'response', before, now, about);
}

const isError = (status: string) => /^[45]/.test(status);

/** An error without an answer of its own is covered by its range, else by `default`; a success is covered by its range only. */
function removed(diff: Diff, pair: Pair, status: string, before: Located): void {
  const { responses, place } = pair.revision;
  const covering = [`${status[0]}XX`, ...(isError(status) ? ['default'] : [])].find((key) => responses.has(key));
  const now = covering === undefined ? undefined : responses.get(covering);
  diff.changes.add(now ? 'response-status-respelt' : 'response-status-removed', {
    operation: pair.base.label,
    pointer: now?.at ?? `${place.at}/responses/${status}`,
    basePointer: before.at,
    words: { subject: `the answer ${status}`, to: `\`${covering}\`` },
  });
  if (now) compareResponse(diff, pair, status, before, now);
}

/** A new error is safe when clients read it like the errors that `default` documents. */
function added(diff: Diff, pair: Pair, status: string, now: Located): void {
  const [range, fallback] = [`${status[0]}XX`, 'default'].map((key) => pair.base.responses.get(key));
  const words = { subject: `the answer ${status}` };
  const isLikeOthers = !fallback || isReadable(diff, fallback, now);
  if (range) compareResponse(diff, pair, status, range, now);
  else if (isError(status) && fallback && !isLikeOthers)
    compareContent(diff, pair, { before: fallback, now, flow: 'response', words: words.subject, status });
  else {
    const rule = !/^[23]/.test(status) && isLikeOthers ? 'response-error-status-added' : 'response-status-added';
    diff.changes.add(rule, { operation: pair.base.label, pointer: now.at, words });
  }
}

/** True if clients that read the bodies of one answer can read those of another. */
function isReadable({ base, revision, response }: Diff, before: Located, now: Located): boolean {
  const found = contentOf(revision, now);
  return [...contentOf(base, before)].every(([type, media]) => {
    const successor = findMedia(found, type);
    if (!successor) return found.size === 0;
    return !response.compare(media.schema, successor.schema).some((delta) => breaks(delta, 'response'));
  });
}
