import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { nodeAt } from '../../spec/trace.ts';
import type { OperationId } from '../../spec/types.ts';
import type { Effect } from '../state/scenarios.ts';

/** The operations that an effect can happen to, or the reason why it can happen to none. */
export type Reach = { operations: readonly OperationId[] } | { pointer: string; detail: string };

/** Finds the operations that an effect can happen to, among all or, where one is named, that one. */
export function reachOf(
  { answer, rows }: Pick<Effect, 'answer' | 'rows'>,
  operation: string | undefined,
  { operations, json }: ContractDocument,
): Reach {
  const asked = operations.filter(({ id }) => operation === undefined || id === operation);
  if (asked.length === 0) return { pointer: '/operation', detail: `The contract has no operation ${operation}.` };
  const subject = operation ?? 'The contract';
  const reached = (able: readonly OperationSpec[], pointer: string, why: string): Reach =>
    able.length > 0 ? { operations: able.map(({ id }) => id) } : { pointer, detail: `${subject} ${why}.` };
  if (answer) {
    const { status, example } = answer;
    const declaring = asked.filter((one) => bodyOf(one, status) !== undefined);
    if (example === undefined || declaring.length === 0)
      return reached(declaring, '/answer/status', `has no answer ${status}; ${declared(asked)}`);
    const examples = (one: OperationSpec) => examplesAt(json, bodyOf(one, status));
    const able = declaring.filter((one) => examples(one).includes(example));
    const known = [...new Set(declaring.flatMap(examples))].join(', ') || 'none';
    return reached(able, '/answer/example', `has no example ${example} of an answer ${status}; there are: ${known}`);
  }
  const known = operations.filter(isList).map(({ id }) => id);
  const able = rows === undefined ? asked : asked.filter(isList);
  return reached(able, '/operation', `is no list; these are: ${known.join(', ')}`);
}

/** A list has pages. */
function isList({ parameters }: OperationSpec): boolean {
  return parameters.some(({ name }) => name === 'page[number]');
}

/** The pointer to the schema of an answer; an error whose status is not named has that of the default. */
function bodyOf({ responses }: OperationSpec, status: number): string | undefined {
  return responses.get(String(status)) ?? (status >= 400 ? responses.get('default') : undefined);
}

function examplesAt(json: Record<string, unknown>, schema: string | undefined): string[] {
  return Object.keys((nodeAt(json, schema?.replace(/schema$/, 'examples') ?? '') as object | undefined) ?? {});
}

/** The statuses that operations have, in words. */
function declared(operations: readonly OperationSpec[]): string {
  const keys = new Set(operations.flatMap(({ responses }) => [...responses.keys()]));
  const others = keys.delete('default') ? ' and any other error' : '';
  return `it has ${[...keys].sort().join(', ')}${others}`;
}
