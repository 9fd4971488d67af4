import { expect, test } from 'vitest';
import type { RefusalForm } from '../../../spec/deployment/deployment.ts';
import { type AnyAnswer, refuse } from '../answer.ts';
import type { ToldError } from './errors-together.ts';
import { retellRefusal } from './refusal.ts';

type About = Parameters<typeof retellRefusal>[2];

const asked = { method: 'PUT', path: '/a', url: '/a?b=1', headers: { host: 'h:1' }, now: 0 };

/** A refusal whose errors are told in these forms, each under its rules. */
function tell(answer: AnyAnswer, forms: (Partial<ToldError> & { form?: RefusalForm })[], about: Partial<About> = {}) {
  const errors = forms.map((one) => ({ form: undefined, rules: [], isOfReading: false, ...one }));
  const order = { status: answer.status, isAsSent: false, beside: {}, asked };
  return retellRefusal(answer, errors, { ...order, ...about });
}

test('a refusal repeats the first 2,000 characters of a path, a URL and a place, and the origin, method and time of its request', () => {
  const missing = ['{origin}', '{method}', '{path}', '{url}', '{now}'];
  const form: RefusalForm = {
    meta: { at: '{path}', place: '{place}' },
    pointer: 'none',
    members: { '/asked': { missing } },
  };
  const [long, shown] = [`/${'x'.repeat(2_000)}`, `/${'x'.repeat(1_999)}`];
  const refused = refuse(422, { code: '10015', detail: 'No.', pointer: long.replace('x', 'xx') });
  const told = tell(refused, [{ form }], { asked: { ...asked, path: long, url: `${long}?b=1` } });
  const meta = { at: shown, place: 'x'.repeat(2_000) };
  expect(told).toEqual({
    status: 422,
    body: {
      errors: [{ code: '10015', title: 'Invalid request', detail: 'No.', meta }],
      asked: ['http://h:1', 'PUT', shown, shown, '1970-01-01T00:00:00.000Z'],
    },
    rules: [],
  });
  const host = 'h'.repeat(2_000);
  expect(tell(refused, [{ form }], { asked: { path: '/a', headers: { host }, now: 0 } }).body).toMatchObject({
    asked: [`http://${host.slice(7)}`, '', '/a', '/a', '1970-01-01T00:00:00.000Z'],
  });
});

const wrong: AnyAnswer = {
  ...refuse(422, { code: '10015', detail: 'No.', pointer: '/to/0/email' }, 'ERR-10'),
  headers: { allow: 'GET', 'x-a': 'b' },
};
const plain = { code: '10015', title: 'Invalid request', detail: 'No.', source: { pointer: '/to/0/email' } };
const { source, ...placeless } = plain;
const named = refuse(422, { code: '10015', detail: 'No.', parameter: 'page[size]' });
const invalid = { code: '10015', title: 'Invalid request', detail: 'No.' };

for (const [what, form, error, chosen] of [
  ['as it is', {}, plain, undefined],
  [
    'under another code and its title',
    { code: 'c', title: 'T' },
    { ...plain, code: 'c', title: 'T' },
    ['code c', 'title T'],
  ],
  [
    'under another code and the title of that',
    { code: '20' },
    { ...plain, code: '20', title: 'Twenty' },
    ['code 20', 'title Twenty'],
  ],
  ['under another code, which has no title', { code: 'c' }, { ...plain, code: 'c' }, ['code c']],
  ['without its detail', { detail: false }, { code: '10015', title: 'Invalid request', source }, undefined],
  [
    'with what it repeats',
    { meta: { m: '{path} {code} {place}', n: 1 } },
    { ...plain, meta: { m: '/a 10015 to[0].email', n: 1 } },
    undefined,
  ],
  [
    'with its other code repeated',
    { code: '20', meta: { m: '{code}' } },
    { ...plain, code: '20', title: 'Twenty', meta: { m: '20' } },
    ['code 20', 'title Twenty'],
  ],
  ['without a meta', { meta: 'none' }, plain, undefined],
  ['with another place', { pointer: 'top' }, { ...plain, source: { pointer: '/to' } }, undefined],
  ['without a place', { pointer: 'none' }, placeless, undefined],
  ['with its place, whatever a parameter is called', { parameter: '/query/{name}' }, plain, undefined],
  ['with its place, whatever parameter is always named', { parameter: 'id' }, plain, undefined],
] as [string, RefusalForm, object, string[] | undefined][]) {
  test(`an error is told ${what}`, () => {
    const told = tell(wrong, [{ form }], { titles: { '20': 'Twenty' } });
    expect(told).toEqual({ ...wrong, body: { errors: [error] }, ...(chosen && { chosen }) });
  });
}

for (const [what, answer, form, told] of [
  ['as it is', named, {}, { parameter: 'page[size]' }],
  ['as it is, whatever a pointer is', named, { pointer: '/always' }, { parameter: 'page[size]' }],
  ['as a pointer', named, { parameter: '/query/{name}' }, { pointer: '/query/page[size]' }],
  ['in a text', named, { parameter: 'the {name}' }, { parameter: 'the page[size]' }],
  ['not at all', named, { parameter: 'none' }, undefined],
  ['not at all, whatever a pointer is', named, { parameter: 'none', pointer: '/always' }, undefined],
  ['as always', refuse(404, { code: '10015', detail: 'No.' }), { parameter: 'id' }, { parameter: 'id' }],
  [
    'by a pointer that is always there',
    refuse(404, { code: '10015', detail: 'No.' }),
    { pointer: '/x' },
    { pointer: '/x' },
  ],
  ['as nothing', refuse(404, { code: '10015', detail: 'No.' }), { pointer: 'exact' }, undefined],
] as [string, AnyAnswer, RefusalForm, object | undefined][]) {
  test(`a parameter is named ${what}`, () => {
    expect(tell(answer, [{ form }]).body).toEqual({ errors: [{ ...invalid, ...(told && { source: told }) }] });
  });
}

const PLAIN = 'text/plain; charset=utf-8';
for (const [what, form, changes] of [
  ['no body', { body: 'none' }, { body: undefined, chosen: ['body none'] }],
  ['an empty list', { body: 'empty' }, { body: { errors: [] }, chosen: ['body empty'] }],
  [
    'another body',
    { body: 'other', members: { '/errors': { missing: [] } } },
    { body: { errors: [] }, chosen: ['body other'] },
  ],
  [
    'a text',
    { body: 'text', text: '{method} {path} <{url}>' },
    {
      body: undefined,
      text: 'PUT /<a <{url}>'.replace('{url}', "/'?b=1&c"),
      headers: { ...wrong.headers, 'content-type': PLAIN },
      chosen: ['body text'],
    },
  ],
  [
    'an empty text',
    { body: 'text' },
    { body: undefined, text: '', headers: { ...wrong.headers, 'content-type': PLAIN }, chosen: ['body text'] },
  ],
  [
    'a page',
    { body: 'text', text: '<b>{path} {url}', contentType: 'text/html' },
    {
      body: undefined,
      text: '<b>/&lt;a /&#39;?b=1&amp;c',
      headers: { ...wrong.headers, 'content-type': 'text/html' },
      chosen: ['body text'],
    },
  ],
  [
    'XML',
    { body: 'text', text: '{path}', contentType: 'application/XML' },
    {
      body: undefined,
      text: '/&lt;a',
      headers: { ...wrong.headers, 'content-type': 'application/XML' },
      chosen: ['body text'],
    },
  ],
  [
    'another status, and no Allow',
    { status: 400 },
    { status: 400, body: { errors: [plain] }, headers: { 'x-a': 'b' }, chosen: ['status 400'] },
  ],
  [
    'a text and another status, and no Allow',
    { status: 400, body: 'text', text: 'No.' },
    {
      status: 400,
      body: undefined,
      text: 'No.',
      headers: { 'x-a': 'b', 'content-type': PLAIN },
      chosen: ['status 400', 'body text'],
    },
  ],
] as [string, RefusalForm, object][]) {
  test(`a refusal is told with ${what}`, () => {
    const told = tell(wrong, [{ form }], { asked: { ...asked, path: '/<a', url: "/'?b=1&c" } });
    expect(told).toEqual({ ...wrong, ...changes });
  });
}

test('members of a refusal and of its errors are told, with status, value and time', () => {
  const members: RefusalForm['members'] = {
    '/status': { status: 'text' },
    '/number': { status: 'number' },
    '/at': { missing: '{now}', time: '+02:00' },
    '/errors/*/given': { missing: '{value}' },
    '/errors/*/text': { missing: 'was {value}' },
    '/errors/*/title': 'absent',
  };
  const body = { to: [{ email: 5 }], name: 'sent' };
  const beside = { '/name': { missing: 'n', where: { asked: 'n' } }, '/status': { missing: 'beside' } };
  const told = tell(wrong, [{ form: { status: 400, members } }], { asked: { ...asked, body }, beside });
  expect(told.body).toEqual({
    status: '400',
    number: 400,
    at: '1970-01-01T02:00:00+02:00',
    name: 'sent',
    errors: [{ code: '10015', detail: 'No.', source, given: 5, text: 'was {value}' }],
  });
});

test('each error repeats the value that is wrong there', () => {
  const form: RefusalForm = { members: { '/errors/*/given': { missing: '{value}' } } };
  const errors = [plain, { ...plain, source: { pointer: '/name' } }];
  const told = tell({ ...wrong, body: { errors } }, [{ form }, { form }], {
    asked: { ...asked, body: { to: [{ email: 5 }], name: 'sent' } },
  });
  expect(told.body).toMatchObject({ errors: [{ given: 5 }, { given: 'sent' }] });
});

test('lists of a refusal stand beside its errors, and are told in them too', () => {
  const list: RefusalForm['members'] = {
    '/errors/*/meta/out': { list: '/suppressed', items: { to: 'email' } },
    '/errors/*/name': { missing: 'n', where: { asked: 'n' } },
  };
  const answer = { ...wrong, body: { ...(wrong.body as object), suppressed: [{ email: 'a@b.co' }] } };
  const told = tell(answer, [{ form: { meta: {}, members: list } }], { asked: { ...asked, body: { name: 'sent' } } });
  expect(told.body).toEqual({
    errors: [{ ...plain, meta: { out: [{ to: 'a@b.co' }] }, name: 'sent' }],
    suppressed: [{ email: 'a@b.co' }],
  });
});

const several: AnyAnswer = {
  ...wrong,
  body: { errors: [plain, { ...invalid, source: { parameter: 'x' } }, { ...invalid, detail: 'More.' }] },
  each: [{ rules: ['ERR-10'], fault: 'type' }, { rules: ['ERR-12'], fault: 'value' }, { rules: ['ERR-1'] }],
};

test('each of several errors is told in its form, the refusal as the first one says, and again for what tells it again', () => {
  const told = tell(several, [
    { form: { code: 'a', meta: { m: 1 }, also: [{ code: 'b', pointer: 'top' }] }, place: '/to/0/email' },
    { form: { parameter: 'none', status: 422 }, place: 'x' },
    { place: undefined },
  ]);
  expect(told).toEqual({
    ...several,
    ...several.each?.[0],
    body: {
      errors: [
        { ...plain, code: 'a', meta: { m: 1 } },
        { ...plain, code: 'b', meta: { m: 1 }, source: { pointer: '/to' } },
        invalid,
        { ...invalid, detail: 'More.' },
      ],
    },
    each: [several.each?.[0], several.each?.[0], several.each?.[1], several.each?.[2]],
    chosen: ['code a'],
  });
});

test('of several errors those of one status are told, with what decided the first of them', () => {
  const told = tell(several, [
    { form: { status: 400 }, place: '/to/0/email' },
    { place: 'x' },
    { form: { status: 400 } },
  ]);
  expect(told).toEqual({
    ...several,
    ...several.each?.[0],
    status: 400,
    headers: { 'x-a': 'b' },
    body: { errors: [plain, { ...invalid, detail: 'More.' }] },
    each: [several.each?.[0], several.each?.[2]],
    chosen: ['status 400'],
  });
  const alone = tell(several, [{ isOfReading: true, place: '/to/0/email' }, { place: 'x' }, {}]);
  expect([alone.body, alone.each]).toEqual([{ errors: [plain] }, [several.each?.[0]]]);
  const ordered = tell(several, [{ place: '/to/0/email' }, { place: 'x' }, { place: '/z' }], {
    errorOrder: ['x', '/z', '/to'],
  });
  expect(ordered).toMatchObject({ rules: ['ERR-12'], fault: 'value', each: [1, 2, 0].map((at) => several.each?.[at]) });
});

test('what the source says stays, but for a rule of which the file says that it is broken', () => {
  const form = { status: 422, code: '1', title: 'T' };
  const answer = refuse(400, { code: '10015', detail: 'No.' });
  const told = (rules: ToldError['rules'], more: RefusalForm = {}) => {
    const { status, body } = tell(answer, [{ form: { ...form, ...more }, rules }]);
    const [error] = (body as { errors: { code: string; title: string }[] }).errors;
    return [status, error?.code, error?.title];
  };
  expect(told(['ERR-10'])).toEqual([422, '1', 'T']);
  expect(told(['EMAIL-RCPT-2'])).toEqual([400, '1', 'T']);
  expect(told(['EMAIL-RCPT-2'], { breaks: ['EMAIL-RCPT-2'] })).toEqual([422, '1', 'T']);
  expect(told(['EMAIL-RCPT-2'], { breaks: ['EMAIL-RCPT-3'] })).toEqual([400, '1', 'T']);
  expect(told(['AUTH-3'])).toEqual([422, '10015', 'Invalid request']);
  expect(told(['RSV-28'])).toEqual([422, '10015', 'Invalid request']);
});

test('a detail that the source wants stays in the error that tells a fault first, and need not be in those that tell it again', () => {
  const form: RefusalForm = { detail: false, also: [{ code: '10009' }] };
  const { errors } = tell(refuse(401, { code: '10009', detail: 'No.' }), [{ form, rules: ['AUTH-3'] }]).body as {
    errors: { detail?: string }[];
  };
  expect(errors.map(({ detail }) => detail)).toEqual(['No.', undefined]);
});

const detail = [
  { loc: ['query', 'page[size]'], msg: 'Small.', type: 'a' },
  { loc: ['query', 'status'], msg: 'Bad.', type: 'b' },
];
const ofRuns: AnyAnswer = { status: 422, rules: ['RUN-20'], body: { detail } };
for (const [what, form, told, chosen] of [
  ['as they are', {}, detail, undefined],
  ['by the name of the parameter', { loc: 'name' }, [{ ...detail[0], loc: ['page[size]'] }, detail[1]], undefined],
  [
    'always in one place',
    { loc: ['body'], msg: 'M', type: 't' },
    [{ loc: ['body'], msg: 'M', type: 't' }, detail[1]],
    undefined,
  ],
  [
    'with a member',
    { members: { '/detail/*/given': { missing: '{value}' } } },
    [{ ...detail[0], given: '0' }, detail[1]],
    undefined,
  ],
  ['as an empty list', { body: 'empty' }, [], ['body empty']],
] as [string, RefusalForm, object[], string[] | undefined][]) {
  test(`faults of a query of mission runs are told ${what}`, () => {
    const query = { 'page[size]': '0', status: 'x' };
    expect(tell(ofRuns, [{ form }, {}], { asked: { ...asked, query } })).toEqual({
      ...ofRuns,
      body: { detail: told },
      ...(chosen && { chosen }),
    });
  });
}

test('a hundred errors are told at most, further ones of one fault included', () => {
  const errors = Array.from({ length: 60 }, () => invalid);
  const told = tell(
    { ...wrong, body: { errors } },
    errors.map(() => ({ form: { also: [{ code: 'b' }] } })),
  );
  expect((told.body as { errors: object[] }).errors).toHaveLength(100);
});
