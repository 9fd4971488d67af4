import { loadCases } from '../../conformance/cases.ts';
import type { Rule } from '../../spec/register.ts';
import {
  checkAnnotations,
  checkCoverage,
  checkLock,
  checkOwners,
  checkRegister,
  hashOf,
  type Lock,
  readLock,
  readRules,
  vanished,
} from '../checks/register.ts';
import type { Problem } from '../command.ts';
import { contractDocument } from '../contract.ts';
import { findingsOf } from '../finding.ts';
import { resultOf, type Step, type StepResult } from '../step.ts';

const lockPath = 'spec/rules.lock.json';

/** The register against contract, cases and pins, and against what was pinned at the base. */
export const rules: Step = async ({ atBase }) => {
  const register = readRules();
  return resultOfRules(await checkRules(register), register, JSON.parse(atBase?.read(lockPath) ?? '{}') as Lock);
};

/** The result of the checks, and of the register since it was pinned. */
export function resultOfRules(
  { problems, summary }: Awaited<ReturnType<typeof checkRules>>,
  register: readonly Rule[],
  pinned: Lock,
): StepResult {
  const reported = new Set(problems.map(({ about }) => about));
  const { gone, reworded } = sincePinned(register, pinned, reported);
  const { operations } = contractDocument();
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
}

/** The rules that are gone or reworded since they were pinned; `reported` rules have another problem already. */
export function sincePinned(
  register: readonly Rule[],
  pinned: Lock,
  reported: ReadonlySet<string>,
): { gone: Problem[]; reworded: Problem[] } {
  const gone = vanished(register, pinned).filter(({ about }) => !reported.has(about));
  const reworded = register.flatMap((rule): Problem[] => {
    if (reported.has(rule.id) || pinned[rule.id] === undefined || pinned[rule.id] === hashOf(rule)) return [];
    return [{ file: 'spec/rules.yaml', about: rule.id, message: 'was pinned anew: statement, level or basis changed' }];
  });
  return { gone, reworded };
}

/** Compares register, contract, cases and pins. */
async function checkRules(rules: readonly Rule[]): Promise<{ problems: Problem[]; summary: string }> {
  const document = contractDocument();
  const cases = await loadCases();
  const covered = new Set<string>(cases.flatMap((one) => one.rules.map(({ id }) => id)));
  const problems = [
    ...checkRegister(rules, document),
    ...checkAnnotations(rules, document),
    ...checkOwners(document),
    ...checkCoverage(rules, covered),
    ...checkLock(rules, readLock()),
  ];
  const counts = `${rules.length} rules, ${document.operations.length} operations, ${cases.length} cases`;
  return { problems, summary: `${counts}: register, contract and suite agree` };
}
