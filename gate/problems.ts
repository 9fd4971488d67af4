import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type OperationSpec, pointerStep } from '../spec/document.ts';
import type { Problem } from './checks/problem.ts';
import { root } from './contract.ts';
import type { Finding } from './finding.ts';
import { Locator, type Place } from './place.ts';

type Operations = readonly Pick<OperationSpec, 'id' | 'path' | 'method'>[];

/** Turns the problems of a check into findings, each with the place in its file. */
export function findingsOf(rule: string, problems: readonly Problem[], operations: Operations = []): Finding[] {
  const locators = new Map<string, Locator>();
  const locator = (file: string) => {
    const known = locators.get(file) ?? new Locator(file, readFileSync(join(root, file), 'utf8'));
    locators.set(file, known);
    return known;
  };
  return problems.map(({ file, about, message }) => ({
    level: 'error',
    rule,
    message: `${about}: ${message}`,
    place: placeOf(locator(file), about, operations),
  }));
}

/** Problems speak of a pointer, of the id of an operation, or of the id of a rule. */
function placeOf(locator: Locator, about: string, operations: Operations): Place {
  if (about.startsWith('#')) return locator.at(about);
  const operation = operations.find(({ id }) => id === about);
  if (operation) return locator.at(`/paths/${pointerStep(operation.path)}/${operation.method}`);
  return locator.entry('rules', 'id', about) ?? locator.at(`/${pointerStep(about)}`);
}

/** The finding that an error stands for; the place is taken from the head of its message, `file:line:column: ...`. */
export function findingOfError(rule: string, error: unknown, fallback: string): Finding {
  const message = (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ');
  const [, file, line, column, rest] =
    message.match(/^(.+?\.(?:ya?ml|json|ndjson))(?::(\d+))?(?::(\d+))?: (.*)$/) ?? [];
  if (!file) return { level: 'error', rule, message, place: { file: fallback, line: 1, column: 1 } };
  const place = { file: relative(root, resolve(file)), line: Number(line ?? 1), column: Number(column ?? 1) };
  return { level: 'error', rule, message: rest ?? message, place };
}
