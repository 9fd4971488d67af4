import fc from 'fast-check';

type Json = unknown;

/** A place in a value: its names and positions. */
type Way = readonly (string | number)[];

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** Values that programs stumble over. */
const nasty: fc.Arbitrary<Json> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom<Json>(
    null,
    '',
    '\u0000',
    '\ud800',
    '\udfff\ud800',
    'a\r\nBcc: x@example.com',
    '{{ x }}{% for i in (1..1000000000) %}x{% endfor %}',
    'x'.repeat(70_000),
    -0,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    -1,
    [],
    {},
    Array.from({ length: 500 }, () => ({})),
    JSON.parse(deep(500)),
    { constructor: { prototype: {} } },
    'ann@example.com',
    '2027-02-30T00:00:00Z',
    '+99999-12-31T23:59:59Z',
  ),
);

/** Texts that are almost JSON, or JSON that no serialiser writes. */
const respellings: ((text: string) => string | Buffer)[] = [
  (text) => text.slice(0, text.length / 2),
  (text) => `\ufeff${text}`,
  (text) => text.replace('{', '{"__proto__":{"from":"x"},"constructor":1,'),
  (text) => text.replace('{', '{"to":[],"to":null,'),
  (text) => `${text}${text}`,
  (text) => text.replaceAll('"', "'"),
  (text) => text.replace('}', ',}'),
  (text) => text.replace(/"[^"]*"}/, 'NaN}'),
  (text) => text.replace(/:/, ':1e400,"x":'),
  (text) => text.replace('{', `{"x":${deep(50_000)},`),
  (text) => Buffer.from(text, 'utf16le'),
  () => Buffer.from([0xff, 0xfe, 0xc0, 0x80]),
  (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xed, 0xa0, 0x80])]),
  () => '',
  () => 'null',
  () => '"text"',
];

/** Bodies around the given ones: unchanged, with members changed, taken or added, or spelt in ways that JSON doesn't have. */
export function bodies(examples: readonly Json[]): fc.Arbitrary<string | Buffer> {
  const edit = fc.record({
    place: fc.nat(),
    what: fc.constantFrom('replace', 'remove', 'add', 'borrow'),
    name: fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', 'id', 'to'), fc.string()),
    value: nasty,
  });
  const changed = fc
    .tuple(fc.constantFrom(...examples), fc.array(edit, { maxLength: 3 }))
    .map(([example, edits]) => edits.reduce(withEdit, structuredClone(example)))
    .map((value) => JSON.stringify(value) ?? '');
  const respelt = fc.tuple(changed, fc.constantFrom(...respellings)).map(([text, respell]) => respell(text));
  return fc.oneof({ weight: 8, arbitrary: changed }, { weight: 2, arbitrary: respelt });
}

/** Bodies around the given ones in which one value is some megabytes: one text, or many small things. */
export function hugeBodies(examples: readonly Json[]): fc.Arbitrary<string> {
  const texts = fc
    .constantFrom('A', '1', ' ', 'a@', 'b.', '{{', '\r\n', 'é', '漢字')
    .map((piece): Json => piece.repeat(HUGE / Buffer.byteLength(piece)));
  const crowds = fc
    .tuple(
      fc.constantFrom<Json>({}, [], 0, '', { a: 1 }, 'ann@example.com'),
      fc.constantFrom(10_000, 49_000, HUGE / 10),
    )
    .map(([item, length]): Json => Array.from({ length }, () => item));
  const value = fc.oneof(texts, crowds);
  const edit = fc.record({ place: fc.nat(), what: fc.constant('replace'), name: fc.constant(''), value });
  return fc
    .tuple(fc.constantFrom(...examples), edit)
    .map(([example, change]) => JSON.stringify(withEdit(structuredClone(example), change)));
}

const HUGE = 6_000_000;

interface Edit {
  place: number;
  what: string;
  name: string;
  value: Json;
}

/** Makes one change at one of the places in a value; the value itself is changed. */
function withEdit(whole: Json, { place, what: kind, name, value: replacement }: Edit): Json {
  const value = structuredClone(replacement);
  const ways = waysIn(whole);
  const way = ways[place % ways.length] ?? [];
  if (way.length === 0) return kind === 'replace' ? value : whole;
  const holder = at(whole, way.slice(0, -1)) as Record<string | number, Json>;
  const key = way.at(-1) as string | number;
  if (kind === 'replace') holder[key] = value;
  else if (kind === 'remove') delete holder[key];
  else if (kind === 'borrow') holder[key] = structuredClone(at(whole, ways[(place * 31) % ways.length] ?? []));
  else if (!Array.isArray(holder))
    Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
  return whole;
}

function waysIn(value: Json, way: Way = []): Way[] {
  if (typeof value !== 'object' || value === null || way.length > 20) return [way];
  const inner = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [way, ...inner.flatMap((key) => waysIn((value as Record<string | number, Json>)[key], [...way, key]))];
}

function at(value: Json, way: Way): Json {
  return way.reduce<Json>((inner, key) => (inner as Record<string | number, Json>)?.[key], value);
}
