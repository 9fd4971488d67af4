import type { Place } from './schema-node.ts';
import { freeName, type Values } from './values.ts';
import { at, type Valid, within } from './variant.ts';

/**
 * Values of a place that the contract allows: each form, each word of an enum, each value at a limit, null where it is
 * allowed; of an object each member alone, all of them, all but one, and one that the contract does not name.
 */
export function validVariants(place: Place, values: Values): Valid[] {
  if (values.lacks(place)) return [];
  if (place.isReadOnly) return [{ ...at(place), label: 'a read-only member', value: values.of(place), about: 'sent' }];
  const branches = place.branches.flatMap((branch, index) => {
    const variants = validVariants(branch, values);
    if (index === 0) return variants;
    return variants.map((variant) => ({ ...variant, path: branch.path, about: 'form' }));
  });
  const others = place.isLenient ? [plain(place, values)] : place.types.flatMap((type) => ofType[type](place, values));
  const none: Valid[] = place.isNullable ? [{ ...at(place), label: 'null', value: null, about: 'null' }] : [];
  return [...branches, ...(branches.length > 0 ? [] : others), ...none];
}

const plain = (place: Place, values: Values): Valid => ({
  ...at(place),
  label: 'a plain value',
  value: values.of(place),
  ...(!values.isKnown(place) && { about: 'value' }),
});

const ofType = {
  null: () => [],
  boolean: (place: Place, values: Values) =>
    values.isKnown(place)
      ? [plain(place, values)]
      : [true, false].map((value) => ({ ...at(place), label: String(value), value })),
  integer: integers,
  string: texts,
  array: arrays,
  object: objects,
};

function integers(place: Place, values: Values): Valid[] {
  const limits = (['minimum', 'maximum'] as const).flatMap((about) => {
    const value = place.schema[about];
    return value === undefined ? [] : [{ ...at(place), label: `at its ${about}`, value, about }];
  });
  return [plain(place, values), ...limits];
}

function texts(place: Place, values: Values): Valid[] {
  const { schema } = place;
  if (schema.enum) {
    return schema.enum.map((value) => ({ ...at(place), label: `the word ${value}`, value, about: 'enum' }));
  }
  const variants = [plain(place, values)];
  const isKnown = values.isKnown(place);
  if (schema.pattern && !isKnown) {
    const value = values.another(place);
    variants.push({ ...at(place), label: 'another text of its pattern', value, about: 'pattern' });
  }
  const text = String(values.of(place));
  for (const about of ['minLength', 'maxLength'] as const) {
    const length = schema[about];
    // A known value is a good one as it is: cut off, or with something before it, it could be any other.
    if (length === undefined || !values.isElastic(place) || (isKnown && length < text.length)) continue;
    variants.push({ ...at(place), label: `of ${length} characters`, value: ofLength(text, length), about });
  }
  return variants;
}

function arrays(place: Place, values: Values): Valid[] {
  const { minItems } = place.schema;
  const variants = within(validVariants(place.item, values), (item) => [item]);
  for (const count of minItems === undefined ? [] : [minItems, minItems + 1]) {
    const value = Array.from({ length: count }, () => values.of(place.item));
    variants.push({ ...at(place), label: `with ${count} entries`, value, about: 'minItems' });
  }
  return variants;
}

function objects(place: Place, values: Values): Valid[] {
  const variants = [plain(place, values)];
  for (const name of place.members) {
    const found = validVariants(place.member(name), values);
    variants.push(...within(found, (value) => ({ ...values.around(place, name), [name]: value })));
  }
  const free = place.freeMember(freeName);
  if (free) variants.push(...within(validVariants(free, values), (value) => ({ [freeName]: value })));
  if (place.members.length > 0 && !free) {
    const value = { ...values.around(place), conformance_unknown: 'unknown' };
    variants.push({ ...at(place), label: 'with a member that nobody knows', value, owner: 'HTTP-10' });
  }
  return [...variants, ...combinations(place, values)];
}

/** All members at once, and all but one of them. */
function combinations(place: Place, values: Values): Valid[] {
  const names = place.members.filter((name) => values.isOptional(place.member(name), place, name));
  if (names.length < 2) return [];
  const without = (left?: string): Record<string, unknown> => {
    const chosen = names.filter((name) => name !== left).map((name) => [name, values.of(place.member(name))]);
    const around = Object.entries(values.around(place)).filter(([name]) => name !== left);
    return { ...Object.fromEntries(around), ...Object.fromEntries(chosen) };
  };
  const all = { ...at(place), label: 'with all members', value: without(), isCombined: true };
  if (names.length === 2) return [all];
  const others = names.map((name) => ({
    ...at(place),
    label: `with all members but ${name}`,
    value: without(name),
    isCombined: true,
  }));
  return [all, ...others];
}

/** A text, made as long as that: something is put before it, or its end is cut off. */
export function ofLength(text: string, length: number): string {
  return text.padStart(length, 'x').slice(0, length);
}
