import type { Choices } from '../../spec/generated/choices.ts';
import type { IncomingRequest } from './check.ts';

/** The query of a request as a deployment reads it: what counts of a repeated parameter (HTTP-16), and of a page parameter without a value (PAGE-10). */
export function queryMeant({ operation, query }: IncomingRequest, choices: Choices): IncomingRequest['query'] {
  const absent = absentWithoutValue(operation.id, choices);
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
function absentWithoutValue(operation: string, choices: Choices): string[] {
  const { documentTypesPageName, pageNumberName, pageSizeName } = choices;
  // The source names the page size of document types.
  if (operation === 'listDirDocumentTypes')
    return choices.documentTypesEmptyParameter === 'absent' ? ['page[size]', documentTypesPageName] : [];
  return choices.missionRunsEmptyParameter === 'absent' ? [pageNumberName, pageSizeName] : [];
}
