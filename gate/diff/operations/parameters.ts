import type { Diff, Pair } from '../diff.ts';
import { showRequest } from '../example/message.ts';
import { type Flow, type RuleId, rules, type Words } from '../rules.ts';
import { placeBelow } from '../schema/delta.ts';
import { compareSchemas } from './content.ts';
import type { Parameter } from './parameter.ts';

type ParameterMap = ReadonlyMap<string, Parameter>;

/** The parameters of a request, or the headers of an answer. */
interface Fields {
  before: ParameterMap;
  now: ParameterMap;
  /** The status of the answer that has the headers. */
  status?: string;
}

export function compareParameters(diff: Diff, pair: Pair, { before, now, status }: Fields): void {
  const prefix = status === undefined ? 'request-parameter' : 'response-header';
  for (const [key, parameter] of before) {
    const successor = now.get(key);
    if (successor) compareParameter(diff, pair, parameter, successor, status);
    else report(diff, pair, `${prefix}-removed`, removedAt(pair, parameter, status), parameter, status);
  }
  for (const [key, parameter] of now) {
    if (before.has(key)) continue;
    const isDemand = parameter.required && status === undefined;
    const rule = isDemand ? 'request-parameter-required-added' : (`${prefix}-added` as const);
    report(diff, pair, rule, parameter.at, parameter, status, { isNew: true });
  }
}

function compareParameter(diff: Diff, pair: Pair, before: Parameter, now: Parameter, status?: string): void {
  const prefix = status === undefined ? 'request-parameter' : 'response-header';
  const add = (rule: RuleId, keyword: string, words: Words = {}) =>
    report(diff, pair, rule, `${now.at}/${keyword}`, before, status, { words });
  if (before.required !== now.required) {
    add(`${prefix}-${now.required ? 'became-required' : 'became-optional'}`, 'required');
  }
  if (!before.deprecated && now.deprecated) add(`${prefix}-deprecated`, 'deprecated');
  const flow = status === undefined ? 'request' : 'response';
  if (before.mediaType !== now.mediaType) {
    const words = { from: before.mediaType ?? 'text', to: now.mediaType ?? 'text' };
    add(`${prefix}-media-type-changed`, 'content', words);
  } else if (before.mediaType === undefined && isWrittenDifferently(diff, flow, before, now)) {
    const styleOf = ({ style, explode }: Parameter) => `\`${style}\`${explode ? ' (exploded)' : ''}`;
    const keyword = before.style === now.style ? 'explode' : 'style';
    add(`${prefix}-serialization-changed`, keyword, { from: styleOf(before), to: styleOf(now) });
  }
  const isText = before.mediaType === undefined && now.mediaType === undefined;
  const isList = now.style === 'simple' || (now.style === 'form' && now.explode);
  const words = wordsOf(before, status);
  const part = { pair, flow, words, base: before.schema, revision: now.schema, parameter: before.key, status } as const;
  compareSchemas(diff, part, now.at, before.at, isText ? { isList } : undefined);
  diff.changes.addUnjudged(before.unjudged, now.unjudged, { at: now.at, subject: words, operation: pair.base.label });
}

/** Whether a value is sent as another text: `explode` changes lists and objects only. */
function isWrittenDifferently(diff: Diff, flow: Flow, before: Parameter, now: Parameter): boolean {
  if (before.style !== now.style) return true;
  if (before.explode === now.explode) return false;
  const { base, revision } = diff[flow].comparison;
  const shapes = [base.shapeOf(before.schema), revision.shapeOf(now.schema)];
  const types = shapes.flatMap(({ alternatives }) => alternatives.map(({ type }) => type));
  return types.includes('object') || (types.includes('array') && now.style !== 'simple');
}

function report(
  diff: Diff,
  pair: Pair,
  rule: RuleId,
  pointer: string,
  parameter: Parameter,
  status: string | undefined,
  { isNew = false, words = {} }: { isNew?: boolean; words?: Words } = {},
): void {
  const subject = wordsOf(parameter, status);
  const isLeftOut = rule.includes('required');
  const parts = isLeftOut ? { leftOut: parameter.key } : { sent: parameter.key };
  const reason = `${subject} is ${isLeftOut ? 'required' : 'not understood'}`;
  diff.changes.add(rule, {
    operation: pair.base.label,
    pointer,
    ...(!isNew && { basePointer: parameter.at }),
    words: { subject, ...words },
    ...(status === undefined &&
      rules[rule].level === 'breaking' && { show: () => showRequest(diff, pair.base, parts, reason) }),
  });
}

/** The place that a removed parameter would have: in a list it goes by its place and name. */
function removedAt({ revision }: Pair, { at, in: where, name }: Parameter, status: string | undefined): string {
  return status === undefined ? placeBelow(`${revision.at}/parameters`, `${where}:${name}`) : at;
}

function wordsOf({ in: where, name }: Parameter, status: string | undefined): string {
  if (status !== undefined) return `the header \`${name}\` of the answer ${status}`;
  return where === 'header' || where === 'cookie' ? `the ${where} \`${name}\`` : `the ${where} parameter \`${name}\``;
}
