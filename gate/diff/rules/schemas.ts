import { type SchemaRule, schemaRules } from '../catalogue/schemas.ts';
import type { Diff, MessagePart, Pair } from '../diff.ts';
import { type Shown, shownBy, showValue, untoldBy } from '../example/examples.ts';
import type { Delta, Step } from '../schema/delta.ts';
import { isWrittenAlike } from './wire-text.ts';

/** Reports how the schemas of a part differ. */
export function compareSchemas(context: Diff, pair: Pair, part: MessagePart): void {
  const { flow, words } = part;
  const comparison = context.comparisons[flow];
  const deltas = comparison.compare(part.base, part.revision).map((delta): Delta => {
    const isTyped = ['type-changed', 'type-narrowed', 'null-removed'].includes(delta.rule);
    return isTyped && isWrittenAlike(comparison, part, delta.path) ? { ...delta, rule: 'text-type-changed' } : delta;
  });
  const report = (delta: Delta, find: () => Shown | undefined) =>
    context.changes.add({
      rule: schemaRules[delta.rule][flow],
      operation: pair.base.label,
      pointer: delta.at || part.at,
      basePointer: delta.baseAt === '' ? part.baseAt : delta.baseAt,
      words: { subject: subjectOf(delta, words), from: delta.from ?? 'none', to: delta.to ?? 'none' },
      show: () => {
        const shown = find();
        return shown && showValue(context, pair, part, shown);
      },
    });
  for (const delta of deltas) report(delta, () => shownBy(context, part, delta));
  // A value that the other side alone wrote was not looked at, so that trying values would tell of it.
  const told: readonly SchemaRule[] = ['no-longer-read-only', 'no-longer-write-only'];
  const isGrave = deltas.some(({ rule }) => schemaRules[rule][flow].level !== 'safe' || told.includes(rule));
  if (isGrave) return;
  const untold = untoldBy(context, part);
  if (!untold) return;
  const [at, baseAt] = [part.revision[0]?.at ?? part.at, part.base[0]?.at ?? part.baseAt];
  report({ rule: 'schema-changed', width: 'both', at, baseAt, path: [], to: untold.refusal }, () => untold);
}

/** `errors[].code` in the answer 422, as a reader would call the place of a value. */
function subjectOf({ rule, path, from, to }: Delta, part: string): string {
  const isOfMember = /^(read-only-|unknown-)?property-(removed|added|forbidden)$/.test(rule);
  const steps: readonly Step[] = isOfMember ? [...path, { member: from ?? to ?? '' }] : path;
  let name = '';
  for (const step of steps) {
    if ('member' in step) name += name === '' ? step.member : `.${step.member}`;
    else if ('item' in step) name += '[]';
    else if ('other' in step) name += name === '' ? '*' : '.*';
  }
  const subject = name === '' ? part : `\`${name}\` in ${part}`;
  return steps.some((step) => 'names' in step) ? `the name of a property of ${subject}` : subject;
}
