import { compareUnjudged, type Diff, type Pair } from '../diff.ts';
import { showRequest } from '../example/message.ts';
import { type RuleId, rules, type Words } from '../rules.ts';
import { append } from '../source.ts';
import { reportDeltas } from './content.ts';
import type { Field, Fields } from './operation.ts';

/** The parameters of a request, or the headers of an answer by its status. */
interface FieldPair {
  before: Fields;
  now: Fields;
  status?: string;
}

export function compareFields(diff: Diff, pair: Pair, { before, now, status }: FieldPair): void {
  const prefix = status === undefined ? 'request-parameter' : 'response-header';
  for (const [key, field] of before) {
    const successor = now.get(key);
    // In a list, place and name identify a removed parameter.
    const name = append(`${pair.revision.place.at}/parameters`, `${field.in}:${field.name}`);
    if (successor) compareField(diff, pair, key, field, successor, status);
    else report(diff, pair, `${prefix}-removed`, { key, field, status, pointer: status ? field.place.at : name });
  }
  for (const [key, field] of now) {
    if (before.has(key)) continue;
    const rule = field.required && !status ? 'request-parameter-required-added' : (`${prefix}-added` as const);
    report(diff, pair, rule, { key, field, status, pointer: field.place.at, isNew: true });
  }
}

function compareField(diff: Diff, pair: Pair, key: string, before: Field, now: Field, status?: string): void {
  const [flow, prefix] = status
    ? (['response', 'response-header'] as const)
    : (['request', 'request-parameter'] as const);
  const add = (rule: RuleId, keyword: string, words: Words = {}) =>
    report(diff, pair, rule, { key, field: before, status, pointer: `${now.place.at}/${keyword}`, words });
  if (before.required !== now.required) {
    add(`${prefix}-${now.required ? 'became-required' : 'became-optional'}`, 'required');
  }
  if (!before.deprecated && now.deprecated) add(`${prefix}-deprecated`, 'deprecated');
  if (before.mediaType !== now.mediaType) {
    const words = { from: before.mediaType ?? 'text', to: now.mediaType ?? 'text' };
    add(`${prefix}-media-type-changed`, 'content', words);
  } else if (before.mediaType === undefined && isWrittenDifferently(diff, before, now)) {
    const styleOf = ({ style, explode }: Field) => `\`${style}\`${explode ? ' (exploded)' : ''}`;
    const keyword = before.style === now.style ? 'explode' : 'style';
    add(`${prefix}-serialization-changed`, keyword, { from: styleOf(before), to: styleOf(now) });
  }
  const words = wordsOf(before, status);
  const [base, revision] = [before.schema, now.schema];
  const isText = flow === 'request' && before.mediaType === undefined && now.mediaType === undefined;
  const isList = now.style === 'simple' || (now.style === 'form' && now.explode);
  const deltas = isText ? diff.request.compareTexts(base, revision, isList) : diff[flow].compare(base, revision);
  reportDeltas(diff, { pair, flow, words, base, revision, field: key, status }, deltas, now.place.at, before.place.at);
  compareUnjudged(diff, 'parameter', before.place, now.place, { subject: words, operation: pair.base.label });
}

/** True if a value is sent as another text: `explode` changes lists and objects only. */
function isWrittenDifferently({ request }: Diff, before: Field, now: Field): boolean {
  if (before.style !== now.style) return true;
  if (before.explode === now.explode) return false;
  const shapes = [request.base.shapeOf(before.schema), request.revision.shapeOf(now.schema)];
  const types = shapes.flatMap(({ alternatives }) => alternatives.map(({ type }) => type));
  return types.includes('object') || (types.includes('array') && now.style !== 'simple');
}

interface FieldChange {
  key: string;
  field: Field;
  status: string | undefined;
  pointer: string;
  isNew?: boolean;
  words?: Words;
}

function report(
  diff: Diff,
  { base }: Pair,
  rule: RuleId,
  { key, field, status, pointer, isNew, words }: FieldChange,
): void {
  const subject = wordsOf(field, status);
  const isLeftOut = rule.includes('required');
  const reason = `${subject} is ${isLeftOut ? 'required' : 'not understood'}`;
  const isShown = status === undefined && rules[rule].level === 'breaking';
  diff.changes.add(rule, {
    operation: base.label,
    pointer,
    basePointer: isNew ? undefined : field.place.at,
    words: { subject, ...words },
    show: isShown ? () => showRequest(diff, base, isLeftOut ? { leftOut: key } : { sent: key }, reason) : undefined,
  });
}

function wordsOf({ in: where, name }: Field, status: string | undefined): string {
  if (status !== undefined) return `the header \`${name}\` of the answer ${status}`;
  return where === 'header' || where === 'cookie' ? `the ${where} \`${name}\`` : `the ${where} parameter \`${name}\``;
}
