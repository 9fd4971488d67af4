import type { Choices } from '../generated/choices.ts';
import type { OperationId } from '../types.ts';

/** What a deployment chose of the pages of a list. */
export interface ListPages {
  /** What the parameters for the number of a page and for its size are called. */
  number: string;
  size: string;
  /** How large pages are where nothing is asked for. */
  fallback: number;
  /** What a parameter without a value is (PAGE-10). */
  withoutValue: Choices['missionRunsEmptyParameter'];
}

const lists = {
  listDirDocumentTypes: (choices: Choices): ListPages => ({
    number: choices.documentTypesPageName,
    // The source names it.
    size: 'page[size]',
    fallback: choices.documentTypesDefaultSize,
    withoutValue: choices.documentTypesEmptyParameter,
  }),
  listRecentAiMissionRuns: (choices: Choices): ListPages => ({
    number: choices.pageNumberName,
    size: choices.pageSizeName,
    fallback: choices.missionRunsDefaultSize,
    withoutValue: choices.missionRunsEmptyParameter,
  }),
} satisfies { [Op in OperationId]?: unknown };

/** The pages of a list; of what has none, those of any list. */
export function pagesOf(operation: string | undefined, choices: Choices): ListPages {
  return (lists[operation as keyof typeof lists] ?? lists.listRecentAiMissionRuns)(choices);
}
