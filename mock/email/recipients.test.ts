import { expect, test } from 'vitest';
import { duplicatesIn, normalise, toAddress } from './recipients.ts';

test('an address loses the white space around it, and keeps its case', () => {
  expect(toAddress(' Ada@Example.com\t')).toEqual({ email: 'Ada@Example.com' });
  expect(toAddress({ email: ' Ada@Example.com ', name: ' Ada ' })).toEqual({ email: 'Ada@Example.com', name: ' Ada ' });
});

test('spellings differ by case and surrounding white space only', () => {
  expect(normalise(' ADA@Example.COM ')).toBe('ada@example.com');
  for (const other of ['ada+x@example.com', 'a.da@example.com', 'ada@xn--example.com']) {
    expect(normalise(other)).not.toBe('ada@example.com');
  }
});

test('a name stands before the address, or beside it', () => {
  expect(toAddress(' Ann <ann@b.co> ')).toEqual({ email: 'ann@b.co', name: 'Ann' });
  expect(toAddress('<ann@b.co>')).toEqual({ email: 'ann@b.co', name: '' });
  expect(toAddress('Ann  Other< Ann@b.co >')).toEqual({ email: 'Ann@b.co', name: 'Ann  Other' });
  expect(toAddress({ email: 'Ann <ann@b.co>' })).toEqual({ email: 'Ann <ann@b.co>' });
});

for (const [title, lists, pointer] of [
  ['twice in one list', { to: ['a@b.co', 'c@b.co', 'A@b.co'] }, '/to/2'],
  ['in to and cc', { to: ['a@b.co'], cc: ['x@b.co', 'a@b.co'] }, '/cc/1'],
  ['in cc and bcc', { to: ['a@b.co'], cc: ['x@b.co'], bcc: [' X@B.CO '] }, '/bcc/0'],
  ['behind a name', { to: ['a@b.co', 'Ann <c@b.co>'], cc: ['Ann <A@b.co>'] }, '/cc/0'],
  ['as text and as an object', { to: ['a@b.co'], bcc: [{ email: 'A@B.co', name: 'A' }] }, '/bcc/0'],
] as const) {
  test(`an address that stands ${title} is found at its second place`, () => {
    expect([...duplicatesIn(lists)].map((one) => one.pointer)).toEqual([pointer]);
  });
}

for (const [what, lists, rules] of [
  ['the same list', { to: ['a@b.co', 'a@b.co'] }, ['EMAIL-RCPT-4']],
  ['another list', { to: ['a@b.co'], cc: ['a@b.co'] }, ['EMAIL-RCPT-2']],
  ['another case', { to: ['a@b.co'], cc: ['A@b.co'] }, ['EMAIL-RCPT-2', 'EMAIL-RCPT-3', 'EMAIL-RCPT-5']],
  ['white space', { bcc: ['a@b.co', ' a@b.co '] }, ['EMAIL-RCPT-4', 'EMAIL-RCPT-5']],
] as const) {
  test(`an address that stands once more breaks the rules about ${what}`, () => {
    const [duplicate, ...others] = duplicatesIn(lists);
    expect([duplicate?.email.toLowerCase(), duplicate?.rules, others]).toEqual(['a@b.co', rules, []]);
  });
}

test('an address that stands ever more often is compared with its first place', () => {
  expect([...duplicatesIn({ to: ['a@b.co'], cc: ['A@b.co', 'A@b.co'] })]).toEqual(
    ['/cc/0', '/cc/1'].map((pointer) => ({
      email: 'A@b.co',
      pointer,
      rules: ['EMAIL-RCPT-2', 'EMAIL-RCPT-3', 'EMAIL-RCPT-5'],
    })),
  );
});

test('addresses that differ are no duplicates', () => {
  const lists = { to: ['a@b.co', 'a+1@b.co'], cc: ['a.@b.co'], bcc: [{ email: 'a@b.com' }] };
  expect([...duplicatesIn(lists)]).toEqual([]);
});
