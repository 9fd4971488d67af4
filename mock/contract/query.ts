import { pagesOf } from '../../spec/deployment/list-pages.ts';
import type { Choices } from '../../spec/generated/choices.ts';
import type { OperationId } from '../../spec/types.ts';

/** A query as it came: a parameter that was repeated has several values. */
type Query = Record<string, string | string[]>;

/**
 * The query of an operation as a deployment reads it: which value of a repeated parameter counts (HTTP-16), and whether a page parameter
 * without a value is there (PAGE-10). What came, where no deployment chose.
 */
export function queryMeant(query: Query, operation: OperationId, choices: Choices): Query {
  const absent = absentWithoutValue(operation, choices);
  const { repeatedParameter } = choices;
  if (absent.length === 0 && repeatedParameter === 'refused') return query;
  const entries = Object.entries(query).map(([name, value]) => [name, oneOf(value, repeatedParameter)] as const);
  return Object.fromEntries(entries.filter(([name, value]) => value !== '' || !absent.includes(name)));
}

function oneOf(value: string | string[], chosen: Choices['repeatedParameter']): string | string[] {
  if (typeof value === 'string' || chosen === 'refused') return value;
  return value.at(chosen === 'first' ? 0 : -1) ?? value;
}

/** The page parameters that are as if they were not there where they have no value. */
function absentWithoutValue(operation: OperationId, choices: Choices): string[] {
  const { number, size, withoutValue } = pagesOf(operation, choices);
  return withoutValue === 'absent' ? [number, size] : [];
}
