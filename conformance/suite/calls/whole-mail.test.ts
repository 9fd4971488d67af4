import { expect, test } from 'vitest';
import type { Mail } from './mailbox.ts';
import { allShown, everything } from './whole-mail.ts';

test('all that a mail shows is told by the rules, without what mail systems change on the way', () => {
  const sent = everything({
    unique: { reference: (word: string) => `${word}-1`, address: (word: string) => `${word}@a.example` } as never,
  });
  const mail = {
    subject: `${sent.subject.replace(' ', '\n ')}`,
    from: { name: sent.from_name, address: 'a@a.example' },
    replyTo: [{ name: '', address: 'Replies@A.example' }],
    all: (name: string) => (name === 'X-Conformance' ? ['=?utf-8?Q?whole-1?='] : []),
    html: `<html>${sent.text_body}</html>`,
    text: sent.text_body,
    attachments: [{ filename: 'whole.txt' }, { filename: null }],
  } as unknown as Mail;
  expect(allShown(mail)).toEqual({
    'EMAIL-SUBJ-1': 'Everything whole-1',
    'EMAIL-FROM-5': 'Ada of Conformance',
    'EMAIL-FROM-9': ['replies@a.example'],
    'EMAIL-HDR-1': ['whole-1'],
    'EMAIL-ANS-14': { html: false, text: true },
    'EMAIL-ATT-2': ['whole.txt', null],
  });
  expect(allShown({ ...mail, html: sent.html_body, text: sent.html_body })).toMatchObject({
    'EMAIL-ANS-14': { html: true, text: false },
  });
  const nothing = { replyTo: [], all: () => [], attachments: [] } as unknown as Mail;
  expect(allShown(nothing)).toEqual({
    'EMAIL-SUBJ-1': undefined,
    'EMAIL-FROM-5': undefined,
    'EMAIL-FROM-9': [],
    'EMAIL-HDR-1': [],
    'EMAIL-ANS-14': { html: undefined, text: undefined },
    'EMAIL-ATT-2': [],
  });
});
