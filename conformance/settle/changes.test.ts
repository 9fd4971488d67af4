import { expect, test } from 'vitest';
import type { Deployment } from '../../spec/deployment/deployment.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { document } from '../../spec/testing/contract.ts';
import type { NotedExchange } from '../suite/run/noted-exchanges.ts';
import type { Pair } from './asked/pair.ts';
import { Changes } from './changes.ts';

function deployment(codes: Partial<Record<RuleId, string>>): Deployment {
  const refusals = Object.fromEntries(Object.entries(codes).map(([rule, code]) => [rule, { code }]));
  return {
    contract: document.version,
    settled: 'a run',
    refusals,
    answers: {},
    choices: {},
    unsettled: [],
    otherwise: [],
  };
}

/** A refusal under a rule with a code. */
function seen(rule: RuleId, code: string): NotedExchange {
  const request = { method: 'POST', url: 'http://target/v2/email_messages', headers: [] };
  const text = JSON.stringify({ errors: [{ code }] });
  return { case: rule, rules: [rule], request, at: 0, status: 400, headers: [], text, broken: [] };
}

/** A mock that refuses with the code that its deployment has for the rule of the case. */
const mock = {
  repeat: async (exchanges: readonly NotedExchange[], says: Partial<Deployment> = {}): Promise<Pair[]> =>
    exchanges.map((one) => {
      const { code } = says.refusals?.[one.rules[0] as RuleId] ?? {};
      return { seen: one, ours: { status: 400, text: JSON.stringify({ errors: [{ code }] }), rules: one.rules } };
    }),
};

/** Whether exchanges show that the code of a rule is no longer what it was. */
async function isShown(rule: RuleId, exchanges: NotedExchange[], [then, now]: [Deployment, Deployment]) {
  const changes = await Changes.seen(await mock.repeat(exchanges, then), now, { mock, document, then });
  const [was, is] = [then.refusals[rule]?.code, now.refusals[rule]?.code];
  return changes.show({ pointer: `/refusals/${rule}/code`, was, is, rule });
}

test('an entry without which an exchange would be answered as before is a change', async () => {
  const files: [Deployment, Deployment] = [deployment({ 'ERR-10': '1' }), deployment({ 'ERR-10': '2' })];
  expect(await isShown('ERR-10', [seen('ERR-10', '2')], files)).toBe(true);
});

test('an entry that makes no exchange alike that differed is no change', async () => {
  const files: [Deployment, Deployment] = [deployment({ 'ERR-10': '1' }), deployment({ 'ERR-10': '2' })];
  expect(await isShown('ERR-10', [seen('ERR-10', '1')], files)).toBe(false);
  expect(await isShown('ERR-10', [seen('ERR-10', '3')], files)).toBe(false);
});

test('an entry beside the one that changed is no change', async () => {
  const then = deployment({ 'ERR-10': '1', 'ERR-11': '1' });
  const now = deployment({ 'ERR-10': '2', 'ERR-11': '2' });
  const exchanges = [seen('ERR-10', '2'), seen('ERR-11', '1')];
  expect(await isShown('ERR-10', exchanges, [then, now])).toBe(true);
  expect(await isShown('ERR-11', exchanges, [then, now])).toBe(false);
  const ofOneCase = [seen('ERR-10', '2'), { ...seen('ERR-11', '9'), case: 'ERR-10' }];
  expect(await isShown('ERR-11', ofOneCase, [then, now])).toBe(false);
});

test('an entry that is new, and one that is gone, are changes where exchanges show it', async () => {
  const [none, one] = [deployment({}), deployment({ 'ERR-10': '2' })];
  expect(await isShown('ERR-10', [seen('ERR-10', '2')], [none, one])).toBe(true);
  expect(await isShown('ERR-10', [seen('ERR-10', '3')], [none, one])).toBe(false);
});

/** Changes of which no exchange shows anything. */
async function ofNothing(): Promise<Changes> {
  const then = deployment({});
  return Changes.seen([], deployment({}), { mock, document, then });
}

test("what shows in data alone, which is each side's own, is taken for a change, and what exchanges can show is not", async () => {
  const changes = await ofNothing();
  const ofMembers = '/answers/listDirDocumentTypes/members';
  for (const pointer of [
    '/choices/holdMinutes',
    '/documentTypes',
    '/answers/createEmailMessage/location',
    '/answers/createEmailMessage/locatedIn',
    `${ofMembers}/~1data~1*~1id`,
  ])
    expect(await changes.show({ pointer, was: undefined, is: undefined, rule: undefined }), pointer).toBe(true);
  for (const pointer of [`${ofMembers}/~1meta~1page_size`, '/answers/createEmailMessage/status', '/titles/10015'])
    expect(await changes.show({ pointer, was: undefined, is: undefined, rule: undefined }), pointer).toBe(false);
});

test('what can not be as it was without a flaw is taken for a change', async () => {
  const changes = await ofNothing();
  expect(await changes.show({ pointer: '/refusals/ERR-10/status', was: 'none', is: undefined, rule: 'ERR-10' })).toBe(
    true,
  );
});

test('a field of a refusal that only a form around it says is taken as it was told', async () => {
  const [then, now] = [deployment({}), deployment({ 'ERR-10': '2' })];
  const changes = await Changes.seen(await mock.repeat([seen('ERR-10', '2')], then), now, { mock, document, then });
  const pointer = '/refusals/ERR-10/code';
  expect(await changes.show({ pointer, was: '1', is: '2', rule: 'ERR-10' })).toBe(true);
  expect(await changes.show({ pointer, was: '2', is: '2', rule: 'ERR-10' })).toBe(false);
  const at = { pointer: '/refusals/ERR-10/on/createEmailMessage/status', rule: 'ERR-10' as const };
  expect(await changes.show({ ...at, was: 400, is: 422 })).toBe(false);
});
