import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import { Budget } from '../collections/memory.ts';
import { beginExchange } from '../http/exchange.ts';
import { countInFlight } from '../http/in-flight.ts';
import { indexFixtures } from '../state/fixtures.ts';
import { Partitions } from '../state/partitions.ts';
import { errorLines } from '../testing.ts';
import type { Call } from './calls.ts';
import { outboxCalls } from './outbox.ts';

const fixtures = indexFixtures(seed);

/** An outbox whose journal has one exchange of a rule; gives the status, and how often the exchange was written out. */
async function ask(rule: 'EMAIL-SUPP-13' | 'HTTP-1', room: number) {
  const partitions = new Partitions(fixtures, { limit: 2, budget: new Budget(1_000_000_000) });
  const world = partitions.get('a');
  let written = 0;
  const entry = () => {
    written += 1;
    const cut = '… (cut, 9 bytes in all)';
    return {
      id: '',
      at: '',
      durationMs: 0,
      operation: null,
      violations: [],
      scenarios: [],
      notes: [],
      cut: false,
      rules: [rule],
      request: { method: '', url: '', headers: {}, body: cut },
      response: { status: 400, headers: {}, body: cut },
    };
  };
  world.journal.add({ bytes: 100_000, rules: [rule], entry });
  const app = Fastify();
  app.decorateRequest('exchange');
  app.addHook('onRequest', beginExchange);
  countInFlight(app, new Budget(room));
  app.get('/', (_request, reply) => outboxCalls.getOutbox({ world: () => world, reply } as Call<'getOutbox'>));
  const { statusCode } = await app.inject('/');
  await partitions.close();
  return { status: statusCode, written };
}

test('exchanges of other rules are not written out for the outbox', async () => {
  expect(await ask('HTTP-1', 1_000_000)).toEqual({ status: 200, written: 0 });
  expect(await ask('EMAIL-SUPP-13', 1_000_000)).toEqual({ status: 200, written: 1 });
});

test('an outbox that has no room is refused before it is made', async () => {
  await errorLines(async () => expect(await ask('EMAIL-SUPP-13', 1_000)).toEqual({ status: 503, written: 0 }));
});

/** The page of a mail with a picture. */
async function page(html: string, room: number, content = 'A'.repeat(1_000_000)) {
  const attachments = [{ contentId: 'p', contentType: 'image/png', content }];
  const world = { outbox: { get: () => ({ message: { html, attachments } }) } };
  const app = Fastify();
  app.decorateRequest('exchange');
  app.addHook('onRequest', beginExchange);
  countInFlight(app, new Budget(room));
  app.get('/', (_request, reply) =>
    outboxCalls.getMailHtml({ world: () => world, path: { id: '' }, reply } as unknown as Call<'getMailHtml'>),
  );
  return app.inject('/');
}

test('a page is made of pieces, in which characters and pictures are whole', async () => {
  const html = `${'<img src="cid:p">'.repeat(10)}${'😀'.repeat(200_000)}`;
  const { body } = await page(html, 100_000_000);
  expect(body === html.replaceAll('cid:p', `data:image/png;base64,${'A'.repeat(1_000_000)}`)).toBe(true);
});

test('a page that has no room is refused before it is made', async () => {
  await errorLines(async () => expect(await page('<img src="cid:p">', 1_000_000)).toMatchObject({ statusCode: 503 }));
});

for (const before of ['', 'x']) {
  test(`no piece of a page ends within a character: ${before}…`, async () => {
    const html = before + '😀'.repeat(100_000);
    expect((await page(html, 1_000_000, '')).body === html).toBe(true);
  });
}

test('a page that names a picture ten thousand times more than it may has it as often as it may', async () => {
  const { body } = await page('cid:p '.repeat(20_000), 1_000_000, 'QQ==');
  expect(body.match(/data:image\/png;base64,QQ==/g)).toHaveLength(10_001);
  expect(body.match(/cid:p/g)).toHaveLength(9_999);
});
