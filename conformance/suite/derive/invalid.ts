import type { JsonType, SchemaNode } from './schema-node.ts';
import { at, type Invalid, ofLength, within } from './valid.ts';
import { freeName, type Values } from './values.ts';

/**
 * Values of a place that break the contract once: of another type, a required member absent, a word outside the enum, a
 * format or pattern not met, one beyond a limit. Nothing is derived where the service is lenient or the member read-only,
 * nor is null, which may be read as an absent member anywhere.
 */
export function invalidVariants(node: SchemaNode, values: Values): Invalid[] {
  if (node.isLenient || node.isReadOnly || values.lacks(node)) return [];
  if (node.branches.length > 0) return ofForms(node, values);
  const twin = values.of(node);
  return [...wrongTypes(node, twin), ...node.types.flatMap((type) => ofType[type](node, values, twin))];
}

const none = () => [];
const ofType: Record<JsonType, (node: SchemaNode, values: Values, twin: unknown) => Invalid[]> = {
  null: none,
  boolean: none,
  integer: (node, _, twin) => beyond(node, twin, ['minimum', 'maximum'], (value) => value),
  string: (node, _, twin) => brokenTexts(node, String(twin)),
  array: brokenArrays,
  object: brokenObjects,
};

/** A value that is of the type of no form, and what breaks one of the forms. */
function ofForms(node: SchemaNode, values: Values): Invalid[] {
  const types = node.branches.flatMap((branch) => branch.types);
  const wrong = wrongTypes(node, values.of(node), types).map((variant) => ({ ...variant, about: 'oneOf' }));
  const broken = node.branches.flatMap((branch) =>
    invalidVariants(branch, values).filter(({ about, pointer }) => !(about === 'type' && pointer === node.pointer)),
  );
  return [...wrong, ...broken];
}

function wrongTypes(node: SchemaNode, twin: unknown, allowed = node.types): Invalid[] {
  if (node.isText) {
    const texts = allowed.includes('integer') ? ['abc', '1.5', 'true'] : [];
    return texts.map((value) => ({ ...at(node), label: `the text ${value}`, value, twin, about: 'type' }));
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
    .map(([type, value]) => ({ ...at(node), label: `of the type ${type}`, value, twin, about: 'type' }));
}

function brokenTexts(node: SchemaNode, twin: string): Invalid[] {
  const { schema } = node;
  const variants = (about: string, texts: string[]): Invalid[] =>
    [...new Set(texts)].map((value) => ({ ...at(node), label: JSON.stringify(value), value, twin, about }));
  if (schema.enum) {
    const words = [`${twin}x`, twin.toLowerCase(), twin.toUpperCase(), ''];
    const others = words.filter((word) => !schema.enum?.includes(word));
    return variants('enum', others);
  }
  return [
    ...(schema.format ? variants('format', brokenFormats[schema.format]?.(twin) ?? []) : []),
    ...(schema.pattern ? variants('pattern', brokenPatterns(twin, schema.pattern, schema.minLength ?? 0)) : []),
    ...beyond(node, twin, ['minLength', 'maxLength'], (length) => ofLength(twin, length)),
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

/** One beyond each limit that the schema sets, the lower one first. */
function beyond(
  node: SchemaNode,
  twin: unknown,
  [least, most]: [least: Limit, most: Limit],
  make: (size: number) => unknown,
): Invalid[] {
  const missed = (about: Limit, step: number): Invalid[] => {
    const limit = node.schema[about];
    if (limit === undefined) return [];
    return [{ ...at(node), label: `${about} ${limit} missed by one`, value: make(limit + step), twin, about }];
  };
  return [...missed(least, -1), ...missed(most, 1)];
}

function brokenArrays(node: SchemaNode, values: Values, twin: unknown): Invalid[] {
  const { minItems = 0 } = node.schema;
  const entries = within(invalidVariants(node.item, values), (item) => [item]);
  if (minItems < 1) return entries;
  const value = (twin as unknown[]).slice(0, minItems - 1);
  return [...entries, { ...at(node), label: 'one entry too few', value, twin, about: 'minItems' }];
}

function brokenObjects(node: SchemaNode, values: Values, twin: unknown): Invalid[] {
  const variants = (node.schema.required ?? []).map((missing): Invalid => {
    const { [missing]: _, ...value } = twin as Record<string, unknown>;
    const { pointer } = node.member(missing);
    return { path: node.path, pointer, label: 'absent', value, twin, about: 'required', missing };
  });
  for (const name of node.members) {
    const member = invalidVariants(node.member(name), values);
    if (member.length === 0) continue;
    const around = values.around(node, name);
    variants.push(...within(member, (value) => ({ ...around, [name]: value })));
  }
  const free = node.freeMember(freeName);
  if (free) variants.push(...within(invalidVariants(free, values), (value) => ({ [freeName]: value })));
  return variants;
}
