import { makeMalformedUuids } from '../api/wrong-values.ts';
import { freeName, type SchemaNode, type Values } from './values.ts';

/** A value of a part of a request that the contract allows, and that is special in one respect. */
export interface Variant {
  /** The special respect, in words. */
  label: string;
  /** The whole part. */
  value: unknown;
  /** JSON pointer to the special place. */
  pointer: string;
  /** The schema of that place, as `ownership.ts` expects it. */
  path: string;
  /** The keyword that it makes use of or breaks, or the word that `x-assumption` has for it. */
  about?: string;
  /** Several members at once, each of which is also sent alone. */
  isCombined?: boolean;
}

/** A value that breaks the contract in one place. */
export interface Invalid extends Variant {
  about: string;
  /** The same without the violation. */
  twin: unknown;
  /** For `required`: the absent member. */
  missing?: string;
}

/**
 * Valid values of a place: each form, word of an enum, value at a limit, and null if allowed. An object has variants
 * with each member alone, with all members, and with a member that the contract does not name.
 */
export function deriveValid(node: SchemaNode, values: Values): Variant[] {
  if (values.lacks(node)) return [];
  if (node.isReadOnly)
    return [{ ...locate(node), label: 'a read-only member', value: values.make(node), about: 'sent' }];
  const absent = node.isNullable ? [{ ...locate(node), label: 'null', value: null, about: 'null' }] : [];
  if (node.isLenient) return [makePlainVariant(node, values), ...absent];
  const forms = node.branches.flatMap((branch, index) => {
    const variants = deriveValid(branch, values);
    const isOther = ({ about }: Variant) => index > 0 && about !== 'unknown';
    return variants.map((variant) => (isOther(variant) ? { ...variant, path: branch.path, about: 'form' } : variant));
  });
  const parts = varyParts(node, values, (part) => deriveValid(part, values));
  return [...forms, ...deriveOwn(node, values), ...parts, ...absent];
}

/**
 * Values of a place with one violation, such as another type, a missing required member, or a value beyond a limit.
 * Nothing is derived if the service is lenient or the member read-only, nor is null, which may be read as an absent
 * member anywhere.
 */
export function deriveInvalid(node: SchemaNode, values: Values): Invalid[] {
  if (node.isLenient || node.isReadOnly || values.lacks(node)) return [];
  const twin = values.make(node);
  const broken = violateOwn(node, twin).map((violation) => ({ ...locate(node), twin, ...violation }));
  const forms = node.branches.flatMap((branch) =>
    deriveInvalid(branch, values).filter(({ about, pointer }) => about !== 'type' || pointer !== node.pointer),
  );
  return [...broken, ...forms, ...varyParts(node, values, (part) => deriveInvalid(part, values))];
}

function locate({ pointer, path }: SchemaNode): Pick<Variant, 'pointer' | 'path'> {
  return { pointer, path };
}

/** The variants of the entries and members of a value, as variants of the value. */
function varyParts<V extends Variant>(node: SchemaNode, values: Values, vary: (part: SchemaNode) => V[]): V[] {
  if (node.types.includes('array')) return wrapVariants(vary(node.item), (item) => [item]);
  const free = node.getFreeMember(freeName);
  const members = node.members.flatMap((name) => {
    const variants = vary(node.getMember(name));
    const around = variants.length > 0 ? values.around(node, name) : {};
    return wrapVariants(variants, (value) => ({ ...around, [name]: value }));
  });
  return free ? [...members, ...wrapVariants(vary(free), (value) => ({ [freeName]: value }))] : members;
}

function wrapVariants<V extends Variant>(variants: readonly V[], wrap: (value: unknown) => unknown): V[] {
  return variants.map((variant) => ({
    ...variant,
    value: wrap(variant.value),
    ...('twin' in variant && { twin: wrap(variant.twin) }),
  }));
}

function makePlainVariant(node: SchemaNode, values: Values): Variant {
  const about = values.isKnown(node) ? {} : { about: 'value' };
  return { ...locate(node), label: 'a plain value', value: values.make(node), ...about };
}

/** The valid values of a place itself, its parts aside. */
function deriveOwn(node: SchemaNode, values: Values): Variant[] {
  const { schema, types } = node;
  const isKnown = values.isKnown(node);
  if (schema.enum)
    return schema.enum.map((value) => ({ ...locate(node), label: `the word ${value}`, value, about: 'enum' }));
  if (types.includes('boolean') && !isKnown)
    return [true, false].map((value) => ({ ...locate(node), label: String(value), value }));
  const variants = types.length > 0 && !types.includes('array') ? [makePlainVariant(node, values)] : [];
  if (schema.pattern && !isKnown)
    variants.push({
      ...locate(node),
      label: 'another text of its pattern',
      value: values.makeAnother(node),
      about: 'pattern',
    });
  // A known text would be another one when it is cut off, or has something before it.
  if (!isKnown || types.includes('integer'))
    for (const limit of readLimits(node))
      variants.push({
        ...locate(node),
        label: `at its ${limit.about}`,
        value: limit.sized(values.make(node), 0),
        about: limit.about,
      });
  return types.includes('object') ? [...variants, ...makeWholeObjects(node, values)] : variants;
}

/** An object with a member that the contract does not name, and one with all of its members. */
function makeWholeObjects(node: SchemaNode, values: Values): Variant[] {
  if (node.getFreeMember(freeName)) return [];
  if (node.members.length === 0) {
    const anything = { text: 'one', count: 7, paid: true, nested: { list: [1, 'two'] } };
    return [{ ...locate(node), label: 'with members of any type', value: anything }];
  }
  const around = () => values.around(node);
  const unknown = { ...around(), conformance_unknown: 'unknown' };
  const variants: Variant[] = [{ ...locate(node), label: 'with an unknown member', value: unknown, about: 'unknown' }];
  const names = values.listOptional(node);
  if (names.length < 2) return variants;
  const whole = { ...around(), ...Object.fromEntries(names.map((name) => [name, values.make(node.getMember(name))])) };
  return [...variants, { ...locate(node), label: 'with all members', value: whole, isCombined: true }];
}

type Violation = Pick<Invalid, 'label' | 'value' | 'about'> & Partial<Invalid>;

/** The violations of a place itself, its parts aside. */
function violateOwn(node: SchemaNode, twin: unknown): Violation[] {
  const isUnion = node.branches.length > 0;
  const types = isUnion ? node.branches.flatMap((branch) => branch.types) : node.types;
  const ofTypes = makeWrongTypes(node, twin, types).map(([label, value]) => ({
    label,
    value,
    about: isUnion ? 'oneOf' : 'type',
  }));
  if (isUnion) return ofTypes;
  const texts = types.includes('string') ? makeWrongTexts(node, String(twin)) : [];
  const limits = readLimits(node).map(({ about, limit, sized }) => {
    return { label: `${about} ${limit} missed by one`, value: sized(twin, 1), about };
  });
  const lacking = (node.schema.required ?? []).map((missing) => {
    const { [missing]: _, ...value } = twin as Record<string, unknown>;
    return { label: 'absent', value, about: 'required', missing, pointer: node.getMember(missing).pointer };
  });
  return [...ofTypes, ...texts, ...limits, ...lacking];
}

function makeWrongTypes(
  { isText }: SchemaNode,
  twin: unknown,
  allowed: readonly string[],
): [label: string, value: unknown][] {
  if (isText) return allowed.includes('integer') ? ['abc', '1.5', '1x'].map((text) => [`the text ${text}`, text]) : [];
  const [inner] = Array.isArray(twin) ? twin : [];
  const values: Record<string, unknown> = {
    string: typeof inner === 'string' ? inner : 'text',
    integer: 7,
    boolean: true,
    array: [twin],
    object: { value: twin },
  };
  const wrong = Object.entries(values).filter(([type]) => !allowed.includes(type));
  return wrong.map(([type, value]) => [`of the type ${type}`, value]);
}

/** Texts outside of the enum, or of another format or pattern. */
function makeWrongTexts({ schema }: SchemaNode, twin: string): Violation[] {
  const { enum: words, format = '', pattern, minLength } = schema;
  const near = [`${twin}x`, twin.toLowerCase(), twin.toUpperCase(), ''];
  const texts: Record<string, string[]> = words
    ? { enum: near.filter((word) => !words.includes(word)) }
    : {
        format: wrongFormats[format]?.(twin) ?? [],
        pattern: pattern === undefined ? [] : breakPattern(twin, new RegExp(pattern, 'u'), minLength),
      };
  return Object.entries(texts).flatMap(([about, values]) =>
    [...new Set(values)].map((value) => ({ label: JSON.stringify(value), value, about })),
  );
}

const wrongFormats: Record<string, (twin: string) => string[]> = {
  uuid: makeMalformedUuids,
  byte: (twin) => ['no base64!', `${twin}*`],
};

/** Texts near a good one that do not match. Line breaks, which a header can't carry, are the last resort. */
function breakPattern(twin: string, pattern: RegExp, minLength = 0): string[] {
  const near = [`${twin}!`, `!${twin}`, twin.slice(1), twin.replace(/\W/g, ''), ''];
  const breaks = (text: string) => text.length >= minLength && !pattern.test(text);
  const broken = near.filter(breaks);
  return broken.length > 0 ? broken : [`${twin}\n`, `${twin}\r\n${twin}`].filter(breaks);
}

interface Limit {
  about: string;
  limit: number;
  /** A value at the limit, or so much beyond it. */
  sized: (plain: unknown, beyond: 0 | 1) => unknown;
}

/** The limits that a schema sets to its values. */
function readLimits({ schema }: SchemaNode): Limit[] {
  const number = (_: unknown, size: number) => size;
  const text = (plain: unknown, length: number) => String(plain).padStart(length, 'x').slice(0, length);
  const list = (plain: unknown, length: number) => Array.from({ length }, () => (plain as unknown[])[0]);
  const sizes = { minimum: number, maximum: number, minLength: text, maxLength: text, minItems: list } as const;
  return (Object.keys(sizes) as (keyof typeof sizes)[]).flatMap((about) => {
    const limit = schema[about];
    const sign = about.startsWith('min') ? -1 : 1;
    const sized: Limit['sized'] = (plain, beyond) => sizes[about](plain, Number(limit) + sign * beyond);
    return limit === undefined || (limit === 0 && /Length|Items/.test(about)) ? [] : [{ about, limit, sized }];
  });
}
