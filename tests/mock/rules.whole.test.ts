import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { loadRegister } from '../../spec/register.ts';
import { document } from '../../spec/testing/contract.ts';
import { type JudgedCase, judgedRefusals } from './support/refusals.ts';

const mock = fileURLToPath(new URL('../../mock', import.meta.url));

/** All ids that stand in some text. */
function idsIn(text: string): Set<string> {
  return new Set(text.match(/\b[A-Z]+(?:-[A-Z]+)*-\d+\b/g));
}

/** The ids that own a place of the contract: its schemas decide, and every answer is held to them. */
function ownersIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    /^x-(request-)?rule$|^x-assumption$/.test(key) ? [...idsIn(JSON.stringify(value))] : ownersIn(value),
  );
}

test('every rule that can decide an answer or a mail is cited where it does', () => {
  const sources = readdirSync(mock, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const cited = idsIn(sources.map((name) => readFileSync(join(mock, name), 'utf8')).join('\n'));
  const owners = new Set(ownersIn(document.json));
  const deciding = [...loadRegister().values()].filter(
    ({ id, level, observe, retired }) => !retired && level !== 'MAY' && observe !== 'nobody' && !owners.has(id),
  );
  expect(deciding.map(({ id }) => id as string).filter((id) => !cited.has(id))).toEqual([]);
});

test.describe('in the journal, over all cases of the suite', () => {
  test.describe.configure({ mode: 'serial' });
  let cases: JudgedCase[];
  let named: Set<string>;

  test.beforeAll(async () => {
    const judged = await judgedRefusals();
    named = new Set(judged.flatMap(({ refusals }) => refusals.flatMap(({ rules }) => rules)));
    // What is said of refusals in general, such as the form of their bodies, is said of each whatever it broke.
    cases = judged.filter(({ rules, refusals }) => refusals.length > 0 && rules.some((id) => named.has(id)));
    expect(cases.length).toBeGreaterThan(100);
  });

  test('a refusal names a rule of the case that judges it', () => {
    const strays = cases.flatMap(({ title, rules, refusals }) =>
      refusals
        .filter((refusal) => !refusal.rules.some((id) => rules.includes(id)))
        .map((refusal) => ({ title, rules, refusal })),
    );
    expect(strays).toEqual([]);
  });

  test('a rule about refusals is named by a refusal of each case that judges it', () => {
    const unnamed = cases.flatMap(({ title, rules, refusals }) =>
      rules
        .filter((id) => named.has(id) && !refusals.some((refusal) => refusal.rules.includes(id)))
        .map((id) => `${id}: ${title}`),
    );
    expect(unnamed).toEqual([]);
  });
});
