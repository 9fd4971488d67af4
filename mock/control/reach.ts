import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { nodeAt } from '../../spec/trace.ts';
import type { OperationId } from '../../spec/types.ts';
import type { Effect } from '../state/scenarios.ts';

/** The operations that an effect can happen to, or the reason why there is none. */
export type Reach = { operations: readonly OperationId[] } | { pointer: string; detail: string };

/** Finds the operations that an effect can happen to, among all or, where one is named, that one. */
export function reachOf(
  { answer, rows }: Pick<Effect, 'answer' | 'rows'>,
  operation: string | undefined,
  { operations, json }: ContractDocument,
): Reach {
  const wanted = operations.filter(({ id }) => operation === undefined || id === operation);
  const reached = (able: readonly OperationSpec[], pointer: string, flaw: string): Reach =>
    able.length > 0
      ? { operations: able.map(({ id }) => id) }
      : { pointer, detail: `${operation ?? 'The contract'} ${flaw}.` };
  if (wanted.length === 0) return { pointer: '/operation', detail: `The contract has no operation ${operation}.` };
  if (rows !== undefined) {
    const isList = ({ parameters }: OperationSpec) => parameters.some(({ name }) => name === 'page[number]');
    const lists = operations.filter(isList).map(({ id }) => id);
    return reached(wanted.filter(isList), '/operation', `is no list; these are: ${lists.join(', ')}`);
  }
  if (!answer) return reached(wanted, '', '');
  const { status, example } = answer;
  const declaring = wanted.filter((one) => schemaOf(one, status) !== undefined);
  if (example === undefined || declaring.length === 0)
    return reached(declaring, '/answer/status', `has no answer ${status}; ${declared(wanted)}`);
  const examplesOf = (one: OperationSpec) =>
    Object.keys(nodeAt(json, schemaOf(one, status)?.replace(/schema$/, 'examples') ?? '') ?? {});
  const able = declaring.filter((one) => examplesOf(one).includes(example));
  const known = [...new Set(declaring.flatMap(examplesOf))].join(', ') || 'none';
  return reached(able, '/answer/example', `has no example ${example} of an answer ${status}; there are: ${known}`);
}

/** The pointer to the schema of an answer; an error whose status is not named has that of the default. */
function schemaOf({ responses }: OperationSpec, status: number): string | undefined {
  return responses.get(String(status)) ?? (status >= 400 ? responses.get('default') : undefined);
}

function declared(operations: readonly OperationSpec[]): string {
  const keys = new Set(operations.flatMap(({ responses }) => [...responses.keys()]));
  const others = keys.delete('default') ? ' and any other error' : '';
  return `it has ${[...keys].sort().join(', ')}${others}`;
}
