import { expect as plain, test } from 'vitest';
import { Answer } from '../wire/answer.ts';
import { expect } from './expect.ts';
import { contrastValues } from './failure.ts';

function answer(status: number, body: unknown, requestId = 'r-1', step = 'x'): Answer {
  const request = { method: 'GET', url: `http://a.example/v2/${step}`, headers: [] };
  const headers: [string, string][] = [['X-Request-Id', requestId]];
  return new Answer({ operation: 'createEmailMessage', status, headers, text: JSON.stringify(body), request });
}
const notFound = (id: string) => answer(404, { errors: [{ code: '1', title: `There is no ${id}.` }] }, 'r-1', id);
const [first, second] = ['9e85e0de-841b-4837-8cdc-17fc8e4affe1', '9e85e0de-841b-4837-8cdc-17fc8e4affe2'] as const;
/** Members that differ from answer to answer. */
const envelope = (digit: number) => ({
  timestamp: `2026-11-23T18:36:42.83${digit}Z`,
  date: `Mon, 23 Nov 2026 18:36:4${digit} GMT`,
  at: 1_795_459_002_830 + digit,
  incident: `9e85e0de-841b-4837-8cdc-17fc8e4affe${digit}`,
  trail: `01ARZ3NDEKTSV4RRFFQ69G5FA${digit}`,
  span: `00f067aa0ba902b${digit}`,
});
const error = { code: '10015', title: 'Invalid', source: { pointer: '/to', parameter: 'page[size]' } };
const refused = answer(422, { errors: [{ code: '10007', title: 'Other', source: { pointer: '/x' } }, error] });
const accepted = answer(202, { data: { id: 'm-1' } });

const matchers: Record<string, { passes: (() => void)[]; fails: (() => void)[] }> = {
  toAccept: {
    passes: [() => expect(accepted).toAccept(), () => expect(accepted).toAccept(202)],
    fails: [() => expect(refused).toAccept(), () => expect(accepted).toAccept(200)],
  },
  toRefuse: {
    passes: [() => expect(refused).toRefuse(), () => expect(refused).toRefuse(422, '10015')],
    fails: [
      () => expect(accepted).toRefuse(),
      () => expect(answer(500, {})).toRefuse(),
      () => expect(refused).toRefuse(400, '10015'),
      () => expect(refused).toRefuse(422, '10005'),
      () => expect(accepted).toRefuse(undefined, '10015'),
    ],
  },
  toHaveErrorBody: {
    passes: [() => expect(refused).toHaveErrorBody()],
    fails: [
      () => expect(accepted).toHaveErrorBody(),
      () => expect(answer(422, { errors: [] })).toHaveErrorBody(),
      () => expect(answer(422, { errors: [error, 'text'] })).toHaveErrorBody(),
      () => expect(answer(422, { errors: [error, { code: '10015' }] })).toHaveErrorBody(),
      () => expect(answer(422, { errors: [{ ...error, code: 10015 }] })).toHaveErrorBody(),
    ],
  },
  toBlame: {
    passes: [
      () => expect(refused).toBlame('pointer', '/from', '/to'),
      () => expect(refused).toBlame('parameter', 'page[size]'),
    ],
    fails: [
      () => expect(refused).toBlame('pointer', '/from'),
      () => expect(accepted).toBlame('pointer', '/to'),
      () => expect(refused).toBlame('parameter', 'page[number]'),
    ],
  },
  toReplay: {
    passes: [
      () => expect(answer(202, { a: 1, b: 2 }, 'r-2')).toReplay(answer(202, { b: 2, a: 1 })),
      () => expect(answer(202, { id: 1, request_id: 'x' })).toReplay(answer(202, { id: 1, request_id: 'y' })),
    ],
    fails: [
      () => expect(answer(200, { a: 1 })).toReplay(answer(202, { a: 1 })),
      () => expect(answer(202, { a: 1 })).toReplay(answer(202, { a: 2 })),
    ],
  },
  toEqualAnswer: {
    passes: [
      () => expect(notFound(first)).toEqualAnswer(notFound(second)),
      () =>
        expect(answer(404, { id: 'request-2' }, 'request-2')).toEqualAnswer(
          answer(404, { id: 'request-3' }, 'request-3'),
        ),
      () => expect(answer(404, envelope(1))).toEqualAnswer(answer(404, envelope(2))),
      () =>
        expect(answer(200, { self: 'http://a.example/v2/x?page=1&utm=1' })).toEqualAnswer(
          answer(200, { self: 'http://a.example/v2/x?page=1' }),
        ),
    ],
    fails: [
      () => expect(answer(404, { errors: [] })).toEqualAnswer(answer(403, { errors: [] })),
      () => expect(notFound('one')).toEqualAnswer(notFound('two')),
      () => expect(answer(404, { a: 1, b: 2 })).toEqualAnswer(answer(404, { b: 2, a: 1 })),
      () => expect(answer(404, { count: 1 })).toEqualAnswer(answer(404, { count: 2 })),
      () => expect(answer(404, envelope(1))).toEqualAnswer(answer(404, { ...envelope(1), timestamp: null })),
    ],
  },
};
for (const [name, { passes, fails }] of Object.entries(matchers)) {
  test(`${name} passes for right values and fails for wrong ones`, () => {
    for (const pass of passes) plain(pass, String(pass)).not.toThrow();
    for (const fail of fails) plain(fail, String(fail)).toThrow(/expected: /);
  });
}

test('a failure shows the expected and the actual answer, and a command that repeats the request', () => {
  plain(() => expect(accepted).toRefuse(422, '10007')).toThrow(
    `expected: refused with 422 and the code 10007\nactual:   ${accepted}\nrepeat:   ${accepted.curl}`,
  );
});

const long = 'x'.repeat(300);
const contrasts: [label: string, expected: unknown, actual: unknown, texts: [expected: string, actual: string]][] = [
  ['short values are shown whole', { a: 1 }, { a: 2 }, ['{"a":1}', '{"a":2}']],
  ['an absent value is nothing', undefined, 'a', ['nothing', '"a"']],
  [
    'a matcher is shown as its plain value',
    [expect.objectContaining({ a: 1, b: expect.any(String) })],
    [],
    ['[{"a":1,"b":"Any<String>"}]', '[]'],
  ],
  [
    'long values are shown where they differ',
    { data: [{ id: 'a', text: long }, { id: 'b' }] },
    { data: [{ id: 'a', text: long }, { id: 'c' }] },
    [`...${long.slice(280)}"},{"id":"b"}]}`, `...${long.slice(280)}"},{"id":"c"}]}`],
  ],
  [
    'long texts are shown where they differ',
    `${long}a`,
    `${long}b`,
    [`...${long.slice(270)}a"`, `...${long.slice(270)}b"`],
  ],
];
for (const [label, expected, actual, texts] of contrasts) {
  test(label, () => {
    expect(contrastValues(expected, actual)).toEqual({ expected: texts[0], actual: texts[1] });
  });
}
