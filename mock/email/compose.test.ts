import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { createMessage } from '../testing.ts';
import { compose, selectCustomHeaders } from './compose.ts';
import type { Message } from './messages.ts';

async function composeAndParse(changes: Partial<Message> = {}) {
  const raw = await compose({ ...createMessage(changes), deliveredAt: '2025-03-04T05:06:07.890Z' });
  return { text: raw.toString(), parsed: await PostalMime.parse(raw) };
}

const longestLine = (text: string) => Math.max(...text.split('\r\n').map((line) => line.length));
const file = { content: 'AAEC/w==', contentType: 'image/png', contentId: null, disposition: 'attachment' };

for (const length of [36, 300]) {
  test(`References with ids of ${length} characters are whole, in their order and each once`, async () => {
    const ids = Array.from({ length: 60 }, (_, depth) => `<${String(depth).padStart(length, '0')}@mail.example.com>`);
    const { text, parsed } = await composeAndParse({
      inReplyTo: ids.at(-1) ?? null,
      references: [...ids, ...ids.slice(0, 3)],
    });
    expect([parsed.inReplyTo, parsed.references?.split(/\s+/)]).toEqual([ids.at(-1), ids]);
    expect(longestLine(text)).toBeLessThanOrEqual(998);
  });
}

for (const name of ['Doe, "Jane"', 'Zoë Ångström', 'a\\b <x@y.z>', '名前', 'Team: a; b']) {
  test(`the display name ${name} reads back unchanged`, async () => {
    const { parsed } = await composeAndParse({ to: [{ email: 'ann@example.com', name }] });
    expect(parsed.to).toEqual([{ name, address: 'ann@example.com' }]);
  });
}

for (const [label, subject] of [
  ['letters', 'é'.repeat(20_000)],
  ['words', 'é '.repeat(20_000).trim()],
  ['a word of ASCII', 'a'.repeat(20_000)],
] as const) {
  test(`a subject of 20,000 ${label} reads back unchanged from lines of up to 998 characters`, async () => {
    const { text, parsed } = await composeAndParse({ subject });
    expect(parsed.subject).toBe(subject);
    expect(longestLine(text)).toBeLessThanOrEqual(998);
  });
}

test('a custom header is sent, even under the name __proto__', async () => {
  const { text } = await composeAndParse({ headers: JSON.parse('{ "X-Campaign": "spring", "__proto__": "x" }') });
  expect(text).toMatch(/^X-Campaign: spring\r$/m);
  expect(text).toMatch(/^__proto__: x\r$/m);
});

for (const [declared, type] of [
  ['image/gif', 'image/gif'],
  ['image/gif; a=b', 'image/gif'],
  [' image/gif\r\n', 'image/gif'],
  ['Multipart/mixed', 'image/png'],
  ['image', 'image/png'],
  ['', 'image/png'],
] as const) {
  test(`the file a.png of the declared type "${declared}" is sent as ${type}`, async () => {
    const { parsed } = await composeAndParse({ attachments: [{ ...file, contentType: declared, filename: 'a.png' }] });
    expect(parsed.attachments[0]?.mimeType).toBe(type);
  });
}

test('an attachment has its name, bytes, disposition and Content-ID', async () => {
  const logo = { ...file, contentId: ' <logo> ', disposition: ' INLINE ', filename: 'logo.png' };
  const { parsed } = await composeAndParse({
    html: '<img src="cid:logo">',
    attachments: [logo, { ...file, disposition: 'other', filename: 'Übersicht.png' }],
  });
  const found = parsed.attachments.map(({ filename, disposition, contentId, content }) => [
    ...[filename, disposition, contentId, Buffer.from(content as ArrayBuffer).toString('base64')],
  ]);
  expect(found).toEqual([
    ['logo.png', 'inline', '<logo>', file.content],
    ['Übersicht.png', 'attachment', undefined, file.content],
  ]);
});

for (const name of ['X-Campaign', 'List-Unsubscribe', '!', '~', 'X'.repeat(800), 'constructor']) {
  test(`the header ${name.slice(0, 40)} is sent`, () => {
    expect(selectCustomHeaders({ [name]: 'x' })).toEqual({ [name]: 'x' });
  });
}

for (const name of [
  ...['In-Reply-To', 'references', ' MESSAGE-ID ', 'From', 'sender', 'To', 'CC', 'bcc\t', 'Subject', 'Date'],
  ...['Reply-To', 'Return-Path', 'mime-version', 'Content-Type', 'content-anything'],
]) {
  test(`the header ${JSON.stringify(name)} of threading, addressing or structure is dropped`, () => {
    expect(selectCustomHeaders({ [name]: 'x' })).toEqual({});
  });
}

for (const name of ['', ' ', 'X Y', 'X:Y', 'Bcc: a@b.c\r\nX', 'X-\u00e9', 'X-\u0000', 'X'.repeat(801)]) {
  test(`the invalid header name ${JSON.stringify(name.slice(0, 40))} is dropped`, () => {
    expect(selectCustomHeaders({ [name]: 'x' })).toEqual({});
  });
}

test('a value with a line break is dropped', () => {
  expect(selectCustomHeaders({ 'X-A': 'a\r\nBcc: eve@example.com', 'X-B': 'b\nc', 'X-C': 'c\rd' })).toEqual({});
});
