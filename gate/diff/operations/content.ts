import { compareUnjudged, type Diff, type Pair, type Part } from '../diff.ts';
import { showDelta, showRequest } from '../example/message.ts';
import { type Flow, ruleOf } from '../rules.ts';
import type { Delta } from '../schema/delta.ts';
import { append, type Located } from '../source.ts';
import { contentOf, findMedia } from './operation.ts';

/** The bodies of a message: places of the objects that have `content`. */
interface Bodies {
  before: Located;
  now: Located;
  flow: Flow;
  words: string;
  status?: string;
}

/** Compares the bodies of a message by media type; a range (`application/*`) covers the types within it. */
export function compareContent(diff: Diff, pair: Pair, { before, now, flow, words, status }: Bodies): void {
  const operation = pair.base.label;
  const [known, found] = [contentOf(diff.base, before), contentOf(diff.revision, now)];
  for (const [type, media] of known) {
    const successor = findMedia(found, type);
    // A range covers the bodies of requests; an answer of a range promises no type any more.
    const isVaguer = flow === 'response' && successor?.name.includes('*') && !type.includes('*');
    if (successor && !isVaguer) {
      const subject = known.size > 1 ? `${words} (${media.name})` : words;
      const part = { pair, flow, words: subject, base: media.schema, revision: successor.schema, body: type, status };
      reportDeltas(diff, part, diff[flow].compare(media.schema, successor.schema), successor.place.at, media.place.at);
      compareUnjudged(diff, 'mediaType', media.place, successor.place, { subject, operation });
      continue;
    }
    const reason = `${media.name} is not accepted`;
    diff.changes.add(`${flow}-media-type-removed`, {
      operation,
      pointer: append(now.at, 'content', media.name),
      basePointer: media.place.at,
      words: { subject: words, from: `\`${media.name}\`` },
      show:
        flow === 'request' ? () => showRequest(diff, pair.base, { hasBody: true, bodyType: type }, reason) : undefined,
    });
  }
  for (const [type, { name, place }] of found) {
    if (findMedia(known, type)) continue;
    const named = { subject: words, to: `\`${name}\`` };
    diff.changes.add(`${flow}-media-type-added`, { operation, pointer: place.at, words: named });
  }
}

/** Reports the differences of the schemas of a part of a message. */
export function reportDeltas(diff: Diff, part: Part, deltas: readonly Delta[], at: string, baseAt: string): void {
  for (const delta of deltas) {
    const { rule, from, to } = delta;
    const subject = subjectOf(part, delta);
    diff.changes.add(ruleOf(rule, part.flow), {
      operation: part.pair.base.label,
      pointer: delta.at || at,
      basePointer: delta.baseAt === undefined ? undefined : delta.baseAt || baseAt,
      words: {
        subject: rule === 'not-judged' ? `\`${to}\` of ${subject}` : subject,
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      },
      show: () => showDelta(diff, part, delta),
    });
  }
}

/** A value by its way in the part: `to[].email` of the body. */
function subjectOf({ words, field }: Part, { path }: Delta): string {
  const steps = path.map((step) => (step === 'item' ? '[]' : step === 'other' ? '.*' : `.${step.member}`));
  const way = steps.join('').replace(/^\./, '');
  if (way === '') return words;
  return field !== undefined && way.startsWith('[]') ? `an item of ${words}` : `\`${way}\` of ${words}`;
}
