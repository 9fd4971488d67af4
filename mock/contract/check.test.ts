import { expect, test } from 'vitest';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import type { OperationId } from '../../spec/types.ts';
import { checkRequest, type IncomingRequest, isToldInFull, syntaxFaults } from './check.ts';

function check(
  id: OperationId,
  changes: Partial<IncomingRequest> & { text?: string; choices?: Partial<Choices> } = {},
  areAbsent = false,
) {
  const operation = document.operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`no operation ${id}`);
  const { text = '', choices, ...rest } = changes;
  const nullsOf = operation.body && { json: document.json, pointer: operation.body.pointer };
  const request: IncomingRequest = {
    operation,
    caller: { account: 'acme', scopes: [], partition: 'default' },
    method: operation.method.toUpperCase(),
    path: operation.path,
    url: operation.path,
    params: {},
    query: {},
    headers: { 'content-type': 'application/json' },
    idempotencyKeys: [],
    rawBody: Buffer.from(text),
    ...rest,
  };
  return checkRequest(
    request,
    { document, validators, choices: { ...ours, ...choices } },
    areAbsent && nullsOf ? { of: nullsOf, readings: { nulls: 'absent', emptyTexts: 'text' } } : undefined,
  );
}

const kindsOf = ({ violations }: ReturnType<typeof check>) =>
  violations.map(({ in: part, keyword }) => `${part} ${keyword}`);

test('a sound request has no violations, and its body is parsed', () => {
  const { violations, body } = check('createEmailMessage', { text: '{"from":"a@b.co","to":["c@d.co"]}' });
  expect(violations).toEqual([]);
  expect(body).toEqual({ from: 'a@b.co', to: ['c@d.co'] });
});

test('a null may be an absent member where the contract names none, and elsewhere it stays', () => {
  const text = JSON.stringify({
    from: { email: 'a@b.co', name: null },
    to: ['c@d.co'],
    subject: null,
    group_id: null,
    metadata: { order: null },
    strange: null,
  });
  const { body } = check('createEmailMessage', { text }, true);
  const kept = { from: { email: 'a@b.co' }, to: ['c@d.co'], group_id: null, metadata: { order: null }, strange: null };
  expect(body).toEqual(kept);
  expect(check('createEmailMessage', { text }).body).toEqual(JSON.parse(text));
});

test('page parameters are typed and defaulted', () => {
  expect(check('listDirDocumentTypes').values).toEqual({ 'page[number]': 1, 'page[size]': 20 });
  expect(check('listDirDocumentTypes', { query: { 'page[size]': '7' } }).values['page[size]']).toBe(7);
});

test('every parameter that breaks its schema is a violation', () => {
  const query = { 'page[number]': '0', 'page[size]': '1001' };
  expect(check('listRecentAiMissionRuns', { query }).violations).toMatchObject([
    { in: 'query', parameter: 'page[number]', keyword: 'minimum', rules: ['RUN-22', 'PAGE-7'] },
    { in: 'query', parameter: 'page[size]', keyword: 'maximum', rules: ['RUN-20', 'RUN-18'] },
  ]);
});

for (const value of ['', ' 1', '1.5', '1e1', '0x1', 'NaN', '١', ['1', '1']]) {
  test(`what is no whole number is no page: ${JSON.stringify(value)}`, () => {
    expect(check('listDirDocumentTypes', { query: { 'page[number]': value } }).violations).toHaveLength(1);
  });
}

test('unknown parameters are ignored', () => {
  expect(check('listDirDocumentTypes', { query: { colour: 'red', page: '0' } }).violations).toEqual([]);
});

test('a body that may be left out counts as an empty object', () => {
  expect(check('createNumberReservation')).toMatchObject({ body: {}, violations: [] });
});

test('a missing body that is required is a violation', () => {
  expect(kindsOf(check('createEmailMessage'))).toEqual(['body absent']);
});

const json = 'application/json';
for (const [what, id, text, type, choices, fault, body] of [
  [
    'no body where one is required',
    'createEmailMessage',
    '',
    json,
    {},
    ['absent', 'A JSON body is required.'],
    undefined,
  ],
  ['no body where none is required', 'createNumberReservation', '', json, {}, undefined, {}],
  ['no body, whatever type it says', 'createNumberReservation', '', 'text/plain', {}, undefined, {}],
  [
    'no body and no type, where a body has to say it',
    'createNumberReservation',
    '',
    undefined,
    { untypedBodies: 'refused' },
    undefined,
    {},
  ],
  [
    'a body of another type',
    'createEmailMessage',
    '{}',
    'text/plain',
    {},
    ['mediaType', 'The content type must be application/json, not text/plain.'],
    undefined,
  ],
  [
    'a body of no type where it has to say it',
    'createEmailMessage',
    '{}',
    undefined,
    { untypedBodies: 'refused' },
    ['mediaType', 'The content type must be application/json, not left out.'],
    undefined,
  ],
  [
    'too many values',
    'createNumberReservation',
    `[${'0,'.repeat(50_000)}0]`,
    json,
    {},
    ['values', 'must not have more than 50000 values'],
    undefined,
  ],
  [
    'a body that nests too deeply',
    'createNumberReservation',
    `${'['.repeat(102)}${']'.repeat(102)}`,
    json,
    {},
    ['depth', 'must not nest deeper than 100 levels'],
    JSON.parse(`${'['.repeat(102)}${']'.repeat(102)}`),
  ],
] as [string, OperationId, string, string | undefined, Partial<Choices>, [string, string] | undefined, unknown][]) {
  test(`what no schema finds is a violation of the whole body, under no rule: ${what}`, () => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    const checked = check(id, { headers, text, choices });
    const [keyword, message] = fault ?? [];
    const whole = { in: 'body', pointer: '', keyword, message, params: {}, schemaPath: '', rules: [] };
    expect([checked.violations, checked.body]).toEqual([fault ? [whole] : [], body]);
  });
}

test('whether a body can be read is known before its caller is', () => {
  const [operation] = document.operations.filter(({ id }) => id === 'createEmailMessage');
  const faultsOf = (text: string, type: string, choices: Partial<Choices> = {}) => {
    const { caller: _, ...request } = check('createEmailMessage', { text, headers: { 'content-type': type } });
    return syntaxFaults({ ...request, ...(operation && { operation }) }, { ...ours, ...choices }).map((one) => [
      one.in,
      one.keyword,
      one.message,
      one.rules,
    ]);
  };
  const fault = ['body', 'syntax', 'The body is not valid JSON: ] is expected at line 1, column 2.', []];
  expect([faultsOf('[', json), faultsOf('{}', json), faultsOf('', json), faultsOf('[', 'text/plain')]).toEqual([
    [fault],
    [],
    [],
    [],
  ]);
  expect(faultsOf('[', 'application/a+json', { mediaTypes: 'suffixed' })).toEqual([fault]);
});

for (const type of ['text/plain', 'application/xml', 'application/jsonx', '']) {
  test(`a body of another type is a violation: ${JSON.stringify(type)}`, () => {
    const headers = { 'content-type': type };
    expect(kindsOf(check('createEmailMessage', { headers, text: '{}' }))).toEqual(['body mediaType']);
  });
}

for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', ' application/json ;x=y']) {
  test(`parameters and case of the content type do not matter: ${type}`, () => {
    const headers = { 'content-type': type };
    expect(check('createNumberReservation', { headers, text: '{}' }).violations).toEqual([]);
  });
}

for (const text of ['{', '{"a":1,}', "{'a':1}", 'undefined', '{} {}', '\u0000', '[NaN]', '['.repeat(49_000)]) {
  test(`a body that is no JSON is a violation: ${JSON.stringify(text.slice(0, 20))}`, () => {
    expect(kindsOf(check('createNumberReservation', { text }))).toEqual(['body syntax']);
  });
}

test('where a body stops being JSON is told of what is not long', () => {
  const messageOf = (text: string) =>
    check('createNumberReservation', { text }).violations.map(({ message }) => message);
  expect(messageOf('{\n "a": 1,\n}')).toEqual([
    'The body is not valid JSON: a member name in double quotes is expected at line 3, column 1.',
  ]);
  expect(messageOf(`${' '.repeat(99_998)}{]`)).toEqual([
    'The body is not valid JSON: a member name in double quotes is expected at line 1, column 100000.',
  ]);
  expect(messageOf(`${' '.repeat(99_999)}{]`)).toEqual([expect.stringMatching(/at position 100000/)]);
  expect(messageOf('\uFEFF{}')).toEqual(['The body is not valid JSON: it begins with a mark of the byte order.']);
  const latin = check('createNumberReservation', { rawBody: Buffer.from('{"a":"\u00e4"}', 'latin1') });
  expect(latin.violations.map(({ message }) => message)).toEqual(['The body is not valid JSON: it is not in UTF-8.']);
  expect(messageOf('\n'.repeat(7_000_000))).toEqual(['The body is not valid JSON: Unexpected end of JSON input.']);
});

for (const text of ['null', '1', '"x"', '[]', 'true']) {
  test(`JSON that is no object is a violation: ${text}`, () => {
    expect(kindsOf(check('createNumberReservation', { text }))).toEqual(['body type']);
  });
}

test('a body that nests too deeply is a violation, however deep', () => {
  for (const depth of [99, 40_000]) {
    const text = `{"metadata":{"a":${'['.repeat(depth)}1${']'.repeat(depth)}}}`;
    expect(check('createEmailMessage', { text }).violations).toMatchObject([{ keyword: 'depth' }]);
  }
});

test('a body of too many values is a violation, and what stands in its texts counts for none', () => {
  const textOf = (metadata: unknown) => JSON.stringify({ from: 'a@b.co', to: ['c@d.co'], metadata: { metadata } });
  const list = textOf(Array.from({ length: 50_000 }, () => 0));
  expect(check('createEmailMessage', { text: list }).violations).toMatchObject([{ keyword: 'values' }]);
  const text = textOf('[{,"\\'.repeat(300_000));
  expect(check('createEmailMessage', { text }).violations).toEqual([]);
});

test('of a body of many values the first violation alone is told', () => {
  const textOf = (count: number) => JSON.stringify({ from: 'a@b.co', to: Array.from({ length: count }, () => 1) });
  expect(check('createEmailMessage', { text: textOf(10) }).violations).toHaveLength(10);
  expect(check('createEmailMessage', { text: textOf(2_000) }).violations).toHaveLength(1);
});

test('a body of a hundred levels is taken', () => {
  const text = `{"from":"a@b.co","to":["c@d.co"],"metadata":{"a":${'['.repeat(98)}1${']'.repeat(98)}}}`;
  expect(check('createEmailMessage', { text }).violations).toEqual([]);
});

test('names of an object’s own machinery are plain members', () => {
  const text = '{"__proto__":{"from":1},"constructor":1,"from":"a@b.co","to":["c@d.co"],"metadata":{"__proto__":1}}';
  expect(check('createEmailMessage', { text }).violations).toEqual([]);
  expect(kindsOf(check('createEmailMessage', { text: '{"__proto__":{"from":"a@b.co","to":["c@d.co"]}}' }))).toEqual([
    'body required',
    'body required',
  ]);
});

test('all of a body is told up to 100,000 bytes and 1,000 values', () => {
  const spaced = (length: number) => Buffer.from('{}'.padEnd(length));
  expect([isToldInFull(spaced(100_000)), isToldInFull(spaced(100_001))]).toEqual([true, false]);
  const values = (count: number) => Buffer.from(JSON.stringify(Array.from({ length: count }, () => 1)));
  expect([isToldInFull(values(1_000)), isToldInFull(values(1_001))]).toEqual([true, false]);
});

test('of a value of a wrong type its type alone is told, beside what is wrong with others, and nothing twice', () => {
  const of = (threshold: object) =>
    check('updateSimCardDataUsageNotification', {
      params: { id: '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c' },
      text: JSON.stringify({ threshold }),
    }).violations.map(({ pointer, keyword }) => [pointer, keyword]);
  expect(of({ amount: 'ten', unit: 5 })).toEqual([
    ['/threshold/amount', 'pattern'],
    ['/threshold/unit', 'type'],
  ]);
  expect(of({ amount: 5, unit: 'XB' })).toEqual([
    ['/threshold/amount', 'type'],
    ['/threshold/unit', 'enum'],
  ]);
});

for (const [choices, type, kinds] of [
  [{}, undefined, []],
  [{ untypedBodies: 'refused' }, undefined, ['body mediaType']],
  [{ untypedBodies: 'refused' }, 'application/json', []],
  [{}, 'application/merge-patch+json', ['body mediaType']],
  [{ mediaTypes: 'suffixed' }, 'application/merge-patch+json', []],
  [{ mediaTypes: 'suffixed' }, 'APPLICATION/vnd.a.b-1+JSON ; x=y', []],
  [{ mediaTypes: 'suffixed' }, 'text/x+json', ['body mediaType']],
  [{ mediaTypes: 'suffixed' }, 'x-application/a+json', ['body mediaType']],
  [{ mediaTypes: 'suffixed' }, 'application/a+jsonp', ['body mediaType']],
  [{ mediaTypes: 'suffixed' }, 'application/+json', ['body mediaType']],
  [{ mediaTypes: 'any' }, 'text/plain', []],
] as [Partial<Choices>, string | undefined, string[]][]) {
  test(`${JSON.stringify(choices)}: a body of the type ${type} has ${kinds.join() || 'nothing'} wrong`, () => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    expect(kindsOf(check('createNumberReservation', { headers, text: '{}', choices }))).toEqual(kinds);
  });
}

test('a body of any type that is no JSON is of another type, one that says to be JSON is not well written', () => {
  const choices = { mediaTypes: 'any' } as const;
  const told = (type: string) =>
    check('createNumberReservation', { headers: { 'content-type': type }, text: '{a', choices }).violations.map(
      ({ keyword, message }) => [keyword, message.slice(0, 40)],
    );
  expect(told('text/plain')).toEqual([['mediaType', 'The content type must be application/jso']]);
  expect(told('application/json')).toEqual([['syntax', 'The body is not valid JSON: an unknown w']]);
});

for (const [chosen, operation, told] of [
  ['ignored', 'listDirDocumentTypes', []],
  ['refused', 'listDirDocumentTypes', ['page[sise]', 'x']],
  ['refusedByLists', 'listDirDocumentTypes', ['page[sise]', 'x']],
  ['refused', 'createNumberReservation', ['page[sise]', 'x']],
  ['refusedByLists', 'createNumberReservation', []],
] as const) {
  test(`where unknown parameters are ${chosen}, ${operation} has ${told.length} against them`, () => {
    const query = { 'page[size]': '5', 'page[sise]': '5', x: '1' };
    const given = operation === 'listDirDocumentTypes' ? query : { 'page[sise]': '5', x: '1' };
    const { violations } = check(operation, { query: given, choices: { unknownParameters: chosen } });
    expect(violations.map(({ parameter }) => parameter)).toEqual(told);
    const meant = operation === 'listDirDocumentTypes' ? '; did you mean "page[size]"?' : '';
    for (const [index, one] of violations.entries())
      expect(one).toMatchObject({
        in: 'query',
        rules: ['HTTP-11'],
        message: `is not known${index === 0 ? meant : ''}`,
      });
  });
}

test('what is wrong is told of the parameters that there are, then of others, then of the body', () => {
  const choices = { unknownParameters: 'refused' } as const;
  const query = { x: '1', 'page[size]': '0' };
  expect(kindsOf(check('listDirDocumentTypes', { query, choices }))).toEqual(['query minimum', 'query unknown']);
  const reserved = check('createNumberReservation', { query: { x: '1' }, text: '{"phone_numbers":5}', choices });
  expect(kindsOf(reserved)).toEqual(['query unknown', 'body type']);
});

test('a parameter of the path or a header is none of the query', () => {
  const told = (unknownParameters: Choices['unknownParameters']) =>
    check('createEmailMessage', {
      text: '{"from":"a@b.co","to":["c@d.co"]}',
      query: { 'Idempotency-Key': 'k' },
      choices: { unknownParameters },
    }).violations.map(({ parameter }) => parameter);
  expect([told('refused'), told('refusedByLists')]).toEqual([['Idempotency-Key'], []]);
});

for (const [repeatedParameter, documentTypesEmptyParameter, size, value, wrong] of [
  ['refused', 'invalid', ['5', '6'], undefined, 1],
  ['refused', 'absent', ['5', '6'], undefined, 1],
  ['first', 'invalid', ['5', '6'], 5, 0],
  ['last', 'invalid', ['5', '6', '7'], 7, 0],
  ['refused', 'invalid', '', undefined, 1],
  ['refused', 'absent', '', 20, 0],
  ['last', 'absent', ['5', ''], 20, 0],
  ['last', 'invalid', ['5', ''], undefined, 1],
  ['first', 'absent', '17', 17, 0],
  ['first', 'absent', ['', '5'], 20, 0],
] as const) {
  const chosen = `${repeatedParameter} of several, ${documentTypesEmptyParameter} without a value`;
  test(`${chosen}: page[size] ${JSON.stringify(size)} is ${value ?? 'refused'}`, () => {
    const query = { 'page[size]': typeof size === 'string' ? size : [...size] };
    const { values, violations } = check('listDirDocumentTypes', {
      query,
      choices: { repeatedParameter, documentTypesEmptyParameter },
    });
    expect([violations.length, wrong === 0 ? values['page[size]'] : undefined]).toEqual([wrong, value]);
  });
}

for (const [flagWords, read] of [
  ['refused', []],
  ['quoted', ['true', 'false']],
  ['digits', [1, '1', 0, '0']],
  ['read', [1, '1', 'true', 'YES', 'on', 't', 'y', 0, '0', 'False', 'no', 'off', 'f', 'n']],
] as const) {
  test(`where words for flags are ${flagWords}, these are: ${JSON.stringify(read)}`, () => {
    const all = [1, '1', 'true', 'YES', 'on', 't', 'y', 0, '0', 'False', 'false', 'no', 'off', 'f', 'n', 2, 'x', null];
    const flagOf = (word: unknown) => {
      const text = JSON.stringify({ sandbox_mode: word, subject: 'true' });
      const { body } = check('createEmailMessage', { text, choices: { flagWords } });
      expect(body).toHaveProperty('subject', 'true');
      return (body as { sandbox_mode: unknown }).sandbox_mode;
    };
    const yes: unknown[] = [1, '1', 'true', 'YES', 'on', 't', 'y'];
    const words: readonly unknown[] = flagWords === 'read' ? [...read, 'false'] : read;
    expect(all.map(flagOf)).toEqual(all.map((word) => (words.includes(word) ? yes.includes(word) : word)));
  });
}
