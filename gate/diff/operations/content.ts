import type { Diff, Pair, Part } from '../diff.ts';
import { showDelta, showRequest } from '../example/message.ts';
import { type Flow, ruleOf } from '../rules.ts';
import { type Delta, placeBelow } from '../schema/delta.ts';
import { asText } from '../schema/text.ts';
import { findMedia } from './media-type.ts';
import type { Content } from './operation.ts';

interface Contents {
  before: Content;
  now: Content;
  flow: Flow;
  /** The body in sentences. */
  words: string;
  /** The place of the body in the revision. */
  at: string;
  status?: string;
}

/** Compares the bodies of a message by media type; a range (`application/*`) covers the types within it. */
export function compareContent(diff: Diff, pair: Pair, { before, now, flow, words, at, status }: Contents): void {
  const operation = pair.base.label;
  for (const [type, media] of before) {
    const found = findMedia(now, type);
    // A range covers the bodies of requests; of answers it promises no type any more.
    const isVaguer = flow === 'response' && found?.name.includes('*') === true && !type.includes('*');
    if (found && !isVaguer) {
      const subject = before.size > 1 ? `${words} (${media.name})` : words;
      const part = { pair, flow, words: subject, base: media.schema, revision: found.schema, body: type, status };
      compareSchemas(diff, part, found.at, media.at);
      diff.changes.addUnjudged(media.unjudged, found.unjudged, { at: found.at, subject, operation });
      continue;
    }
    const shown = { hasBody: true, body: { type } };
    diff.changes.add(`${flow}-media-type-removed`, {
      operation,
      pointer: placeBelow(`${at}/content`, media.name),
      basePointer: media.at,
      words: { subject: words, from: `\`${media.name}\`` },
      ...(flow === 'request' && {
        show: () => showRequest(diff, pair.base, shown, `${media.name} is not accepted`),
      }),
    });
  }
  for (const [type, { name, at: pointer }] of now) {
    if (findMedia(before, type)) continue;
    diff.changes.add(`${flow}-media-type-added`, { operation, pointer, words: { subject: words, to: `\`${name}\`` } });
  }
}

/** Compares the schemas of a part of a message and reports the differences. */
export function compareSchemas(diff: Diff, part: Part, at: string, baseAt: string, text?: { isList: boolean }): void {
  const { pair, flow, base, revision } = part;
  const { comparison } = diff[flow];
  const found = comparison.compare(base, revision);
  for (const delta of text && flow === 'request' ? asText(comparison, base, revision, found, text.isList) : found) {
    const { rule, from, to } = delta;
    const subject = subjectOf(part, delta);
    diff.changes.add(ruleOf(rule, flow), {
      operation: pair.base.label,
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
function subjectOf({ words, parameter }: Part, { path }: Delta): string {
  const steps = path.map((step) => (step === 'item' ? '[]' : step === 'other' ? '.*' : `.${step.member}`));
  const way = steps.join('').replace(/^\./, '');
  if (way === '') return words;
  return parameter !== undefined && way.startsWith('[]') ? `an item of ${words}` : `\`${way}\` of ${words}`;
}
