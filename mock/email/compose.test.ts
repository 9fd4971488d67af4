import PostalMime, { decodeWords } from 'postal-mime';
import { expect, test } from 'vitest';
import { acceptedMessage } from '../testing.ts';
import { compose } from './compose.ts';
import type { OutboundMessage } from './message.ts';

const DATE = new Date('2025-03-04T05:06:07.890Z');

async function composed(changes: Partial<OutboundMessage> = {}) {
  const raw = await compose(acceptedMessage(changes), DATE);
  return { text: raw.toString(), parsed: await PostalMime.parse(raw) };
}

test('the headers say who, what and when', async () => {
  const { parsed } = await composed({ cc: [{ email: 'cc@example.com' }], replyTo: 'reply@example.com' });
  expect(parsed).toMatchObject({
    messageId: '<message-1@mail.example.com>',
    date: '2025-03-04T05:06:07.000Z',
    from: { name: 'Sender', address: 'sender@example.com' },
    to: [{ name: 'Ann', address: 'ann@example.com' }],
    cc: [{ name: '', address: 'cc@example.com' }],
    replyTo: [{ name: '', address: 'reply@example.com' }],
    subject: 'Hello',
    text: 'Good morning\n',
  });
});

test('a message that answers nothing carries no threading headers', async () => {
  const { parsed } = await composed();
  expect(parsed.inReplyTo).toBeUndefined();
  expect(parsed.references).toBeUndefined();
});

test('references keep their order, each once, however deep the thread', async () => {
  const ids = Array.from({ length: 60 }, (_, depth) => `<${String(depth).padStart(36, '0')}@mail.example.com>`);
  const { text, parsed } = await composed({ inReplyTo: ids.at(-1) ?? null, references: [...ids, ...ids.slice(0, 3)] });
  expect(parsed.inReplyTo).toBe(ids.at(-1));
  expect(parsed.references?.split(/\s+/)).toEqual(ids);
  expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
});

test('ids longer than a line stay whole', async () => {
  const ids = ['a', 'b', 'c'].map((letter) => `<${letter.repeat(300)}@mail.example.com>`);
  const { parsed } = await composed({ references: ids });
  expect(parsed.references?.split(/\s+/)).toEqual(ids);
});

test('blind recipients appear nowhere', async () => {
  const { text } = await composed({ bcc: [{ email: 'secret@example.com', name: 'Secret' }] });
  expect(text).not.toMatch(/secret|^bcc:/im);
});

test('a message with blind recipients only has no To', async () => {
  const { parsed } = await composed({ to: [], bcc: [{ email: 'secret@example.com' }] });
  expect(parsed.to).toBeUndefined();
  expect(parsed.from).toBeDefined();
});

for (const name of ['Doe, "Jane"', 'Zoë Ångström', 'a\\b <x@y.z>', '名前', 'Team: a; b']) {
  test(`a display name comes back as it was: ${name}`, async () => {
    const { parsed } = await composed({ to: [{ email: 'ann@example.com', name }] });
    expect(parsed.to).toEqual([{ name, address: 'ann@example.com' }]);
  });
}

test('line breaks in names, subjects and file names start no header', async () => {
  const evil = 'x\r\nBcc: eve@example.com\r\n\r\nbody';
  const { text, parsed } = await composed({
    from: { email: 'sender@example.com', name: evil },
    to: [{ email: 'ann@example.com', name: evil }],
    subject: evil,
    attachments: [{ content: '', contentType: evil, contentId: evil, disposition: evil, filename: evil }],
  });
  expect(text).not.toMatch(/^bcc:/im);
  expect(parsed.from?.name).toBe('x Bcc: eve@example.com body');
  expect(parsed.to).toEqual([{ name: 'x Bcc: eve@example.com body', address: 'ann@example.com' }]);
  expect(parsed.attachments.map(({ filename }) => filename)).toEqual(['x Bcc: eve@example.com body']);
});

const named = (filename: string) => ({
  ...{ content: '', contentType: 'text/plain', contentId: null, disposition: 'attachment', filename },
});
test('a text is written so that mail with long names of files is read as fast as other mail', async () => {
  const encodingOf = async (length: number) =>
    /^Content-Transfer-Encoding: (.+?)\r?$/m.exec(
      (await composed({ attachments: [named('a.txt'), named('a'.repeat(length))], text: '名前'.repeat(20) })).text,
    )?.[1];
  expect([await encodingOf(800), await encodingOf(801)]).toEqual(['base64', 'quoted-printable']);
});

for (const [declared, type] of [
  ['image/gif', 'image/gif'],
  ['image/gif; a=b', 'image/gif'],
  [' image/gif\r\n', 'image/gif'],
  [' Multipart/mixed', 'image/png'],
  ['multipart/mixed', 'image/png'],
  ['Multipart/Mixed', 'image/png'],
  ['image', 'image/png'],
  ['image/', 'image/png'],
  ['/gif', 'image/png'],
  ['', 'image/png'],
] as const) {
  test(`the type of a file is what is declared, or goes by its name: "${declared}"`, async () => {
    const attachment = {
      content: '',
      contentType: declared,
      contentId: null,
      disposition: 'attachment',
      filename: 'a.png',
    };
    const { parsed } = await composed({ attachments: [attachment] });
    expect(parsed.attachments[0]?.mimeType).toBe(type);
  });
}

test('custom headers are added', async () => {
  const headers = JSON.parse('{ "X-Campaign": "frühling", "__proto__": "x" }');
  const { text, parsed } = await composed({ headers });
  expect(text).toMatch(/^__proto__: x\r$/m);
  expect(parsed.headers.find(({ key }) => key === 'x-campaign')?.value).toMatch(/^=\?UTF-8\?/);
});

test('html and text are alternatives', async () => {
  const { parsed } = await composed({ html: '<p>Grüße</p>', text: 'Grüße' });
  expect(parsed).toMatchObject({ html: '<p>Grüße</p>\n', text: 'Grüße\n' });
});

test('a message without bodies has an empty text', async () => {
  const { text, parsed } = await composed({ text: null });
  expect(text).toContain('Content-Type: text/plain');
  expect(parsed.html).toBeUndefined();
});

test('attachments keep name, type, bytes and Content-ID', async () => {
  const content = Buffer.from([0, 1, 2, 255]).toString('base64');
  const { parsed } = await composed({
    html: '<img src="cid:logo">',
    attachments: [
      { content, contentType: 'image/png', contentId: 'logo', disposition: 'inline', filename: 'logo.png' },
      {
        content,
        contentType: 'application/pdf',
        contentId: null,
        disposition: 'attachment',
        filename: 'Übersicht.pdf',
      },
      { content, contentType: 'multipart/mixed', contentId: null, disposition: 'attachment', filename: '' },
    ],
  });
  const found = parsed.attachments.map((part) => ({
    ...part,
    content: [...new Uint8Array(part.content as ArrayBuffer)],
  }));
  expect(found).toMatchObject([
    {
      filename: 'logo.png',
      mimeType: 'image/png',
      disposition: 'inline',
      contentId: '<logo>',
      content: [0, 1, 2, 255],
    },
    { filename: 'Übersicht.pdf', mimeType: 'application/pdf', disposition: 'attachment', content: [0, 1, 2, 255] },
    { mimeType: 'application/octet-stream', content: [0, 1, 2, 255] },
  ]);
});

test('a disposition is read whatever its letter case, and a Content-ID without its brackets', async () => {
  const shown = { content: '', contentType: 'image/png', contentId: ' <logo> ', filename: 'logo.png' };
  const { text } = await composed({
    html: '<img src="cid:logo">',
    attachments: ['Inline', ' INLINE ', 'other'].map((disposition) => ({ ...shown, disposition })),
  });
  expect(text.match(/^Content-Disposition: \w+/gm)).toEqual([
    'Content-Disposition: inline',
    'Content-Disposition: inline',
    'Content-Disposition: attachment',
  ]);
  expect(text.match(/^Content-Id: .*$/gim)).toEqual(Array(3).fill(expect.stringMatching(/: <logo>$/)));
  const empty = await composed({ attachments: [{ ...shown, contentId: '<>', disposition: 'inline' }] });
  expect(empty.text).not.toMatch(/^Content-Id: <>/im);
});

test('the same message gives the same bytes', async () => {
  const message = acceptedMessage({ html: '<p>a</p>' });
  expect(await compose(message, DATE)).toEqual(await compose(message, DATE));
});

/** Whole mails as they are to be: `npx vitest run compose --update` writes them anew, to be read before they are kept. */
const golden: Record<string, Partial<OutboundMessage>> = {
  plain: { replyTo: 'reply@example.com', cc: [{ email: 'cc@example.com' }] },
  blind: { to: [], bcc: [{ email: 'secret@example.com', name: 'Secret' }] },
  reply: {
    inReplyTo: '<parent-3@mail.example.com>',
    references: ['<parent-1@mail.example.com>', '<parent-2@mail.example.com>', '<parent-3@mail.example.com>'],
    subject: 'Re: Hello',
  },
  foreign: {
    from: { email: 'sender@example.com', name: 'Zoë Ångström' },
    to: [
      { email: 'ann@example.com', name: 'Doe, "Jane"' },
      { email: 'ben@example.com', name: '名前' },
    ],
    subject: 'Grüße aus einer Stadt, deren Name länger ist als eine Zeile eines Briefkopfes',
    headers: { 'X-Campaign': 'frühling' },
    text: 'Grüße = “gut”, mit einem Leerzeichen am Ende einer Zeile, die länger ist als 76 Zeichen ',
  },
  long: { subject: 'x'.repeat(800), headers: { 'X-A': 'ü'.repeat(800) } },
  alternatives: { html: '<p>Good <b>morning</b></p>', text: 'Good morning' },
  attachments: {
    html: '<img src="cid:logo">',
    attachments: [
      { content: 'AAEC/w==', contentType: 'image/png', contentId: 'logo', disposition: 'inline', filename: 'logo.png' },
      {
        content: 'aGk=',
        contentType: 'text/plain',
        contentId: null,
        disposition: 'attachment',
        filename: 'Übersicht.txt',
      },
    ],
  },
};
for (const [name, changes] of Object.entries(golden)) {
  test(`the mail is the golden one, byte for byte: ${name}`, async () => {
    await expect((await composed(changes)).text).toMatchFileSnapshot(`golden/${name}.eml`);
  });
}

for (const [name, text] of [
  ['letters', 'é'.repeat(20_000)],
  ['words', 'é '.repeat(20_000).trim()],
  ['one word of ASCII', 'a'.repeat(20_000)],
  ['what looks like encoded words', '=?UTF-8?Q?'.repeat(2_000)],
] as const) {
  test(`a long subject and header come back as they were, in short lines: ${name}`, async () => {
    const { text: raw, parsed } = await composed({ subject: text, headers: { 'X-A': text } });
    expect(parsed.subject).toBe(text);
    expect(decodeWords(parsed.headers.find(({ key }) => key === 'x-a')?.value ?? '')).toBe(text);
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
  });
}

test('a long display name comes back as it was, in short lines', async () => {
  const name = 'é '.repeat(20_000).trim();
  const { text, parsed } = await composed({ from: { email: 'sender@example.com', name } });
  expect(parsed.from?.name).toBe(name);
  expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
});

test('the display names of a mail have 200,000 characters together, and addresses beyond them stand alone', async () => {
  const [long, name] = ['é '.repeat(100_000).trim(), 'Ann Other'];
  const { parsed } = await composed({
    from: { email: 'sender@example.com', name: long },
    to: [
      { email: 'a@example.com', name },
      { email: 'b@example.com', name },
    ],
  });
  expect(parsed.from?.name).toBe(long);
  expect(parsed.to?.map(({ address, name: shown }) => [address, shown])).toEqual([
    ['a@example.com', 'A'],
    ['b@example.com', ''],
  ]);
});
