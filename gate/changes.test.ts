import { expect, test } from 'vitest';
import { matchEntries, namePointer, pruneEntries, readAcknowledgements, readEntries } from './changes.ts';

const document = {
  servers: [{ url: 'https://one.example.com' }, { url: 'https://two.example.com' }, { url: '/', name: 'own' }],
  tags: [{ name: 'things' }],
  security: [{ key: [] }, { b: [], a: [] }, {}],
  paths: {
    '/things': {
      parameters: [{ $ref: '#/components/parameters/Size' }, { name: 'X-Trace', in: 'header' }],
    },
  },
  components: {
    parameters: { Size: { name: 'page[size]', in: 'query' } },
    schemas: {
      Thing: {
        enum: ['red', 'green', 'red', null, '', 0],
        required: ['id'],
        oneOf: [{ $ref: '#/components/schemas/One' }, { title: 'Two' }, { type: 'string' }],
      },
      One: {},
      Shape: { anyOf: [{ $ref: '#Circle' }, { $ref: '#' }] },
    },
  },
};

for (const [pointer, named] of [
  ['/servers/1', '/servers/https:~1~1two.example.com'],
  ['/servers/2', '/servers/own'],
  ['/tags/0/description', '/tags/things/description'],
  ['/security/0', '/security/key'],
  ['/security/1', '/security/a+b'],
  ['/security/2', '/security/none'],
  ['/paths/~1things/parameters/0', '/paths/~1things/parameters/query:page[size]'],
  ['#/paths/~1things/parameters/1/schema', '/paths/~1things/parameters/header:X-Trace/schema'],
  ['/components/schemas/Thing/enum/1', '/components/schemas/Thing/enum/green'],
  ['/components/schemas/Thing/enum/2', '/components/schemas/Thing/enum/2'],
  ['/components/schemas/Thing/enum/3', '/components/schemas/Thing/enum/null'],
  ['/components/schemas/Thing/enum/4', '/components/schemas/Thing/enum/'],
  ['/components/schemas/Thing/enum/5', '/components/schemas/Thing/enum/0'],
  ['/components/schemas/Thing/required/0', '/components/schemas/Thing/required/id'],
  ['/components/schemas/Thing/oneOf/0', '/components/schemas/Thing/oneOf/One'],
  ['/components/schemas/Thing/oneOf/1/type', '/components/schemas/Thing/oneOf/Two/type'],
  ['/components/schemas/Thing/oneOf/2', '/components/schemas/Thing/oneOf/2'],
  ['/components/schemas/Shape/anyOf/1', '/components/schemas/Shape/anyOf/1'],
  ['/components/schemas/Gone/items/0', '/components/schemas/Gone/items/0'],
] as const) {
  test(`${pointer} goes by names`, () => {
    expect(namePointer(document, pointer)).toBe(named);
  });
}

const entry = (pointer: string, reason = 'nobody uses it') =>
  `  - rule: property-removed\n    pointer: ${pointer}\n    reason: ${reason}\n    owner: ann\n`;
const file = (...entries: string[]) => `# Wanted changes.\nchanges:\n${entries.join('')}`;
const change = (name: string, rule = 'property-removed') => ({ rule, name });

/** The reasons that acknowledge changes, the reasons that have to be renewed, and the entries that match nothing. */
function match(changes: ReturnType<typeof change>[], today?: string, before?: string, knowsBefore = true) {
  const found = matchEntries(changes, readAcknowledgements(today, before, knowsBefore));
  return {
    accepted: changes.map((change) => found.acceptedBy(change)?.reason),
    landed: changes.map((change) => found.landedFor(change)?.reason),
    unmatched: found.unmatched.map(({ pointer, place }) => `${pointer} ${place.line}`),
  };
}

test('an entry acknowledges the change of its rule and pointer, and no other change', () => {
  const changes = [change('/a'), change('/b'), change('/a', 'type-changed'), change('/a/b'), change('')];
  const { accepted, unmatched } = match(changes, file(entry('/a')));
  expect([accepted, unmatched]).toEqual([['nobody uses it', undefined, undefined, undefined, undefined], []]);
  expect(match([], undefined).unmatched).toEqual([]);
});

test('a new entry that matches nothing is found, one that landed is not', () => {
  expect(match([], file(entry('/old'), entry('/new')), file(entry('/old'))).unmatched).toEqual(['/new 7']);
  expect(match([], file(entry('/new')), undefined, false).unmatched).toEqual([]);
});

test('an entry that landed does not acknowledge the next change of the same place, until it is renewed', () => {
  const landed = file(entry('/a'));
  expect(match([change('/a'), change('/b')], landed, landed)).toMatchObject({
    accepted: [undefined, undefined],
    landed: ['nobody uses it', undefined],
  });
  for (const renewed of [file(entry('/a', 'gone for good')), file(entry('/a'), entry('/a', 'gone for good'))])
    expect(match([change('/a')], renewed, landed)).toMatchObject({ accepted: ['gone for good'], landed: [undefined] });
});

test('a broken file at the base has no entries', () => {
  expect(match([change('/a')], file(entry('/a')), 'changes: 7').accepted).toEqual(['nobody uses it']);
});

for (const [text, message] of [
  ['{}', 'accepted.yaml:1:1: has no list `changes`'],
  ['', 'accepted.yaml:1:1: has no list `changes`'],
  ['changes: [null]', 'accepted.yaml:1:11: an entry has rule, pointer, reason, owner'],
  [file(entry('/a'), entry('/b', '7')), 'accepted.yaml:7:5: the entry has no reason'],
  [file(entry('/a', "' '")), 'accepted.yaml:3:5: the entry has no reason'],
  ['changes:\n  - rule: x\n    pointer: /a\n    owner: ann\n', 'accepted.yaml:2:5: the entry has no reason'],
  [`${file(entry('/a'))}    until: never\n`, 'accepted.yaml:7:5: an entry has no until'],
  ['changes: [a, {]', 'accepted.yaml:1:15: '],
] as const) {
  test(`a file is refused: ${message}`, () => {
    expect(() => readEntries(text, 'accepted.yaml')).toThrow(message);
  });
}

test('pruning removes entries and nothing else of the file', () => {
  const stays = entry('/b', `long is the reason ${'why '.repeat(40)}it stays`);
  const text = file(entry('/a'), '  # the one that stays\n', stays, entry('/c'));
  const spent = readEntries(text, 'accepted.yaml').filter(({ pointer }) => pointer !== '/b');
  expect(pruneEntries(text, spent)).toBe(file('  # the one that stays\n', stays));
});
