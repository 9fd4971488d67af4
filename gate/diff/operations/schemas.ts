import type { Diff, Part } from '../diff.ts';
import { showDelta } from '../example/message.ts';
import { schemaRule } from '../rules.ts';
import type { Delta } from '../schema/delta.ts';
import { asText } from '../schema/text.ts';

/** Compares the schemas of a part of a message and reports the differences that mean something in its direction. */
export function compareSchemas(diff: Diff, part: Part, at: string, baseAt: string, text?: { isList: boolean }): void {
  const { pair, flow, base, revision } = part;
  const comparison = diff.comparisons[flow];
  const found = comparison.compare(base, revision);
  for (const delta of text && flow === 'request' ? asText(comparison, base, revision, found, text.isList) : found) {
    const rule = schemaRule(delta.rule, flow);
    if (!rule) continue;
    const { from, to } = delta;
    const subject = subjectOf(part, delta);
    diff.changes.add({
      rule,
      operation: pair.base.label,
      pointer: delta.at || at,
      basePointer: delta.baseAt === undefined ? undefined : delta.baseAt || baseAt,
      words: {
        subject: delta.rule === 'not-judged' ? `\`${to}\` of ${subject}` : subject,
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      },
      show: () => (rule.level === 'breaking' ? showDelta(diff, part, delta) : undefined),
    });
  }
}

/** A value by its way in the part: `to[].email` of the body. */
function subjectOf({ words, parameter }: Part, { path }: Delta): string {
  const steps = path.map((step) => {
    if (step === 'item') return '[]';
    return step === 'other' ? '.*' : `.${step.member}`;
  });
  const way = steps.join('').replace(/^\./, '');
  if (way === '') return words;
  return parameter !== undefined && way.startsWith('[]') ? `an item of ${words}` : `\`${way}\` of ${words}`;
}
