import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Deployment } from '../../spec/deployment/deployment.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { document } from '../../spec/testing/contract.ts';
import { ownPath } from '../../spec/testing/own-path.ts';
import type { NotedExchange } from '../suite/run/noted-exchanges.ts';
import type { Profile } from '../suite/target/profile.ts';
import type { Counterpart } from './asked/counterpart.ts';
import type { Pair } from './asked/pair.ts';
import { findDrift } from './drift.ts';

const file = `contract: ${document.version}
settled: before
refusals:
  EMAIL-SUBJ-3: { code: '1' }
  ERR-10: { code: '1' }
  ERR-11: { code: '1' }
`;

/** A refusal under a rule with a code. */
function seen(rule: RuleId, code: string): NotedExchange {
  const request = { method: 'POST', url: 'http://target/v2/email_messages', headers: [] };
  const text = JSON.stringify({ errors: [{ code }] });
  return { case: rule, rules: [rule], request, at: 0, status: 400, headers: [], text, broken: [] };
}

test('of what is otherwise than in a file that is told which exchanges show, and how much is as it says', async () => {
  const before = ownPath('before.yaml');
  writeFileSync(before, file);
  const now: Deployment = {
    ...{ contract: document.version, settled: 'now', answers: {}, choices: {}, unsettled: [], otherwise: [] },
    refusals: { 'EMAIL-SUBJ-3': { code: '2' }, 'ERR-10': { code: '2' }, 'ERR-11': { code: '2' } },
  };
  const done: unknown[] = [];
  const repeat: Counterpart['repeat'] = async (exchanges, says, as = says) =>
    exchanges.map((one): Pair => {
      const { code } = as?.refusals?.[one.rules[0] as RuleId] ?? {};
      return { seen: one, ours: { status: 400, text: JSON.stringify({ errors: [{ code }] }), rules: one.rules } };
    });
  const profile = { baseUrl: 'http://target/v2' } as Profile;
  const start = async (...asked: unknown[]) => {
    done.push(asked);
    return { repeat, stop: async () => void done.push('stopped') } as unknown as Counterpart;
  };
  const exchanges = [seen('EMAIL-SUBJ-3', '2'), seen('ERR-10', '2'), seen('ERR-10', '2'), seen('ERR-11', '1')];
  const isJudged = (rule: RuleId | undefined) => rule !== 'EMAIL-SUBJ-3';
  const { drift, fidelity, under } = await findDrift(before, now, { exchanges, profile, document, isJudged }, start);
  expect(drift).toEqual([`${before}:5:13: refusals.ERR-10.code was 1, is 2: ERR-10`]);
  expect([fidelity.alike, fidelity.of, fidelity.differs.map(({ what, times }) => `${times} ${what}`)]).toEqual([
    1,
    4,
    ['2 ERR-10: code "2", the mock "1"', '1 EMAIL-SUBJ-3: code "2", the mock "1"'],
  ]);
  expect(under).toMatchObject({ settled: 'before', refusals: { 'ERR-10': { code: '1' } } });
  expect(done).toEqual([[profile, before], 'stopped']);
  const about = { exchanges, profile, document, isJudged };
  const fails = findDrift(before, now, about, async (...asked) => {
    return {
      ...(await start(...asked)),
      repeat: () => Promise.reject(new Error('no answer')),
    } as unknown as Counterpart;
  });
  await expect(fails).rejects.toThrow('no answer');
  expect(done.slice(2)).toEqual([[profile, before], 'stopped']);
});

test('a message that the target has in a member of its own is compared as ours has it', async () => {
  const before = ownPath('before.yaml');
  writeFileSync(before, file);
  const asked: NotedExchange[] = [];
  const repeat: Counterpart['repeat'] = async (exchanges) => {
    asked.push(...exchanges);
    return exchanges.map((one): Pair => ({ seen: one, ours: { status: 202, text: one.text, rules: [] } }));
  };
  const taken: NotedExchange = {
    ...{ ...seen('ERR-10', '1'), status: 202, operation: 'createEmailMessage' },
    text: JSON.stringify({ email: { id: '1', to: [] } }),
  };
  const now: Deployment = {
    ...{ contract: document.version, settled: 'now', answers: {}, choices: {}, unsettled: [], otherwise: [] },
    refusals: {},
  };
  const profile = { baseUrl: 'http://target/v2' } as Profile;
  const about = { exchanges: [taken], profile, document, isJudged: () => true };
  await findDrift(before, now, about, async () => ({ repeat, stop: async () => {} }) as unknown as Counterpart);
  expect(asked.map(({ text }) => JSON.parse(text).data)).toEqual([{ id: '1', to: [] }]);
});
