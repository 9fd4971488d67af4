import type { JsonType, Place } from './schema-node.ts';
import { ofLength } from './valid.ts';
import { freeName, type Values } from './values.ts';
import { at, type Fault, within } from './variant.ts';

/**
 * Values of a place that break the contract once: of another type, a required member absent, a word outside the enum, a
 * format or pattern not met, one beyond a limit. Nothing is derived where the service is lenient or the member read-only,
 * nor is null, which may be read as an absent member anywhere.
 */
export function faultyVariants(place: Place, values: Values): Fault[] {
  if (place.isLenient || place.isReadOnly || values.lacks(place)) return [];
  if (place.branches.length > 0) return ofForms(place, values);
  const twin = values.of(place);
  return [...wrongTypes(place, twin), ...place.types.flatMap((type) => ofType[type](place, values, twin))];
}

const none = () => [];
const ofType: Record<JsonType, (place: Place, values: Values, twin: unknown) => Fault[]> = {
  null: none,
  boolean: none,
  integer: (place, _, twin) =>
    beyond(place, twin, { minimum: (limit) => limit - 1, maximum: (limit) => limit + 1 }, (value) => value),
  string: (place, _, twin) => brokenTexts(place, String(twin)),
  array: brokenArrays,
  object: brokenObjects,
};

/** A value that is of the type of no form, and what breaks one of the forms. */
function ofForms(place: Place, values: Values): Fault[] {
  const types = place.branches.flatMap((branch) => branch.types);
  const wrong = wrongTypes(place, values.of(place), types).map((fault) => ({ ...fault, about: 'oneOf' }));
  const broken = place.branches.flatMap((branch) =>
    faultyVariants(branch, values).filter(({ about, pointer }) => !(about === 'type' && pointer === place.pointer)),
  );
  return [...wrong, ...broken];
}

function wrongTypes(place: Place, twin: unknown, allowed = place.types): Fault[] {
  if (place.isText) {
    const texts = allowed.includes('integer') ? ['abc', '1.5', 'true'] : [];
    return texts.map((value) => ({ ...at(place), label: `the text ${value}`, value, twin, about: 'type' }));
  }
  const [inner] = Array.isArray(twin) ? twin : [];
  const values: Partial<Record<JsonType, unknown>> = {
    string: typeof inner === 'string' ? inner : 'text',
    integer: 7,
    boolean: true,
    array: [twin],
    object: { value: twin },
  };
  return Object.entries(values)
    .filter(([type]) => !allowed.includes(type as JsonType))
    .map(([type, value]) => ({ ...at(place), label: `of the type ${type}`, value, twin, about: 'type' }));
}

function brokenTexts(place: Place, twin: string): Fault[] {
  const { schema } = place;
  const faults = (about: string, texts: string[]): Fault[] =>
    [...new Set(texts)].map((value) => ({ ...at(place), label: JSON.stringify(value), value, twin, about }));
  if (schema.enum) {
    const words = [`${twin}x`, twin.toLowerCase(), twin.toUpperCase(), ''];
    const others = words.filter((word) => !schema.enum?.includes(word));
    return faults('enum', others);
  }
  return [
    ...(schema.format ? faults('format', brokenFormats[schema.format]?.(twin) ?? []) : []),
    ...(schema.pattern ? faults('pattern', brokenPatterns(twin, schema.pattern, schema.minLength ?? 0)) : []),
    ...beyond(
      place,
      twin,
      { minLength: (limit) => limit - 1, maxLength: (limit) => limit + 1 },
      ofLength.bind(undefined, twin),
    ),
  ];
}

const brokenFormats: Record<string, (twin: string) => string[]> = {
  uuid: (twin) => ['no-uuid', twin.slice(0, -1), `${twin}0`, `${twin.slice(0, -1)}g`],
  byte: (twin) => ['no base64!', `${twin}*`],
};

/** Texts near a good one that do not match. Line breaks, which not every part of a request can carry, only where nothing else breaks it. */
function brokenPatterns(twin: string, pattern: string, minLength: number): string[] {
  const near = [`${twin}!`, `!${twin}`, twin.slice(1), twin.replace(/\W/g, '')];
  const lines = [`${twin}\n`, `${twin}\r\n${twin}`];
  const expression = new RegExp(pattern, 'u');
  const breaks = (text: string) => text.length >= minLength && !expression.test(text);
  const broken = [...near, ...(minLength > 0 ? [] : [''])].filter(breaks);
  return broken.length > 0 ? broken : lines.filter(breaks);
}

type Limit = 'minimum' | 'maximum' | 'minLength' | 'maxLength';

/** One beyond each limit that the schema sets. */
function beyond(
  place: Place,
  twin: unknown,
  steps: Partial<Record<Limit, (limit: number) => number>>,
  make: (size: number) => unknown,
): Fault[] {
  return Object.entries(steps).flatMap(([about, step]) => {
    const limit = place.schema[about as Limit];
    if (limit === undefined) return [];
    const size = step(limit);
    return [{ ...at(place), label: `${about} ${limit} missed by one`, value: make(size), twin, about }];
  });
}

function brokenArrays(place: Place, values: Values, twin: unknown): Fault[] {
  const { minItems = 0 } = place.schema;
  const entries = within(faultyVariants(place.item, values), (item) => [item]);
  if (minItems < 1) return entries;
  const value = (twin as unknown[]).slice(0, minItems - 1);
  return [...entries, { ...at(place), label: 'one entry too few', value, twin, about: 'minItems' }];
}

function brokenObjects(place: Place, values: Values, twin: unknown): Fault[] {
  const faults = (place.schema.required ?? []).map((missing): Fault => {
    const { [missing]: _, ...value } = twin as Record<string, unknown>;
    const { pointer } = place.member(missing);
    return { path: place.path, pointer, label: 'absent', value, twin, about: 'required', missing };
  });
  for (const name of place.members) {
    const member = faultyVariants(place.member(name), values);
    if (member.length === 0) continue;
    const around = values.around(place, name);
    faults.push(...within(member, (value) => ({ ...around, [name]: value })));
  }
  const free = place.freeMember(freeName);
  if (free) faults.push(...within(faultyVariants(free, values), (value) => ({ [freeName]: value })));
  return faults;
}
