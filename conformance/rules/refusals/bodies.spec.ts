// conformance/rules/refusals/: tables of requests that are refused, each next to a valid twin.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { CallOptions } from '../../suite/api/client.ts';
import { type Answer, type Case, expect, refusals, rule, test, written } from '../../suite/rule.ts';

/** An operation that takes a body, with a request that succeeds. */
interface Writer {
  name: string;
  needs: readonly string[];
  /** The code of requests that can't be read. */
  code: '10007' | '10015';
  bodyFor: (t: Case) => Record<string, unknown>;
  write: (t: Case, body: unknown, options: CallOptions) => Promise<Answer>;
}

const writers: readonly Writer[] = [
  {
    name: 'update',
    needs: ['write', 'simNotification'],
    code: '10015',
    bodyFor: () => ({ threshold: { amount: '17.5', unit: 'MB' } }),
    write: (t, body, options) => t.api.updateNotification(t.notification.id, body, options),
  },
  {
    name: 'reservation',
    needs: ['write'],
    code: '10007',
    bodyFor: (t) => ({ customer_reference: t.unique.reference() }),
    write: (t, body, options) => t.api.createReservation(body, options),
  },
  {
    name: 'email',
    needs: ['send'],
    code: '10015',
    bodyFor: (t) => t.email(),
    write: (t, body, options) => t.api.sendEmail(body, options),
  },
];

const json = 'application/json';

const foreignBodies = {
  'application/x-www-form-urlencoded': 'customer_reference=x&subject=y',
  'text/plain': 'A text.',
  'application/xml': '<request><subject>x</subject></request>',
  'multipart/form-data; boundary=x': '--x\r\nContent-Disposition: form-data; name="subject"\r\n\r\nx\r\n--x--\r\n',
  'application/octet-stream': '\u0000\u0001\u0002',
};

const twoTypes = ([first, second]: readonly [string, string]) => ({
  headers: [first, second].map((type) => ['Content-Type', type]),
});

function rowsOf({ name, needs, code, bodyFor, write }: Writer) {
  const send = (t: Case, { bytes, type = json, ...options }: Record<string, unknown>) =>
    write(t, written(bytes as string | Buffer, String(type)), options);
  const requests = refusals({ send });
  const twin = (t: Case) => ({ bytes: JSON.stringify(bodyFor(t)) });
  const row = (rules: Parameters<typeof requests>[0], sentence: string, of: Parameters<typeof requests>[2]) =>
    requests(rules, `${name}: ${sentence}`, { needs, twin, ...of });
  return [
    row({ 'HTTP-2': [] }, 'JSON is accepted however it is written', {
      accepted(_, { bytes }) {
        const [text, body] = [String(bytes), JSON.parse(String(bytes))];
        const reversed = JSON.stringify(Object.fromEntries(Object.entries(body).reverse()));
        return {
          'spread over lines': { bytes: ` \r\n\t${JSON.stringify(body, null, 2)}\n` },
          'with escapes': { bytes: text.replaceAll('a', '\\u0061') },
          'members the other way round': { bytes: reversed },
          'with a charset': { bytes, type: `${json}; charset=utf-8` },
        };
      },
    }),
    row({ 'HTTP-3': [], 'HTTP-4': [400, code] }, 'a non-JSON body is refused with 400', {
      changes: (_, { bytes }) => brokenJson(String(bytes)),
    }),
    row({ 'HTTP-5': [], 'HTTP-6': [415, code] }, 'another content type than JSON is refused with 415', {
      changes: Object.entries(foreignBodies).map(([type, bytes]) => ({ bytes, type })),
    }),
    // The refusal of well-formed JSON for its content type is an assumption.
    row({ 'HTTP-6': [415, code] }, 'JSON under another content type is refused with 415', {
      changes: (_, { bytes }) => Object.keys(foreignBodies).map((type) => ({ bytes, type })),
    }),
    row({ 'HTTP-18': [415, code] }, 'a body under two content types is refused with 415', {
      changes: (_, { bytes }) => ({
        'JSON first': { bytes, ...twoTypes([json, 'text/plain']) },
        'JSON last': { bytes, ...twoTypes(['text/plain', json]) },
      }),
    }),
    row({ 'HTTP-11': [] }, 'an unknown query parameter is ignored', {
      accepted: (_, { bytes }) =>
        ['conformance_unknown=1', 'conformance[unknown]=&page[size]=0'].map((rawQuery) => ({ bytes, rawQuery })),
    }),
    rule('HTTP-17', `${name}: a body under a content coding is refused with 415`, { needs }, async (t) => {
      const { bytes } = twin(t);
      const codedAs = (coded: string | Buffer, ...codings: string[]) =>
        send(t, { bytes: coded, headers: codings.map((coding) => ['Content-Encoding', coding]) });
      await t.mustSucceed(send(t, { bytes }));
      expect(await codedAs(bytes, 'identity')).toAccept();
      const coded: Record<string, [bytes: string | Buffer, foreign: string, codings: string[]]> = {
        gzip: [gzipSync(bytes), 'gzip', ['gzip']],
        deflate: [deflateSync(bytes), 'deflate', ['deflate']],
        br: [brotliCompressSync(bytes), 'br', ['br']],
        'plain JSON under an unknown coding': [bytes, 'x-conformance', ['x-conformance']],
        'gzip behind identity': [gzipSync(bytes), 'gzip', ['identity, gzip']],
        'an unknown coding in a second header': [bytes, 'x-conformance', ['identity', 'x-conformance']],
      };
      await t.each(coded, async ([body, foreign, codings]) => {
        const answer = await codedAs(body, ...codings);
        expect(answer).toRefuse(415, code);
        expect(answer.errors.map(({ detail }) => detail).join(' '), 'the details').toContain(foreign);
      });
    }),
    rule('HTTP-9', `${name}: 8,000,000 bytes are read, and one more is refused with 413`, { needs }, async (t) => {
      const { bytes } = twin(t);
      await t.mustSucceed(send(t, { bytes }));
      expect(await answerTo(() => send(t, { bytes: bytes.padEnd(8_000_000) }))).toAccept();
      expect(await answerTo(() => send(t, { bytes: bytes.padEnd(8_000_001) }))).toRefuse(413, code);
    }),
  ];
}

for (const row of writers.flatMap(rowsOf)) test(...row);

function brokenJson(text: string) {
  const inner = text.slice(0, -1);
  const texts = {
    'the last brace missing': inner,
    'an opening brace': '{',
    'a comma before the end': `${inner},}`,
    'single quotes': text.replaceAll('"', "'"),
    'names without quotes': text.replace(/"(\w+)":/g, '$1:'),
    'text after the end': `${text} x`,
    'a second object': `${text}${text}`,
    'a comment': `/* */${text}`,
    words: 'this is no JSON',
    'a form': 'customer_reference=x&threshold=y',
  };
  return Object.fromEntries(Object.entries(texts).map(([name, bytes]) => [name, { bytes }]));
}

/**
 * A server that answers early and closes may lose its answer on the way, so the request is repeated. A server without any answer
 * fails.
 */
async function answerTo(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await send().catch((error: Error) => error);
    if (!(outcome instanceof Error)) return outcome;
    if (!outcome.message.includes('broke the connection')) throw outcome;
    if (attempt === 3) expect(outcome.message, 'the outcome instead of an answer').toBe('an answer');
  }
}
