import { append } from '@hyperjump/json-pointer';
import type { Level } from '../change.ts';
import { type Context, flowOf, type Pair } from '../context.ts';
import { showParameter } from '../example/examples.ts';
import type { Of } from '../message-part.ts';
import type { Parameter } from '../normalise/parameter.ts';
import type { Flow } from '../schema/shape.ts';
import { compareSchemas } from './schemas.ts';

type Parameters = ReadonlyMap<string, Parameter>;

/** Compares the parameters of a request, or the headers of an answer. */
export function compareParameters(context: Context, pair: Pair, base: Parameters, revision: Parameters, of: Of): void {
  const report = reporter(context, pair, of);
  for (const [key, before] of base) {
    const now = revision.get(key);
    if (!now) {
      const heir = heirOf(before, base, revision);
      report('breaking', 'removed', before.at, before, (name, flow) =>
        flow === 'request'
          ? `Who sends ${name} is not heard any more${heir ? `: it is ${wordsOf(heir)} now` : ''}.`
          : `Who reads ${name} does not find it any more.`,
      );
      continue;
    }
    compareParameter(context, pair, before, now, of);
  }
  for (const [key, now] of revision) {
    if (base.has(key)) continue;
    const isDemanded = now.required && flowOf(pair.base, of.message) === 'request';
    if (isDemanded) {
      report(
        'breaking',
        'required-added',
        now.at,
        now,
        (name) => `Who does not send ${name}, which is new and required, is refused.`,
      );
    } else {
      report('safe', 'added', now.at, now, (name) => `${name} is new.`);
    }
  }
}

function compareParameter(context: Context, pair: Pair, before: Parameter, now: Parameter, of: Of): void {
  const report = reporter(context, pair, of);
  const flow = flowOf(pair.base, of.message);
  if (before.required !== now.required) {
    const isBreaking = now.required === (flow === 'request');
    const rule = now.required ? 'became-required' : 'became-optional';
    report(isBreaking ? 'breaking' : 'safe', rule, `${now.at}/required`, before, (name) => {
      if (!isBreaking) return `${name} is ${now.required ? 'always there' : 'optional'} now.`;
      return now.required ? `Who leaves ${name} out is refused.` : `Who relies on ${name} may not find it.`;
    });
  }
  compareSerialization(context, pair, before, now, of);
  if (now.deprecated !== before.deprecated) {
    const [level, rule] = now.deprecated
      ? (['soft', 'deprecated'] as const)
      : (['safe', 'no-longer-deprecated'] as const);
    report(level, rule, `${now.at}/deprecated`, before, (name) => `${name} is ${rule.replaceAll('-', ' ')}.`);
  }
  compareSchemas(context, pair, {
    flow,
    words: partWords(before, of),
    base: before.schema,
    revision: now.schema,
    of: { ...of, parameter: before.key },
  });
}

/** How a value is written into the request: the same value in another notation is not understood. */
function compareSerialization(context: Context, pair: Pair, before: Parameter, now: Parameter, of: Of): void {
  const report = reporter(context, pair, of);
  const flow = flowOf(pair.base, of.message);
  if (before.mediaType !== now.mediaType) {
    report('breaking', 'media-type-changed', `${now.at}/content`, before, (name) => {
      return `${name} is written as ${now.mediaType ?? 'plain text'}; who writes it as ${before.mediaType ?? 'plain text'} is not understood.`;
    });
    return;
  }
  if (before.mediaType === undefined && (before.style !== now.style || before.explode !== now.explode)) {
    const { base, revision } = context.comparisons[flow];
    const types = [...base.shapeOf(before.schema).alternatives, ...revision.shapeOf(now.schema).alternatives];
    const has = (...names: string[]) => types.some(({ type }) => names.includes(type));
    const matters = now.style === 'simple' ? has('object') : has('object', 'array');
    const place = before.style === now.style ? 'explode' : 'style';
    const written = ({ style, explode }: Parameter) => `${style}${explode ? ', exploded' : ''}`;
    if (before.style !== now.style || matters) {
      report('breaking', 'serialization-changed', `${now.at}/${place}`, before, (name) => {
        return `Who writes ${name} as before is not understood: the style was ${written(before)} and is ${written(now)}.`;
      });
    }
  }
  for (const flag of ['allowReserved', 'allowEmptyValue'] as const) {
    if (before[flag] === now[flag]) continue;
    const words = flag === 'allowReserved' ? 'reserved characters' : 'an empty value';
    const rule = flag === 'allowReserved' ? 'reserved' : 'empty-value';
    const isBreaking = before[flag] === (flow === 'request');
    report(
      isBreaking ? 'breaking' : 'safe',
      `${rule}-${now[flag] ? 'allowed' : 'refused'}`,
      `${now.at}/${flag}`,
      before,
      (name) => (now[flag] ? `${name} may have ${words} now.` : `Who sends ${name} with ${words} is refused.`),
    );
  }
}

type Tell = (name: string, flow: Flow) => string;

function reporter(context: Context, pair: Pair, of: Of) {
  const flow = flowOf(pair.base, of.message);
  const kind = of.message === 'answer' ? 'header' : 'parameter';
  return (level: Level, rule: string, pointer: string, parameter: Parameter, tell: Tell): void => {
    const isNew = rule === 'added' || rule === 'required-added';
    const text = tell(partWords(parameter, of), flow);
    context.changes.add({
      level,
      rule: `${flow}-${kind}-${rule}`,
      operation: pair.base.label,
      direction: flow,
      pointer: isRemoved(rule) ? removedAt(pair, parameter, of) : pointer,
      ...(!isNew && { basePointer: parameter.at }),
      message: text.charAt(0).toUpperCase() + text.slice(1),
      bump: isNew || flow === 'request' ? 'minor' : 'patch',
      show: () => showParameter(context, pair, of, rule, parameter),
    });
  };
}

function isRemoved(rule: string): boolean {
  return rule === 'removed';
}

/** Where a parameter would stand: in a list it goes by its place and name. */
function removedAt(pair: Pair, parameter: Parameter, of: Of): string {
  if (of.message === 'answer') return parameter.at;
  return append(`${parameter.in}:${parameter.name}`, `${pair.revision.at}/parameters`);
}

/** The new parameter that a removed one became: of the same name elsewhere, or the only other new one of its kind. */
function heirOf(before: Parameter, base: Parameters, revision: Parameters): Parameter | undefined {
  const come = [...revision].filter(([key]) => !base.has(key)).map(([, parameter]) => parameter);
  return come.find(({ name }) => name.toLowerCase() === before.name.toLowerCase());
}

function partWords(parameter: Parameter, { message, status }: Of): string {
  if (message === 'answer') return `the header \`${parameter.name}\` of the answer ${status}`;
  return wordsOf(parameter);
}

function wordsOf({ in: where, name }: Parameter): string {
  return where === 'header' || where === 'cookie' ? `the ${where} \`${name}\`` : `the ${where} parameter \`${name}\``;
}
