import { refusal } from './support/api.ts';
import { expect, test } from './support/test.ts';

for (const [title, lists, pointer] of [
  ['twice in to', { to: ['a@example.com', 'b@example.com', 'a@example.com'] }, '/to/2'],
  ['in to and cc', { to: ['a@example.com'], cc: ['b@example.com', 'a@example.com'] }, '/cc/1'],
  ['in to and bcc', { to: ['a@example.com'], bcc: ['a@example.com'] }, '/bcc/0'],
  ['in cc and bcc', { to: ['a@example.com'], cc: ['b@example.com'], bcc: ['b@example.com'] }, '/bcc/0'],
  ['in another case', { to: ['a@example.com'], cc: ['A@EXAMPLE.com'] }, '/cc/0'],
  ['with white space around it', { to: ['a@example.com'], cc: [' a@example.com '] }, '/cc/0'],
  ['as an object too', { to: ['a@example.com'], bcc: [{ email: 'A@example.com', name: 'Ann' }] }, '/bcc/0'],
] as const) {
  test(`an address that stands ${title} is refused`, async ({ api }) => {
    expect(await api.send(lists)).toMatchObject(refusal(400, '10015', { pointer }));
    expect(await api.mails()).toEqual([]);
  });
}

test('addresses that differ by more than case and white space are not the same', async ({ api }) => {
  const to = ['ann@example.com', 'ann+x@example.com', 'a.nn@example.com', 'ann@münchen.example'];
  const { to: answered } = await api.accepted({ to, cc: ['ann@xn--mnchen-3ya.example'] });
  expect(answered).toEqual(to.map((address) => ({ email: address })));
});

test('both forms of an address are taken in every list', async ({ api }) => {
  const lists = {
    to: ['a@example.com', { email: 'b@example.com', name: 'B' }],
    cc: [{ email: 'c@example.com' }],
    bcc: ['d@example.com', { email: 'e@example.com', name: '' }],
  };
  expect(await api.accepted(lists)).toMatchObject({
    to: [{ email: 'a@example.com' }, { email: 'b@example.com', name: 'B' }],
    cc: [{ email: 'c@example.com' }],
    bcc: [{ email: 'd@example.com' }, { email: 'e@example.com', name: '' }],
  });
});
