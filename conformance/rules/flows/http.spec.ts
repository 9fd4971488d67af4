import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { CallOptions } from '../../suite/api/client.ts';
import { missionRuns, totalsOf } from '../../suite/api/lists.ts';
import { numbersBody } from '../../suite/api/numbers.ts';
import { sendReadable } from '../../suite/api/sending.ts';
import { type Answer, type Case, expect, rule, test, written } from '../../suite/rule.ts';

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
  ...[false, true].map(
    (alias): Writer => ({
      name: `email${alias ? ' by the legacy route' : ''}`,
      needs: ['send'],
      code: '10015',
      bodyFor: (t) => t.email(),
      write: (t, body, options) => t.api.sendEmail(body, { ...options, alias }),
    }),
  ),
];

const json = 'application/json';

const foreignBodies = {
  'application/x-www-form-urlencoded': 'customer_reference=x&subject=y',
  'text/plain': 'A text.',
  'application/xml': '<request><subject>x</subject></request>',
  'multipart/form-data; boundary=x': '--x\r\nContent-Disposition: form-data; name="subject"\r\n\r\nx\r\n--x--\r\n',
  'application/octet-stream': '\u0000\u0001\u0002',
};

/** Sends a writer's request with any bytes under any content type; the request of one line has to succeed. */
async function begin({ bodyFor, write }: Writer, t: Case) {
  const body = bodyFor(t);
  const text = JSON.stringify(body);
  const send = (bytes: string | Buffer, type = json, options: CallOptions = {}) =>
    write(t, written(bytes, type), options);
  await t.mustSucceed(send(text), 'the request of one line');
  return { text, body, send };
}

for (const writer of writers) {
  const { name, needs, code } = writer;

  test(
    ...rule('HTTP-2', `${name}: JSON is accepted however it is written`, { needs }, async (t) => {
      const { text, body, send } = await begin(writer, t);
      const forms = {
        'spread over lines': ` \r\n\t${JSON.stringify(body, null, 2)}\n`,
        'with escapes': text.replaceAll('a', '\\u0061'),
        'members the other way round': JSON.stringify(Object.fromEntries(Object.entries(body).reverse())),
      };
      await t.each(forms, async (form) => expect(await send(form)).toAccept());
      await t.step('with a charset', async () => expect(await send(text, `${json}; charset=utf-8`)).toAccept());
    }),
  );

  test(
    ...rule(['HTTP-3', 'HTTP-4'], `${name}: a body that is no JSON is refused with 400`, { needs }, async (t) => {
      const { text, send } = await begin(writer, t);
      await t.each(brokenJson(text), async (bytes) => {
        const answer = await send(bytes);
        if (t.check('HTTP-3', () => expect(answer).toRefuse()))
          t.check('HTTP-4', () => expect(answer).toRefuse(400, code));
      });
      // Many readers of JSON take this for a number.
      const notANumber = await send(`${text.slice(0, -1)},"conformance_unknown":NaN}`);
      t.check('HTTP-4', () => expect(notANumber).toRefuse(400, code));
    }),
  );

  test(
    ...rule(
      ['HTTP-5', 'HTTP-6'],
      `${name}: another content type than JSON is refused with 415`,
      { needs },
      async (t) => {
        const { text, send } = await begin(writer, t);
        await t.each(foreignBodies, async (bytes, type) => {
          const answer = await send(bytes, type);
          const isRefused = t.check('HTTP-5', () => expect(answer).toRefuse());
          // That well-formed JSON is refused for its label alone is no more than the assumption.
          const labelled = await send(text, type);
          t.check('HTTP-6', () => {
            if (!isRefused) t.notApplicable('it was accepted, see HTTP-5');
            expect(answer).toRefuse(415, code);
            expect(labelled, 'JSON under this type').toRefuse(415, code);
          });
        });
      },
    ),
  );

  test(
    ...rule('HTTP-17', `${name}: a body under a content coding is refused with 415`, { needs }, async (t) => {
      const { text, send } = await begin(writer, t);
      const codedAs = (bytes: string | Buffer, ...codings: string[]) =>
        send(bytes, json, { headers: codings.map((coding) => ['Content-Encoding', coding] as const) });
      expect(await codedAs(text, 'identity')).toAccept();
      const coded: Record<string, [bytes: string | Buffer, foreign: string, codings: string[]]> = {
        gzip: [gzipSync(text), 'gzip', ['gzip']],
        deflate: [deflateSync(text), 'deflate', ['deflate']],
        br: [brotliCompressSync(text), 'br', ['br']],
        'plain JSON under an unknown coding': [text, 'x-conformance', ['x-conformance']],
        'gzip behind identity': [gzipSync(text), 'gzip', ['identity, gzip']],
        'an unknown coding in a second header': [text, 'x-conformance', ['identity', 'x-conformance']],
      };
      await t.each(coded, async ([bytes, foreign, codings]) => {
        const answer = await codedAs(bytes, ...codings);
        expect(answer).toRefuse(415, code);
        expect(answer.errors.map(({ detail }) => detail).join(' '), 'the details').toContain(foreign);
      });
    }),
  );

  test(
    ...rule('HTTP-18', `${name}: a body under two content types is refused with 415`, { needs }, async (t) => {
      const { text, send } = await begin(writer, t);
      const orders = { 'JSON first': [json, 'text/plain'], 'JSON last': ['text/plain', json] };
      await t.each(orders, async (types) => {
        const headers = types.map((type) => ['Content-Type', type] as const);
        expect(await send(text, json, { headers })).toRefuse(415, code);
      });
    }),
  );

  test(
    ...rule('HTTP-9', `${name}: 8,000,000 bytes are read, and one more is refused with 413`, { needs }, async (t) => {
      const { text, send } = await begin(writer, t);
      expect(await answerTo(() => send(text.padEnd(8_000_000)))).toAccept();
      expect(await answerTo(() => send(text.padEnd(8_000_001)))).toRefuse(413, code);
    }),
  );

  test(
    ...rule('HTTP-10', `${name}: an unknown member is ignored`, { needs }, async (t) => {
      const { body, send } = await begin(writer, t);
      await t.each(['x', 5, null, { deeper: ['x'] }], 'its value ', async (conformance_unknown) =>
        expect(await send(JSON.stringify({ ...body, conformance_unknown }))).toAccept(),
      );
    }),
  );

  test(
    ...rule('HTTP-11', `${name}: an unknown query parameter is ignored`, { needs }, async (t) => {
      const { text, send } = await begin(writer, t);
      for (const rawQuery of ['conformance_unknown=1', 'conformance[unknown]=&page[size]=0'])
        expect(await send(text, json, { rawQuery })).toAccept();
    }),
  );
}

function brokenJson(text: string): Record<string, string> {
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
  // Of an object without members some are no other text.
  return Object.fromEntries(Object.entries(texts).filter(([, broken]) => broken !== text));
}

/**
 * A server that answers early and closes can lose its answer on the way, so the request is sent again. One that never gets an
 * answer through has not given the expected status.
 */
async function answerTo(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await send().catch((error: Error) => error);
    if (!(outcome instanceof Error)) return outcome;
    if (!outcome.message.includes('broke the connection')) throw outcome;
    if (attempt === 3) expect(outcome.message, 'the outcome instead of an answer').toBe('an answer');
  }
}

test(
  ...rule(
    'HTTP-10',
    'unknown members of a threshold are ignored',
    { needs: ['write', 'simNotification'] },
    async (t) => {
      const threshold = { amount: '18.5', unit: 'MB' };
      await t.mustSucceed(t.api.updateNotification(t.notification.id, { threshold }));
      const more = { threshold: { ...threshold, conformance_unknown: 1 } };
      expect(await t.api.updateNotification(t.notification.id, more)).toAccept();
    },
  ),
);

test(
  ...rule('HTTP-10', 'unknown members next to a phone number are ignored', { needs: ['write'] }, async (t) => {
    if (t.target.phoneNumbers.length === 0) t.notApplicable('the profile names no phone numbers');
    for (let attempt = 1; attempt <= 3; attempt++) {
      const phone_number = t.numbers.next();
      const answer = await t.api.createReservation({ phone_numbers: [{ phone_number, conformance_unknown: 1 }] });
      if (answer.accepted) return;
      // A service may refuse a number that is held from an earlier run.
      if ((await t.api.createReservation(numbersBody(phone_number))).accepted) expect(answer).toAccept();
    }
    t.numbers.stillHeld();
  }),
);

/** Queries of parameters that no list has. */
const unknownQueries = ['conformance_unknown=1', 'conformance[unknown]=x&conformance[unknown]=y', 'short_name=none'];

test(
  ...rule('HTTP-11', 'document types ignore an unknown query parameter', async (t) => {
    await t.each(unknownQueries, String, async (rawQuery) => {
      const plain = await t.mustSucceed(t.api.listDocumentTypes());
      const answer = await t.api.listDocumentTypes({}, { rawQuery });
      expect(answer).toAccept();
      expect(answer).toEqualAnswer(plain);
    });
  }),
);

test(
  ...rule('HTTP-11', 'mission runs ignore an unknown query parameter', async (t) => {
    await t.each(unknownQueries, String, async (rawQuery) => {
      const before = await missionRuns.page(t);
      const answer = await t.api.listRuns({}, { rawQuery });
      expect(answer).toAccept();
      const totals = totalsOf([before, await missionRuns.page(t)]);
      if (totals.length === 1) expect(totalsOf([missionRuns.pageOf(t, answer)]), 'total_results').toEqual(totals);
    });
  }),
);

test(
  ...rule('HTTP-11', 'reading an email ignores an unknown query parameter', { needs: ['send'] }, async (t) => {
    const { id } = await sendReadable(t);
    const read = () => t.api.getEmail(id, { rawQuery: 'conformance_unknown=1' });
    expect(await t.eventually(read)).toAccept();
  }),
);
