import { relative, resolve } from 'node:path';
import type { OperationSpec } from '../spec/document.ts';
import { escapeStep } from '../spec/json.ts';
import { toProjectPath } from '../spec/package.ts';
import type { Problem } from '../spec/print.ts';
import { formatCount } from '../spec/texts.ts';
import { Locator, type Place, parseYaml, readText } from '../spec/yaml.ts';
import type { Acknowledgements, JudgedChange } from './changes.ts';
import type { Context } from './context.ts';

export interface Finding {
  /** A change with an error may not land; a warning is for reviewers, a note for the record. */
  severity: 'error' | 'warning' | 'note';
  /** The name of a check, or the id of a rule. */
  rule: string;
  message: string;
  place: Place;
  details?: string[];
  /** The change of the contract; only the step `diff` has changes. */
  change?: JudgedChange;
}

/** The result of a step. A step that is `unchanged` or `skipped` had nothing to do; the summary has the reason. */
export interface StepResult {
  outcome: 'passed' | 'failed' | 'unchanged' | 'skipped';
  summary: string;
  findings: Finding[];
}

export type Step = (context: Context) => Promise<StepResult>;

/** The result of a step that fails when there is an error among its findings. */
export function toResult(findings: Finding[], summary: string): StepResult {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (errors === 0) return { outcome: 'passed', summary, findings };
  return { outcome: 'failed', summary: formatCount(errors, 'problem'), findings };
}

type Operations = readonly Pick<OperationSpec, 'id' | 'path' | 'method'>[];

/** The finding of an entry of `spec/accepted-changes.yaml` without a change. */
export function makeEntryFinding(message: string, { place }: Acknowledgements['fresh'][number]): Finding {
  return { severity: 'error', rule: 'acknowledgement-unused', message, place };
}

/** Turns the problems of a check into findings, each with the place in its file. */
export function makeFindings(rule: string, problems: readonly Problem[], operations: Operations = []): Finding[] {
  return [...new Set(problems.map(({ file }) => file))].flatMap((file) => {
    const text = readText(toProjectPath(file));
    const locator = new Locator(file, text);
    const { rules = [] } = parseYaml(text, file) as { rules?: { id: string }[] };
    return problems
      .filter((problem) => problem.file === file)
      .map(({ about, message }) => ({
        severity: 'error',
        rule,
        message: `${about}: ${message}`,
        place: locator.at(findPointer(about, rules, operations)),
      }));
  });
}

/** A problem has a pointer, the id of an operation, or the id of a rule. */
function findPointer(about: string, rules: readonly { id: string }[], operations: Operations): string {
  if (about.startsWith('#')) return about;
  const operation = operations.find(({ id }) => id === about);
  if (operation) return `/paths/${escapeStep(operation.path)}/${operation.method}`;
  const index = rules.findIndex(({ id }) => id === about);
  return index < 0 ? `/${escapeStep(about)}` : `/rules/${index}`;
}

/** The finding of an error; its place is at the head of the message, `file:line:column: ...`. */
export function explainError(rule: string, error: unknown, fallback: string): Finding {
  const message = (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ');
  const [, file, line, column, rest] =
    message.match(/^(.+?\.(?:ya?ml|json|ndjson))(?::(\d+))?(?::(\d+))?: (.*)$/) ?? [];
  if (!file) return { severity: 'error', rule, message, place: { file: fallback, line: 1, column: 1 } };
  const place = {
    file: relative(toProjectPath('.'), resolve(file)),
    line: Number(line ?? 1),
    column: Number(column ?? 1),
  };
  return { severity: 'error', rule, message: rest ?? message, place };
}
