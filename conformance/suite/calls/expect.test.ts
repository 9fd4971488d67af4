import { expect as plain, test } from 'vitest';
import { Answer } from '../wire/answer.ts';
import { namedStatuses } from '../wire/contract.ts';
import { expect } from './expect.ts';
import { setSubject } from './subject.ts';

function answer(status: number, body: unknown, requestId = 'r-1', step = 'x'): Answer {
  const request = { method: 'GET', url: `http://a.example/v2/${step}`, headers: [] };
  const headers: [string, string][] = [['X-Request-Id', requestId]];
  return new Answer({
    operation: 'createEmailMessage',
    status,
    headers,
    text: JSON.stringify(body),
    request,
  });
}

/** An answer to the question for a thing, which it names. */
const about = (id: string) => answer(404, { errors: [{ code: '1', title: `There is no ${id}.` }] }, 'r-1', id);
const [one, other] = ['9e85e0de-841b-4837-8cdc-17fc8e4affe1', '9e85e0de-841b-4837-8cdc-17fc8e4affe2'] as const;

/** What an envelope may say anew in each answer. */
const another = (digit: number) => ({
  timestamp: `2026-11-23T18:36:42.83${digit}Z`,
  date: `Mon, 23 Nov 2026 18:36:4${digit} GMT`,
  at: 1_795_459_002_830 + digit,
  east: `2026-11-23T19:36:42+0${digit}:00`,
  west: `2026-11-23 17:36:42,5-${digit}000`,
  incident: `9e85e0de-841b-4837-8cdc-17fc8e4affe${digit}`,
  request: `urn:uuid:9E85E0DE-841B-4837-8CDC-17FC8E4AFFE${digit}`,
  trail: `01ARZ3NDEKTSV4RRFFQ69G5FA${digit}`,
  span: `00f067aa0ba902b${digit}`,
  seconds: 1_795_459_000 + digit,
  exact: 1_795_459_000.5 + digit,
});

/** An answer to what is no operation. */
const elsewhere = {
  operation: undefined,
  headers: [],
  text: '{}',
  request: { method: 'GET', url: 'http://a.example/none', headers: [] },
};
/** An answer whose body is no JSON. */
const inText = (text: string) => new Answer({ ...elsewhere, status: 202, text });
const error = { code: '10015', title: 'Invalid', source: { pointer: '/to', parameter: 'page[size]' } };
const refused = answer(422, { errors: [error] });
/** Of two errors the second one is that which is looked for. */
const second = answer(422, { errors: [{ code: '10007', title: 'Other', source: { pointer: '/x' } }, error] });
const accepted = answer(202, { data: { id: 'm-1' } });

/** What a matcher lets pass, and what it doesn't: for each wrong one all else is right. */
const matchers: Record<string, { passes: (() => void)[]; fails: (() => void)[] }> = {
  toAccept: {
    passes: [() => expect(accepted).toAccept(), () => expect(accepted).toAccept(202)],
    fails: [
      () => expect(refused).toAccept(),
      () => expect(accepted).toAccept(200),
      () => expect(answer(300, {})).toAccept(),
      () => expect(answer(199, {})).toAccept(),
    ],
  },
  toRefuse: {
    passes: [
      () => expect(refused).toRefuse(),
      () => expect(refused).toRefuse(422),
      () => expect(refused).toRefuse(422, '10015'),
      () => expect(refused).toRefuse(undefined, '10015'),
      () => expect(second).toRefuse(422, '10015'),
    ],
    fails: [
      () => expect(accepted).toRefuse(),
      () => expect(answer(500, {})).toRefuse(),
      () => expect(answer(399, {})).toRefuse(),
      () => expect(refused).toRefuse(400),
      () => expect(refused).toRefuse(422, '10007'),
      () => expect(refused).toRefuse(undefined, '10007'),
      () => expect(refused).toRefuse(400, '10015'),
    ],
  },
  toHaveStatus: {
    passes: [() => expect(refused).toHaveStatus(422), () => expect(refused).toHaveStatus(400, 422)],
    fails: [() => expect(refused).toHaveStatus(400), () => expect(refused).toHaveStatus()],
  },
  toHaveNamedStatus: {
    passes: [
      () => expect(accepted).toHaveNamedStatus(),
      () => expect(new Answer({ ...elsewhere, status: 418 })).toHaveNamedStatus(),
      () => expect(answer(429, {})).toHaveNamedStatus(),
    ],
    fails: [() => expect(answer(418, {})).toHaveNamedStatus()],
  },
  toHaveErrorCode: {
    passes: [() => expect(refused).toHaveErrorCode('10015'), () => expect(second).toHaveErrorCode('10015')],
    fails: [() => expect(refused).toHaveErrorCode('10007'), () => expect(accepted).toHaveErrorCode('10015')],
  },
  toHaveErrorBody: {
    passes: [() => expect(refused).toHaveErrorBody()],
    fails: [
      () => expect(accepted).toHaveErrorBody(),
      () => expect(answer(422, { errors: [] })).toHaveErrorBody(),
      () => expect(answer(422, { errors: error })).toHaveErrorBody(),
      () => expect(answer(422, { errors: [error, 'text'] })).toHaveErrorBody(),
      () => expect(answer(422, { errors: [error, { code: '10015' }] })).toHaveErrorBody(),
      () => expect(answer(422, { errors: [{ title: 'Invalid' }, error] })).toHaveErrorBody(),
      () => expect(answer(422, { errors: [{ ...error, code: 10015 }] })).toHaveErrorBody(),
      () => expect(answer(422, { errors: [{ code: '10015' }] })).toHaveErrorBody(),
      () => expect(answer(422, { errors: [{ ...error, title: 7 }] })).toHaveErrorBody(),
    ],
  },
  toPointAt: {
    passes: [() => expect(refused).toPointAt('/to'), () => expect(second).toPointAt('/from', '/to')],
    fails: [() => expect(refused).toPointAt('/from'), () => expect(accepted).toPointAt('/to')],
  },
  toBlameParameter: {
    passes: [() => expect(refused).toBlameParameter('page[size]'), () => expect(second).toBlameParameter('page[size]')],
    fails: [() => expect(refused).toBlameParameter('page[number]')],
  },
  toReplay: {
    passes: [
      () => expect(answer(202, { a: 1, b: 2 }, 'r-2')).toReplay(answer(202, { b: 2, a: 1 })),
      () => expect(answer(202, { id: 1, request_id: 'x' })).toReplay(answer(202, { id: 1, request_id: 'y' })),
      () => expect(inText('sent')).toReplay(inText('sent')),
    ],
    fails: [
      () => expect(answer(200, { a: 1 })).toReplay(answer(202, { a: 1 })),
      () => expect(answer(202, { a: 1 })).toReplay(answer(202, { a: 2 })),
      () => expect(inText('sent')).toReplay(inText('sent again')),
    ],
  },
  toEqualAnswer: {
    passes: [
      () => expect(about(one)).toEqualAnswer(about(other)),
      () =>
        expect(answer(404, { title: `No ${one}.` }, 'r-1', `${one}?a=b`)).toEqualAnswer(
          answer(404, { title: `No ${other}.` }, 'r-1', `${other}?a=b`),
        ),
      () =>
        expect(answer(404, { errors: [], id: 'request-2' }, 'request-2')).toEqualAnswer(
          answer(404, { errors: [], id: 'request-3' }, 'request-3'),
        ),
      () =>
        expect(answer(404, { errors: [{ id: 'error-2', code: '1' }] })).toEqualAnswer(
          answer(404, { errors: [{ id: 'error-3', code: '1' }] }),
        ),
      () =>
        expect(answer(404, { errors: [], ...another(1) })).toEqualAnswer(answer(404, { errors: [], ...another(2) })),
      () =>
        expect(
          answer(200, { links: { self: 'http://a.example/v2/x?page=1&utm=1', next: '?page=2&utm=1' } }),
        ).toEqualAnswer(answer(200, { links: { self: 'http://a.example/v2/x?page=1', next: '?page=2' } })),
      () =>
        expect(answer(404, { self: '/v2/run+1.0' }, 'r-1', 'run+1.0')).toEqualAnswer(
          answer(404, { self: '/v2/run+2.0' }, 'r-1', 'run+2.0'),
        ),
    ],
    fails: [
      () => expect(answer(404, { errors: [] })).toEqualAnswer(answer(403, { errors: [] })),
      () => expect(about('one')).toEqualAnswer(about('two')),
      () =>
        expect(answer(404, { self: '/v2/a-c' }, 'r-1', 'a.c')).toEqualAnswer(
          answer(404, { self: '/v2/abc' }, 'r-1', 'a.c'),
        ),
      () => expect(answer(404, { a: 1, b: 2 })).toEqualAnswer(answer(404, { b: 2, a: 1 })),
      () => expect(answer(404, { a: 1 })).toEqualAnswer(answer(404, { a: 2 })),
      () =>
        expect(answer(200, { self: '/v2/x', at: '/v2/y' })).toEqualAnswer(answer(200, { self: '/v2/x', at: '/v2/z' })),
      () => expect(answer(404, another(1))).toEqualAnswer(answer(404, { ...another(1), timestamp: null })),
      () => expect(answer(404, { of: another(1).incident })).toEqualAnswer(answer(404, { of: '' })),
      () => expect(answer(404, { count: 1 })).toEqualAnswer(answer(404, { count: 2 })),
      () => expect(answer(404, { count: 17_954_590_021 })).toEqualAnswer(answer(404, { count: 17_954_590_022 })),
      () => expect(answer(404, { count: 2_795_459_001 })).toEqualAnswer(answer(404, { count: 2_795_459_002 })),
      () => expect(answer(404, { code: '00f067aa0ba9021' })).toEqualAnswer(answer(404, { code: '00f067aa0ba9022' })),
      () => expect(answer(404, { [another(1).incident]: 1 })).toEqualAnswer(answer(404, { [another(2).incident]: 1 })),
    ],
  },
  toBeJson: {
    passes: [() => expect([]).toBeJson('list'), () => expect({}).toBeJson('object')],
    fails: [
      () => expect({}).toBeJson('list'),
      () => expect([]).toBeJson('object'),
      () => expect(null).toBeJson('object'),
      () => expect('[]').toBeJson('list'),
    ],
  },
  toMatchSchema: {
    passes: [
      () => expect({ email: 'a@b.example' }).toMatchSchema('EmailAddress'),
      () => expect(answer(200, { email: 'a@b.example' })).toMatchSchema('/components/schemas/EmailAddress'),
    ],
    fails: [
      () => expect({ email: 7 }).toMatchSchema('EmailAddress'),
      () => expect(answer(200, { email: 7 })).toMatchSchema('EmailAddress'),
    ],
  },
  toBe: {
    passes: [() => expect(1).toBe(1), () => expect(Number.NaN).toBe(Number.NaN)],
    fails: [() => expect(1).toBe('1'), () => expect({}).toBe({}), () => expect(0).toBe(-0)],
  },
  toEqual: {
    passes: [
      () => expect({ a: [1] }).toEqual({ a: [1] }),
      () => expect({ a: 1, b: undefined }).toEqual({ a: 1 }),
      () => expect([1]).toEqual([expect.any(Number)]),
    ],
    fails: [() => expect({ a: [1] }).toEqual({ a: [2] }), () => expect({ a: 1 }).toEqual({ a: 1, b: 2 })],
  },
  toHaveLength: {
    passes: [() => expect([1]).toHaveLength(1), () => expect('ab').toHaveLength(2)],
    fails: [
      () => expect([1]).toHaveLength(2),
      () => expect([1]).toHaveLength(0),
      () => expect(undefined).toHaveLength(0),
    ],
  },
  toContain: {
    passes: [() => expect([1, 2]).toContain(2), () => expect('ab').toContain('b')],
    fails: [
      () => expect(undefined).toContain(1),
      () => expect([1]).toContain(2),
      () => expect([[1]]).toContain([1]),
      () => expect('ab').toContain('c'),
    ],
  },
};
for (const [name, { passes, fails }] of Object.entries(matchers)) {
  test(`${name} lets pass what it is about`, () => {
    for (const pass of passes) plain(pass, String(pass)).not.toThrow();
  });
  test(`${name} fails what is wrong in one respect`, () => {
    for (const fail of fails) plain(fail, String(fail)).toThrow(/expected: /);
  });
}

/** What a failed expectation says: what was wanted, and what came. */
function toldBy(fail: () => void): [expected: string, actual: string] | undefined {
  try {
    fail();
  } catch (error) {
    const { expected, actual } = (error as { matcherResult: { expected: string; actual: string } }).matcherResult;
    return [expected, actual];
  }
  return undefined;
}

const said = `422 {"errors":[${JSON.stringify(error)}]}`;
/** What makes an answer longer than it is told whole. */
const long = { text: 'x'.repeat(240) };
const sentences: [fail: () => void, expected: string, actual: string][] = [
  [() => expect(refused).toAccept(), 'accepted (2xx)', said],
  [() => expect(refused).toAccept(202), 'accepted with 202', said],
  [() => expect(accepted).toRefuse(), 'refused (4xx)', '202 {"data":{"id":"m-1"}}'],
  [() => expect(refused).toRefuse(400), 'refused with 400', said],
  [() => expect(refused).toRefuse(undefined, '10007'), 'refused (4xx) and the code 10007', said],
  [() => expect(refused).toRefuse(422, '10007'), 'refused with 422 and the code 10007', said],
  [() => expect(refused).toHaveStatus(200, 202), 'the status 200 or 202', said],
  [
    () => expect(answer(418, {})).toHaveNamedStatus(),
    `one of the statuses ${namedStatuses('createEmailMessage')}`,
    '418 {}',
  ],
  [() => expect(refused).toHaveErrorCode('10007'), 'an error with the code "10007"', said],
  [() => expect(answer(422, {})).toHaveErrorBody(), 'a standard error body: errors[] with code and title', '422 {}'],
  [() => expect(refused).toPointAt('/from', '/cc'), 'source.pointer "/from" or "/cc"', said],
  [() => expect(refused).toBlameParameter('a'), 'source.parameter "a"', said],
  [
    () => expect(answer(202, { a: 1 })).toReplay(answer(202, { a: 2 })),
    'the first answer again: 202 {"a":2}',
    '202 {"a":1}',
  ],
  [
    () => expect(answer(200, { a: 1 })).toReplay(answer(202, { a: 2 })),
    'the first answer again: 202 {"a":2}',
    '200 {"a":1}',
  ],
  [
    () => expect(answer(200, { a: 1, ...long })).toReplay(answer(202, { a: 1, ...long })),
    `the first answer again: 202 {"a":1,"text":"${long.text}"}`,
    `200 {"a":1,"text":"${long.text}"}`,
  ],
  [() => expect(inText('sent again')).toReplay(inText('sent')), 'the first answer again: 202 sent', '202 sent again'],
  [
    () => expect(answer(404, { a: 1 })).toEqualAnswer(answer(404, { a: 2 })),
    'the same answer as another: 404 {"a":2}',
    '404 {"a":1}',
  ],
  [
    () => expect(answer(404, { a: 1, ...long })).toEqualAnswer(answer(404, { a: 2, ...long })),
    'the same answer as another: 404 a 2',
    '404 a 1',
  ],
  [
    () => expect(answer(202, { a: 1, ...long })).toReplay(answer(202, { a: 2, ...long })),
    'the first answer again: 202 a 2',
    '202 a 1',
  ],
  [
    () => expect({ email: 7 }).toMatchSchema('EmailAddress'),
    'EmailAddress: /email must be an email address',
    '{"email":7}',
  ],
  [() => expect({}).toBeJson('list'), 'a list', '{}'],
  [() => expect([1]).toBeJson('object'), 'an object', '[1]'],
];
for (const [fail, expected, actual] of sentences) {
  test(`what was wanted is told with what came: ${expected}`, () => {
    plain(toldBy(fail)).toEqual([expected, actual]);
  });
}

test('an expectation is about the answer that it is given, else about what was looked at last', () => {
  const subjectOf = (fail: () => void) => {
    try {
      fail();
    } catch (thrown) {
      return (thrown as { matcherResult: { subject: unknown; label: unknown } }).matcherResult;
    }
    return undefined;
  };
  setSubject(accepted);
  plain(subjectOf(() => expect(refused, 'it').toAccept())).toMatchObject({ subject: refused, label: 'it' });
  plain(subjectOf(() => expect(1).toBe(2))).toMatchObject({ subject: accepted, label: undefined });
});

test('an answer is told with how to ask for it again', () => {
  plain(() => expect(refused).toAccept()).toThrow(`\nactual:   ${said}\nrepeat:   ${refused.curl}`);
});

test('a yes, a no and nothing are told with the answer that they are of, once', () => {
  const told = (label: string) => {
    try {
      expect(true, label).toBe(false);
    } catch (error) {
      return (error as { matcherResult: { actual: string } }).matcherResult.actual;
    }
    return undefined;
  };
  setSubject(accepted);
  plain(told('whether it is taken')).toBe(`true, in ${accepted}`);
  plain(told(`whether it is taken: ${accepted}`)).toBe('true');
  plain(toldBy(() => expect([]).toEqual([1]))?.[1]).toBe(`[], in ${accepted}`);
  plain(toldBy(() => expect(undefined).toBe(1))?.[1]).toBe(`nothing, in ${accepted}`);
  plain(toldBy(() => expect([2]).toEqual([1]))?.[1]).toBe('[2]');
  plain(toldBy(() => expect(1).not.toBe(1))).toEqual(['not 1', '1']);
});

test('a value that is not there is told as nothing', () => {
  plain(() => expect(undefined).toMatchSchema('EmailAddress')).toThrow(/actual: +nothing$/m);
});
