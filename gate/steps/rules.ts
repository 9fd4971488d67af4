import { loadDocument } from '../../spec/document.ts';
import type { Problem } from '../checks/problem.ts';
import { checkRules } from '../checks/rules/all.ts';
import { hashOf, type Lock, vanished } from '../checks/rules/lock.ts';
import { readRules } from '../checks/rules/read.ts';
import { findingsOf } from '../finding.ts';
import { resultOf, type Step } from '../step.ts';

const lockPath = 'spec/rules.lock.json';

/** The register against contract, cases and pins, and against what was pinned at the base. */
export const rules: Step = async ({ atBase }) => {
  const { problems, summary } = await checkRules();
  const pinned = JSON.parse(atBase?.read(lockPath) ?? '{}') as Lock;
  const register = readRules();
  const known = new Set(problems.map(({ about }) => about));
  const gone = vanished(register, pinned).filter(({ about }) => !known.has(about));
  const reworded = register.flatMap((rule): Problem[] => {
    if (known.has(rule.id) || pinned[rule.id] === undefined || pinned[rule.id] === hashOf(rule)) return [];
    return [{ file: 'spec/rules.yaml', about: rule.id, message: 'was pinned anew: statement, level or basis changed' }];
  });
  const { operations } = loadDocument();
  return resultOf(
    [
      ...findingsOf('rules-agree', problems, operations),
      ...findingsOf('rules-permanent', gone, operations),
      ...findingsOf('rules-pinned', reworded, operations).map((finding) => ({
        ...finding,
        severity: 'warning' as const,
      })),
    ],
    summary,
  );
};
