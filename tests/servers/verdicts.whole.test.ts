import { expect, test } from '@playwright/test';
import type { Serve } from '../faults/fault.ts';
import { prefixOf, startFaultyMock } from '../faults/server.ts';
import { type Judge, type Judgement, startJudge } from './judge.ts';
import { type LegalOptions, startLegalServer } from './legal.ts';
import { mockAsTarget } from './mock-as-target.ts';
import { closedPort, type NullKind, startNullServer } from './null.ts';
import { type PlainAnswer, plainContract } from './plain-contract.ts';
import { wordy } from './wordy.ts';

test.describe.configure({ mode: 'parallel' });

let judge: Judge;

test.beforeAll(() => {
  judge = startJudge();
});
test.afterAll(() => judge.end());

/** The ids of the rules with these outcomes, and their cases. */
function withOutcome({ rules }: Judgement, ...wanted: string[]) {
  return rules
    .filter(({ outcome }) => wanted.includes(outcome))
    .map(({ id, level, outcome, cases }) => ({ id, level, cases: cases.filter((entry) => entry.outcome === outcome) }));
}

test.describe('a server that decides every open question differently does not fail', () => {
  const variants: Record<string, LegalOptions> = {
    'it is as strict as the source allows': {},
    'it is lax and wordy, with names of its own, and the road to it is rough': {
      wire: 'other',
      envelope: 'other',
      reading: 'lax',
      showing: 'much',
      road: 'rough',
    },
    'it is terse, and its mail can not be seen': { wire: 'other', envelope: 'none', showing: 'little', outbox: false },
  };
  for (const [variant, options] of Object.entries(variants)) {
    test(variant, async () => {
      const server = await startLegalServer(options);
      const judgement = await judge.judge(server.profile);
      await server.close();
      expect(withOutcome(judgement, 'fail', 'error')).toEqual([]);
      expect(withOutcome(judgement, 'inconclusive').length).toBeLessThan(6);
      expect(withOutcome(judgement, 'pass').length).toBeGreaterThan(100);
      // The server refuses addresses with umlauts, which it may.
      expect(withOutcome(judgement, 'blocked').map(({ id }) => id)).not.toContain('EMAIL-RCPT-5');
      // Unknown names and omitted features can't be judged.
      expect(judgement.exitCode).toBe(variant === 'it is as strict as the source allows' ? 0 : 3);
    });
  }
});

test.describe('the mock, in other words', () => {
  test.describe.configure({ mode: 'default' });
  const answers: PlainAnswer[] = [];
  let judgement: Judgement;
  test.beforeAll(async () => {
    const server = await startFaultyMock([{ begin: () => heard(wordy, answers) }]);
    const { assumptions: _, ...profile } = mockAsTarget(server.origin + prefixOf(0));
    judgement = await judge.judge({ ...profile, limits: { requestsPerSecond: 5000, timeoutMs: 60_000 } });
    await server.close();
  });

  test('a server that follows every ruling in other words does not fail, even with strict assumptions', () => {
    expect(withOutcome(judgement, 'fail', 'error')).toEqual([]);
    expect(withOutcome(judgement, 'pass').length).toBeGreaterThan(280);
  });

  test('every answer of the mock is valid for plain Ajv', () => {
    const broken = plainContract(new URL('../../spec/openapi.yaml', import.meta.url));
    const judged = answers.map((answer) => ({ ...answer, broken: broken(answer) })).filter((answer) => answer.broken);
    expect(judged.filter((answer) => answer.broken?.length !== 0)).toEqual([]);
    expect(new Set(judged.map(({ status }) => status)).size).toBeGreaterThan(8);
  });
});

/** Records the answers of the mock before they are put in other words. */
function heard(serve: Serve, answers: PlainAnswer[]): Serve {
  return (request, ask) =>
    serve(request, async (passed) => {
      const answer = await ask(passed);
      const [method, path] = [passed.method, passed.url.replace(/^\/v2(?=\/)/, '')];
      const contentType = String(answer.headers['content-type'] ?? '');
      if (path !== passed.url)
        answers.push({ method, path, status: answer.status, contentType, body: `${answer.body}` });
      return answer;
    });
}

test.describe('a server that understands nothing passes no rule', () => {
  const kinds: NullKind[] = ['empty200', 'bad400', 'error500', 'echo', 'html'];
  for (const kind of kinds) {
    test(`it answers ${kind}`, async () => {
      const [legal, server] = [await startLegalServer({ outbox: false }), await startNullServer(kind)];
      const judgement = await judge.judge({ ...legal.profile, baseUrl: server.url, consistency: { waitMs: 0 } });
      await Promise.all([legal.close(), server.close()]);
      expect(withOutcome(judgement, 'pass').filter(({ level }) => level !== 'MAY')).toEqual([]);
      expect(withOutcome(judgement, 'error')).toEqual([]);
      expect(judgement.exitCode).toBe(1);
    });
  }

  test('it never answers, or refuses the connection', async () => {
    const [legal, hanging] = [await startLegalServer({ outbox: false }), await startNullServer('hang')];
    const limits = { timeoutMs: 300 };
    const [silent, closed] = [
      await judge.judge({ ...legal.profile, limits, baseUrl: hanging.url }),
      await judge.judge({ ...legal.profile, limits, baseUrl: await closedPort() }),
    ];
    await Promise.all([legal.close(), hanging.close()]);
    expect(silent).toMatchObject({ exitCode: 2, refusal: expect.stringMatching(/did not answer within 300 ms$/) });
    expect(closed).toMatchObject({ exitCode: 2, refusal: expect.stringMatching(/refuses the connection$/) });
  });
});
