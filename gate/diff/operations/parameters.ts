import type { Diff, Pair } from '../diff.ts';
import { showRequest } from '../example/message.ts';
import { messageRules, type Rule, type Words } from '../rules.ts';
import { placeBelow } from '../schema/delta.ts';
import type { Flow } from '../schema/shape.ts';
import { unjudgedChanges } from '../vocabulary.ts';
import type { Parameter } from './parameter.ts';
import { compareSchemas } from './schemas.ts';

type ParameterMap = ReadonlyMap<string, Parameter>;
type FieldRule =
  | 'removed'
  | 'added'
  | 'became-required'
  | 'became-optional'
  | 'deprecated'
  | 'no-longer-deprecated'
  | 'media-type-changed'
  | 'serialization-changed';

interface Fields {
  before: ParameterMap;
  now: ParameterMap;
  /** The status of the answer that has the fields as headers. */
  status?: string;
}

/** Compares the parameters of a request, or the headers of an answer. */
export function compareParameters(diff: Diff, pair: Pair, { before, now, status }: Fields): void {
  for (const [key, parameter] of before) {
    const successor = now.get(key);
    if (successor) compareParameter(diff, pair, parameter, successor, status);
    else report(diff, pair, ruleOf('removed', status), removedAt(pair, parameter, status), parameter, status);
  }
  for (const [key, parameter] of now) {
    if (before.has(key)) continue;
    const isDemand = parameter.required && status === undefined;
    const rule = isDemand ? messageRules['parameter-required-added'].request : ruleOf('added', status);
    report(diff, pair, rule, parameter.at, parameter, status, { isNew: true });
  }
}

function compareParameter(diff: Diff, pair: Pair, before: Parameter, now: Parameter, status?: string): void {
  const tell = (rule: FieldRule, keyword: string, words: Partial<Words> = {}) =>
    report(diff, pair, ruleOf(rule, status), `${now.at}/${keyword}`, before, status, { words });
  if (before.required !== now.required) tell(now.required ? 'became-required' : 'became-optional', 'required');
  if (before.deprecated !== now.deprecated) tell(now.deprecated ? 'deprecated' : 'no-longer-deprecated', 'deprecated');
  const flow = status === undefined ? 'request' : 'response';
  if (before.mediaType !== now.mediaType) {
    tell('media-type-changed', 'content', { from: before.mediaType ?? 'text', to: now.mediaType ?? 'text' });
  } else if (before.mediaType === undefined && isWrittenDifferently(diff, flow, before, now)) {
    const words = ({ style, explode }: Parameter) => `\`${style}\`${explode ? ' (exploded)' : ''}`;
    tell('serialization-changed', before.style === now.style ? 'explode' : 'style', {
      from: words(before),
      to: words(now),
    });
  }
  const isText = before.mediaType === undefined && now.mediaType === undefined;
  const isList = now.style === 'simple' || (now.style === 'form' && now.explode);
  const words = wordsOf(before, status);
  const part = { pair, flow, words, base: before.schema, revision: now.schema, parameter: before.key } as const;
  const held = { ...part, ...(status !== undefined && { status }) };
  compareSchemas(diff, held, now.at, before.at, isText ? { isList } : undefined);
  diff.changes.addUnjudged(unjudgedChanges(before.unjudged, now.unjudged, now.at), words, pair.base.label);
}

/** Whether a value is sent as another text. Of scalars only the style counts, of `explode` only lists and objects know. */
function isWrittenDifferently(diff: Diff, flow: Flow, before: Parameter, now: Parameter): boolean {
  if (before.style !== now.style) return true;
  if (before.explode === now.explode) return false;
  const { base, revision } = diff.comparisons[flow];
  const shapes = [base.shapeOf(before.schema), revision.shapeOf(now.schema)];
  const types = shapes.flatMap(({ alternatives }) => alternatives.map(({ type }) => type));
  return types.includes('object') || (types.includes('array') && now.style !== 'simple');
}

function ruleOf(rule: FieldRule, status: string | undefined): Rule {
  return status === undefined ? messageRules[`parameter-${rule}`].request : messageRules[`header-${rule}`].response;
}

function report(
  diff: Diff,
  pair: Pair,
  rule: Rule,
  pointer: string,
  parameter: Parameter,
  status: string | undefined,
  { isNew = false, words = {} }: { isNew?: boolean; words?: Partial<Words> } = {},
): void {
  const subject = wordsOf(parameter, status);
  diff.changes.add({
    rule,
    operation: pair.base.label,
    pointer,
    ...(!isNew && { basePointer: parameter.at }),
    words: { subject, ...words },
    show: () => {
      if (rule.direction !== 'request' || rule.level !== 'breaking') return undefined;
      const isLeftOut = rule.id.includes('required');
      const reason = isLeftOut ? `${subject} is required` : `${subject} is not understood`;
      return showRequest(diff, pair.base, isLeftOut ? { leftOut: parameter.key } : { sent: parameter.key }, reason);
    },
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
