import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { CallOptions } from '../suite/calls/client.ts';
import { sendReadable } from '../suite/calls/sending.ts';
import { checkOrSay } from '../suite/derive/kind.ts';
import { type Answer, type Case, expect, rule, written } from '../suite/rule.ts';

/** An operation that takes a body, with a request that succeeds. */
interface Writer {
  name: string;
  needs: readonly string[];
  /** The code of requests that can't be read. */
  code: '10007' | '10015';
  bodyFor: (given: Case) => Record<string, unknown>;
  write: (given: Case, body: unknown, options: CallOptions) => Promise<Answer>;
}

const writers: readonly Writer[] = [
  {
    name: 'update',
    needs: ['write', 'simNotification'],
    code: '10015',
    bodyFor: () => ({ threshold: { amount: '17.5', unit: 'MB' } }),
    write: ({ api, notification }, body, options) => api.updateNotification(notification.id, body, options),
  },
  {
    name: 'reservation',
    needs: ['write'],
    code: '10007',
    bodyFor: ({ unique }) => ({ customer_reference: unique.reference() }),
    write: ({ api }, body, options) => api.createReservation(body, options),
  },
  ...[false, true].map(
    (alias): Writer => ({
      name: `email${alias ? ' by the legacy route' : ''}`,
      needs: ['send'],
      code: '10015',
      bodyFor: ({ email }) => email(),
      write: ({ api }, body, options) => api.sendEmail(body, { ...options, alias }),
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

/** Sends a writer's request with any bytes under any content type. */
function sender({ bodyFor, write }: Writer, given: Case) {
  const body = bodyFor(given);
  const text = JSON.stringify(body);
  const send = (bytes: string | Buffer, type = json, options: CallOptions = {}) =>
    write(given, written(bytes, type), options);
  const sendSize = (size: number) => answerTo(() => send(text.padEnd(size)));
  return { text, body, send, sendSize };
}

for (const writer of writers) {
  const { name, needs, code } = writer;

  rule('HTTP-2', `${name}: JSON is accepted however it is written`, { needs }, async (given) => {
    const { text, body, send } = sender(writer, given);
    await given.given(send(text), 'the request of one line');
    const forms = {
      'spread over lines': ` \r\n\t${JSON.stringify(body, null, 2)}\n`,
      'with escapes': text.replaceAll('a', '\\u0061'),
      'members the other way round': JSON.stringify(Object.fromEntries(Object.entries(body).reverse())),
    };
    await given.each(forms, async (form) => expect(await send(form)).toAccept());
    await given.step('with a charset', async () => expect(await send(text, `${json}; charset=utf-8`)).toAccept());
  });

  rule(['HTTP-3', 'HTTP-4'], `${name}: a body that is no JSON is refused with 400`, { needs }, async (given) => {
    const { text, send } = sender(writer, given);
    const { check, each } = given;
    await given.given(send(text));
    await each(brokenJson(text), async (bytes) => {
      const answer = await send(bytes);
      if (check('HTTP-3', () => expect(answer).toRefuse())) check('HTTP-4', () => expect(answer).toRefuse(400, code));
    });
    // Many readers of JSON take this for a number.
    const notANumber = await send(`${text.slice(0, -1)},"conformance_unknown":NaN}`);
    check('HTTP-4', () => expect(notANumber).toRefuse(400, code));
  });

  rule(['HTTP-5', 'HTTP-6'], `${name}: what is sent as no JSON is refused with 415`, { needs }, async (given) => {
    const { text, send } = sender(writer, given);
    await given.given(send(text));
    await checkOrSay(given, ['HTTP-5', 'HTTP-6'], (charge) =>
      given.each(foreignBodies, async (bytes, type) => {
        const answer = await send(bytes, type);
        if (!charge('HTTP-5', () => expect(answer).toRefuse())) return;
        charge('HTTP-6', () => expect(answer).toRefuse(415, code));
        // That well-formed JSON is refused for its label alone is no more than the assumption says.
        const labelled = await send(text, type);
        charge('HTTP-6', () => expect(labelled, 'JSON under this type').toRefuse(415, code));
      }),
    );
  });

  rule('HTTP-17', `${name}: a body under a content coding is refused with 415`, { needs }, async (given) => {
    const { text, send } = sender(writer, given);
    await given.given(send(text));
    const codedAs = (bytes: string | Buffer, ...codings: string[]) =>
      send(bytes, json, { headers: codings.map((coding) => ['Content-Encoding', coding] as const) });
    await given.step('identity', async () => expect(await codedAs(text, 'identity')).toAccept());
    const coded: Record<string, [bytes: string | Buffer, foreign: string, codings: string[]]> = {
      gzip: [gzipSync(text), 'gzip', ['gzip']],
      deflate: [deflateSync(text), 'deflate', ['deflate']],
      br: [brotliCompressSync(text), 'br', ['br']],
      'plain JSON under an unknown coding': [text, 'x-conformance', ['x-conformance']],
      'gzip behind identity': [gzipSync(text), 'gzip', ['identity, gzip']],
      'an unknown coding in a second header': [text, 'x-conformance', ['identity', 'x-conformance']],
    };
    await given.each(coded, async ([bytes, foreign, codings]) => {
      const answer = await codedAs(bytes, ...codings);
      expect(answer).toRefuse(415, code);
      expect(answer.errors.map(({ detail }) => detail).join(' '), 'the details').toContain(foreign);
    });
  });

  rule('HTTP-18', `${name}: a body under two different content types is refused with 415`, { needs }, async (given) => {
    const { text, send } = sender(writer, given);
    await given.given(send(text));
    const orders = { 'JSON first': [json, 'text/plain'], 'JSON last': ['text/plain', json] };
    await given.each(orders, async (types) => {
      const headers = types.map((type) => ['Content-Type', type] as const);
      expect(await send(text, json, { headers })).toRefuse(415, code);
    });
  });

  rule('HTTP-9', `${name}: 8,000,000 bytes are read, and one more is refused with 413`, { needs }, async (given) => {
    const { text, send, sendSize } = sender(writer, given);
    await given.given(send(text));
    await given.step('8,000,000', async () => expect(await sendSize(8_000_000)).toAccept());
    await given.step('8,000,001', async () => expect(await sendSize(8_000_001)).toRefuse(413, code));
  });

  rule('HTTP-10', `${name}: an unknown member is ignored`, { needs }, async (given) => {
    const { text, body, send } = sender(writer, given);
    await given.given(send(text));
    for (const value of ['x', 5, null, { deeper: ['x'] }]) {
      const more = JSON.stringify({ ...body, conformance_unknown: value });
      await given.step(`its value ${JSON.stringify(value)}`, async () => expect(await send(more)).toAccept());
    }
  });

  rule('HTTP-11', `${name}: an unknown query parameter is ignored`, { needs }, async (given) => {
    const { text, send } = sender(writer, given);
    await given.given(send(text));
    for (const rawQuery of ['conformance_unknown=1', 'conformance[unknown]=&page[size]=0'])
      expect(await send(text, json, { rawQuery })).toAccept();
  });
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
 * A server that answers early and closes can lose its answer on the way, so it is asked again. One that never gets an
 * answer through has not given the status that is asked for.
 */
async function answerTo(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await send().catch((error: Error) => error);
    if (!(outcome instanceof Error)) return outcome;
    if (!outcome.message.includes('broke the connection')) throw outcome;
    if (attempt === 3) expect(outcome.message, 'what came instead of an answer').toBe('an answer');
  }
}

rule(
  'HTTP-10',
  'unknown members are ignored within the threshold and beside a phone number too',
  { needs: ['write', 'simNotification'], numbers: 1 },
  async ({ api, notification, given, step, target, numbers }) => {
    const threshold = { amount: '18.5', unit: 'MB' };
    await step('threshold', async () => {
      await given(api.updateNotification(notification.id, { threshold }));
      const more = { threshold: { ...threshold, conformance_unknown: 1 } };
      expect(await api.updateNotification(notification.id, more)).toAccept();
    });
    if (target.phoneNumbers.length === 0) return;
    await step('phone number', async () => {
      for (let attempt = 1; attempt <= 3; attempt++) {
        const phone_number = numbers.next();
        const answer = await api.createReservation({ phone_numbers: [{ phone_number, conformance_unknown: 1 }] });
        if (answer.accepted) return;
        // A service may refuse a number that is held from an earlier run.
        const twin = await api.createReservation({ phone_numbers: [{ phone_number }] });
        if (twin.accepted) expect(answer).toAccept();
      }
      numbers.stillHeld();
    });
  },
);

/** Queries of parameters that no list has. */
const unknownQueries = ['conformance_unknown=1', 'conformance[unknown]=x&conformance[unknown]=y', 'short_name=none'];

rule('HTTP-11', 'document types ignore an unknown query parameter', async ({ api, given, step }) => {
  for (const rawQuery of unknownQueries) {
    await step(rawQuery, async () => {
      const plain = await given(api.listDocumentTypes());
      const answer = await api.listDocumentTypes({}, { rawQuery });
      expect(answer).toAccept();
      expect(answer).toEqualAnswer(plain);
    });
  }
});

rule('HTTP-11', 'mission runs ignore an unknown query parameter', async ({ api, given, step }) => {
  for (const rawQuery of unknownQueries) {
    await step(rawQuery, async () => {
      const plain = await given(api.listRuns());
      const answer = await api.listRuns({}, { rawQuery });
      expect(answer).toAccept();
      const total = ({ body }: Answer) => (body as { meta?: { total_results?: unknown } }).meta?.total_results;
      const after = await api.listRuns();
      if (total(plain) === total(after)) expect(total(answer), 'total_results').toBe(total(plain));
    });
  }
});

rule('HTTP-11', 'reading an email ignores an unknown query parameter', { needs: ['send'] }, async (the) => {
  const { id } = await sendReadable(the);
  expect(await the.api.getEmail(id, { rawQuery: 'conformance_unknown=1' })).toAccept();
});

rule('HTTP-15', 'what comes of a null where the contract names none', { needs: ['write'] }, async (given) => {
  const { api, unique, observe } = given;
  const seen = {
    'a reservation with customer_reference null': await api.createReservation({ customer_reference: null }),
    'a reservation with phone_numbers null': await api.createReservation({ phone_numbers: null }),
    'an update of an unknown id with threshold null': await api.updateNotification(unique.uuid(), {
      threshold: null,
    }),
  };
  for (const [label, { status }] of Object.entries(seen)) observe(`${label}: ${status}`);
});
