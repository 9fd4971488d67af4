import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { type AnyAnswer, answer, refuse } from '../../mock/contract/answer.ts';
import { Ledger } from '../../mock/state/ledger.ts';
import { once } from '../../mock/testing.ts';
import { more, runs } from './runs.ts';

/** Requests of one wave come at the same moment. */
const WAVES = 3;
const arrivals = fc.array(
  fc.record({
    wave: fc.nat(WAVES - 1),
    account: fc.constantFrom('acme', 'globex'),
    key: fc.constantFrom('key-1', 'key-2'),
    text: fc.constantFrom('{"subject":"a"}', '{"subject":"b"}'),
    outcome: fc.constantFrom<('success' | 'refusal' | 'bug')[]>('success', 'success', 'refusal', 'bug'),
  }),
  { minLength: 2, maxLength: 12 },
);

test('of the requests under one key one works at a time and one succeeds, whatever the interleaving', async () => {
  test.setTimeout(600_000 * more);
  const property = fc.asyncProperty(fc.scheduler(), arrivals, async (scheduler, requests) => {
    const ledger = new Ledger(() => 0);
    const working = new Set<string>();
    const successes = new Map<string, AnyAnswer>();
    const waves = Array.from({ length: WAVES }, (_, wave) => scheduler.schedule(Promise.resolve(), `wave ${wave}`));
    let done = 0;

    const answers = requests.map(async ({ wave, account, key, text, outcome }, index) => {
      const id = `${account} ${key}`;
      const work = async () => {
        expect(working.has(id), 'two requests work under one key').toBe(false);
        expect(successes.has(id), 'a request works after another one succeeded').toBe(false);
        working.add(id);
        await scheduler.schedule(Promise.resolve(), `work ${index}`);
        working.delete(id);
        if (outcome === 'bug') throw new Error('a bug');
        if (outcome === 'refusal') return refuse(404, { code: '10001', detail: 'no such parent' });
        const success = answer(202, { data: ++done });
        successes.set(id, success);
        return success;
      };
      await waves[wave];
      const body = Buffer.from(text);
      const request = { account, method: 'POST', path: '/v2/email_messages', keys: [key], body, partition: 'default' };
      const got = await once(ledger, request, 100, work).catch(() => undefined);
      return { id, got };
    });
    await scheduler.waitFor(Promise.all(answers));

    for (const { id, got } of await Promise.all(answers)) {
      if (got && got.status < 300) expect(got.body).toEqual(successes.get(id)?.body);
      else expect([undefined, 404, 409, 422]).toContain(got?.status);
    }
    expect(ledger.list()).toHaveLength(successes.size);
  });
  await fc.assert(property, runs(150));
});
