import PostalMime from 'postal-mime';

/** Headers that relays and signers put before a mail. */
const trace = [
  'Received: from mta.legal.example (mta.legal.example [192.0.2.1])\r\n\tby mx.people.example with ESMTPS id 1',
  'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=legal.example; s=s1;\r\n\th=from:to:subject; bh=AAAA; b=BBBB',
  'Return-Path: <bounces@legal.example>',
  'List-Unsubscribe: <https://legal.example/u?id=%7B%7D>',
  'X-Mailer: Legal',
];

const structured = /^(message-id|in-reply-to|references|from|to|cc|bcc|reply-to|date|mime-version|content-.*)$/;

/**
 * The same mail as it looks after a journey: header names in lower case, every line folded where it may be, unstructured headers
 * in encoded words (RFC 2047), a plain body in base64, and headers of relays before all that.
 */
export async function travelled(raw: Buffer): Promise<Buffer> {
  const text = raw.toString('utf8');
  const end = text.indexOf('\r\n\r\n');
  const { headers, subject } = await PostalMime.parse(raw);
  const lines = headers.map(({ key, value }) => {
    if (structured.test(key)) return `${key}: ${folded(value)}`;
    return `${key}: ${encodedWords(key === 'subject' ? (subject ?? '') : value)}`;
  });
  const isPlain = headers.some(({ key, value }) => key === 'content-type' && value.startsWith('text/'));
  const head = (part: string[]) => Buffer.from([...trace, ...part, '', ''].join('\r\n'));
  if (!isPlain) return Buffer.concat([head(lines), Buffer.from(text.slice(end + 4))]);
  const { text: plain, html } = await PostalMime.parse(raw);
  const others = lines.filter((line) => !line.startsWith('content-'));
  const type = html === undefined ? 'text/plain' : 'text/html';
  const body = Buffer.from(html ?? plain ?? '').toString('base64');
  return Buffer.concat([
    head([...others, `content-type: ${type}; charset=UTF-8`, 'content-transfer-encoding: base64']),
    Buffer.from(body.replace(/.{76}/g, '$&\r\n')),
  ]);
}

/** Broken at every blank between ids or addresses. */
function folded(value: string): string {
  return value.replace(/(?<=>) (?=<)/g, '\r\n ').replace(/, /g, ',\r\n ');
}

function encodedWords(value: string): string {
  const letters = Array.from(value);
  const words: string[] = [];
  while (letters.length > 0) words.push(letters.splice(0, 10).join(''));
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}
