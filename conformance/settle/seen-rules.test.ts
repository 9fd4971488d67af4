import { expect, test } from 'vitest';
import type { CaseReport, RuleReport } from '../report/report.ts';
import { type Outcome, outcomes } from '../suite/outcome/outcome.ts';
import { seenRules } from './seen-rules.ts';

/** A report with a rule for each outcome, whose cases came out so too. */
const rules = (basis: RuleReport['basis'], ofCases: (outcome: Outcome) => Outcome[] = (outcome) => [outcome]) =>
  outcomes.map((outcome) => {
    const cases = ofCases(outcome).map((one) => ({ outcome: one }) as CaseReport);
    return { id: outcome, basis, outcome, cases } as unknown as RuleReport;
  });

test('of the assumptions those are kept that passed, and those decided otherwise that a case warned of', () => {
  expect(seenRules({ rules: rules('assumption') })).toEqual({ otherwise: ['warn'], held: ['pass'], broken: [] });
  const amongOthers = rules('assumption', (outcome) => ['pass', ...(outcome === 'blocked' ? ['warn' as const] : [])]);
  expect(seenRules({ rules: amongOthers })).toMatchObject({ otherwise: ['blocked'], held: ['pass'] });
});

test('of the source those are broken that failed, and nothing of it is kept or decided otherwise', () => {
  expect(seenRules({ rules: rules('source') })).toEqual({ otherwise: [], held: [], broken: ['fail'] });
});
