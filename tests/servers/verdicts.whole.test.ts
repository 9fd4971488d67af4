import { expect, test } from '@playwright/test';
import type { Serve } from '../faults/fault.ts';
import { getPrefix, startFaultyMock } from '../faults/server.ts';
import { type ConstantAnswer, findClosedPort, startConstantServer } from './constant.ts';
import { type Judge, type Judgement, startJudge } from './judge.ts';
import { type LegalOptions, startLegalServer } from './legal.ts';
import { mockAsTarget } from './mock-as-target.ts';
import { type PlainAnswer, plainContract } from './plain-contract.ts';
import { rephrased } from './rephrased.ts';

test.describe.configure({ mode: 'parallel' });

let judge: Judge;

test.beforeAll(() => {
  judge = startJudge();
});
test.afterAll(() => judge.end());

/** The ids of the rules with these outcomes, and their cases. */
function selectRules({ rules }: Judgement, ...wanted: string[]) {
  return rules
    .filter(({ outcome }) => wanted.includes(outcome))
    .map(({ id, level, outcome, cases }) => ({ id, level, cases: cases.filter((entry) => entry.outcome === outcome) }));
}

test.describe('a server that decides every open question differently does not fail', () => {
  const variants: Record<string, LegalOptions> = {
    'as strict as the source allows': {},
    'lax, verbose, renamed, on an unreliable network': {
      wire: 'other',
      envelope: 'other',
      reading: 'lax',
      showing: 'much',
      road: 'rough',
    },
    'terse, without a readable outbox': { wire: 'other', envelope: 'none', showing: 'little', outbox: false },
  };
  for (const [variant, options] of Object.entries(variants)) {
    test(variant, async () => {
      const server = await startLegalServer(options);
      const judgement = await judge.judge(server.profile);
      await server.close();
      expect(selectRules(judgement, 'fail', 'error')).toEqual([]);
      expect(selectRules(judgement, 'inconclusive').length).toBeLessThan(6);
      expect(selectRules(judgement, 'pass').length).toBeGreaterThan(100);
      // The server may refuse addresses with umlauts.
      expect(selectRules(judgement, 'blocked').map(({ id }) => id)).not.toContain('EMAIL-RCPT-5');
      // Unknown names and omitted features can't be judged.
      expect(judgement.exitCode).toBe(variant === 'as strict as the source allows' ? 0 : 3);
    });
  }
});

test.describe('the mock, rephrased', () => {
  test.describe.configure({ mode: 'default' });
  const answers: PlainAnswer[] = [];
  let judgement: Judgement;
  test.beforeAll(async () => {
    const server = await startFaultyMock([{ begin: () => recordAnswers(rephrased, answers) }]);
    const { assumptions: _, ...profile } = mockAsTarget(server.origin + getPrefix(0));
    judgement = await judge.judge({ ...profile, limits: { requestsPerSecond: 5000, timeoutMs: 60_000 } });
    await server.close();
  });

  test('a rephrasing server does not fail, even with strict assumptions', () => {
    expect(selectRules(judgement, 'fail', 'error')).toEqual([]);
    expect(selectRules(judgement, 'pass').length).toBeGreaterThan(280);
  });

  test('every answer of the mock is valid for plain Ajv', () => {
    const validate = plainContract(new URL('../../spec/openapi.yaml', import.meta.url));
    const judged = answers.map((answer) => ({ ...answer, broken: validate(answer) })).filter((answer) => answer.broken);
    expect(judged.filter((answer) => answer.broken?.length !== 0)).toEqual([]);
    expect(new Set(judged.map(({ status }) => status)).size).toBeGreaterThan(8);
  });
});

/** Records the answers of the mock before they are rephrased. */
function recordAnswers(serve: Serve, answers: PlainAnswer[]): Serve {
  return (request, call) =>
    serve(request, async (passed) => {
      const answer = await call(passed);
      const [method, path] = [passed.method, passed.url.replace(/^\/v2(?=\/)/, '')];
      const contentType = String(answer.headers['content-type'] ?? '');
      if (path !== passed.url)
        answers.push({ method, path, status: answer.status, contentType, body: `${answer.body}` });
      return answer;
    });
}

test.describe('a server that understands nothing passes no rule', () => {
  const kinds: ConstantAnswer[] = ['empty200', 'bad400', 'error500', 'echo', 'html'];
  for (const kind of kinds) {
    test(`it answers ${kind}`, async () => {
      const [legal, server] = [await startLegalServer({ outbox: false }), await startConstantServer(kind)];
      const judgement = await judge.judge({ ...legal.profile, baseUrl: server.url, consistency: { waitMs: 0 } });
      await Promise.all([legal.close(), server.close()]);
      expect(selectRules(judgement, 'pass').filter(({ level }) => level !== 'MAY')).toEqual([]);
      expect(selectRules(judgement, 'error')).toEqual([]);
      expect(judgement.exitCode).toBe(1);
    });
  }

  test('it never answers, or refuses the connection', async () => {
    const [legal, hanging] = [await startLegalServer({ outbox: false }), await startConstantServer('hang')];
    const limits = { timeoutMs: 300 };
    const [silent, closed] = [
      await judge.judge({ ...legal.profile, limits, baseUrl: hanging.url }),
      await judge.judge({ ...legal.profile, limits, baseUrl: await findClosedPort() }),
    ];
    await Promise.all([legal.close(), hanging.close()]);
    expect(silent).toMatchObject({ exitCode: 2, refusal: expect.stringMatching(/did not answer within 300 ms$/) });
    expect(closed).toMatchObject({ exitCode: 2, refusal: expect.stringMatching(/refuses the connection$/) });
  });
});
