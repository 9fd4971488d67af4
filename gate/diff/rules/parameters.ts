import { append } from '@hyperjump/json-pointer';
import { headerRules, parameterRules } from '../catalogue/messages.ts';
import type { Words } from '../catalogue/rule.ts';
import { type Diff, flowOf, type Of, type Pair } from '../diff.ts';
import { showParameter } from '../example/examples.ts';
import type { Parameter } from '../normalise/parameter.ts';
import type { TypeName } from '../schema/shape.ts';
import { compareSchemas } from './schemas.ts';

type Parameters = ReadonlyMap<string, Parameter>;
type Tell = (rule: keyof typeof parameterRules, pointer: string, parameter: Parameter, words?: Partial<Words>) => void;

/** Compares the parameters of a request, or the headers of an answer. */
export function compareParameters(context: Diff, pair: Pair, base: Parameters, revision: Parameters, of: Of): void {
  const flow = flowOf(pair.base, of.message);
  const rules = of.message === 'answer' ? headerRules : parameterRules;
  const report: Tell = (rule, pointer, parameter, words) =>
    context.changes.add({
      rule: rules[rule][flow],
      operation: pair.base.label,
      pointer,
      basePointer: base.has(parameter.key) ? parameter.at : undefined,
      words: { subject: wordsOf(parameter, of), ...words },
      show: () => showParameter(context, pair, of, rule, parameter),
    });
  for (const [key, before] of base) {
    const now = revision.get(key);
    if (!now) {
      const heir = heirOf(before, base, revision);
      report('removed', removedAt(pair, before, of), before, heir && { to: wordsOf(heir, of) });
      continue;
    }
    compareParameter(context, report, pair, before, now, of);
  }
  for (const [key, now] of revision) {
    if (!base.has(key)) report(now.required && flow === 'request' ? 'required-added' : 'added', now.at, now);
  }
}

function compareParameter(context: Diff, report: Tell, pair: Pair, before: Parameter, now: Parameter, of: Of): void {
  const flow = flowOf(pair.base, of.message);
  if (before.required !== now.required) {
    report(now.required ? 'became-required' : 'became-optional', `${now.at}/required`, before);
  }
  if (before.mediaType !== now.mediaType) {
    const words = { from: before.mediaType ?? 'plain text', to: now.mediaType ?? 'plain text' };
    report('media-type-changed', `${now.at}/content`, before, words);
  } else {
    const { base, revision } = context.comparisons[flow];
    compareSerialization(report, before, now, (type) =>
      [...base.shapeOf(before.schema).alternatives, ...revision.shapeOf(now.schema).alternatives].some(
        (one) => one.type === type,
      ),
    );
  }
  if (before.deprecated !== now.deprecated) {
    report(now.deprecated ? 'deprecated' : 'no-longer-deprecated', `${now.at}/deprecated`, before);
  }
  compareSchemas(context, pair, {
    flow,
    words: wordsOf(before, of),
    at: now.at,
    baseAt: before.at,
    base: before.schema,
    revision: now.schema,
    of: { ...of, parameter: before.key },
    text: before.mediaType === undefined && now.mediaType === undefined ? 'value' : undefined,
    lists: now.style === 'simple' || (now.style === 'form' && now.explode),
  });
}

/** How a value is written into the request: the same value in another notation is not understood. */
function compareSerialization(
  report: Tell,
  before: Parameter,
  now: Parameter,
  mayBe: (type: TypeName) => boolean,
): void {
  const matters = () => mayBe('object') || (mayBe('array') && now.style !== 'simple');
  const isStyled = before.style !== now.style;
  if (before.mediaType === undefined && (isStyled || (before.explode !== now.explode && matters()))) {
    const written = ({ style, explode }: Parameter) => `${style}${explode ? ', exploded' : ''}`;
    const pointer = `${now.at}/${isStyled ? 'style' : 'explode'}`;
    report('serialization-changed', pointer, before, { from: written(before), to: written(now) });
  }
  for (const [flag, rule] of [
    ['allowReserved', now.allowReserved ? 'reserved-allowed' : 'reserved-refused'],
    ['allowEmptyValue', now.allowEmptyValue ? 'empty-value-allowed' : 'empty-value-refused'],
  ] as const) {
    if (before[flag] !== now[flag]) report(rule, `${now.at}/${flag}`, before);
  }
}

/** Where a parameter would stand: in a list it goes by its place and name. */
function removedAt(pair: Pair, { at, in: where, name }: Parameter, of: Of): string {
  return of.message === 'answer' ? at : append(`${where}:${name}`, `${pair.revision.at}/parameters`);
}

/** The new parameter of the same name elsewhere that a removed one became. */
function heirOf(before: Parameter, base: Parameters, revision: Parameters): Parameter | undefined {
  const come = [...revision].filter(([key]) => !base.has(key)).map(([, parameter]) => parameter);
  return come.find(({ name }) => name.toLowerCase() === before.name.toLowerCase());
}

function wordsOf({ in: where, name }: Parameter, { message, status }: Of): string {
  if (message === 'answer') return `the header \`${name}\` of the answer ${status}`;
  return where === 'header' || where === 'cookie' ? `the ${where} \`${name}\`` : `the ${where} parameter \`${name}\``;
}
