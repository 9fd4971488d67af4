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
  /** What comes of a size of nothing, and of a negative one (PAGE-9). */
  ofNothing: Choices['missionRunsBelow'];
  negative: Choices['missionRunsNegative'];
  /** The largest page, where a list has one, and what comes of a larger size. */
  largest?: number;
  above?: Choices['documentTypesAbove'];
  /** What comes of a page before the first, and of what is no integer, where that can be chosen. */
  before?: Choices['documentTypesPageBelow'];
  noInteger?: Choices['documentTypesNoInteger'];
  /** The choice what comes of a page beyond the last one (PAGE-12). */
  beyond: 'documentTypesPageBeyond' | 'missionRunsPageBeyond';
}

const lists = {
  listDirDocumentTypes: (choices: Choices): ListPages => ({
    number: choices.documentTypesPageName,
    // The source names it.
    size: 'page[size]',
    fallback: choices.documentTypesDefaultSize,
    withoutValue: choices.documentTypesEmptyParameter,
    ofNothing: choices.documentTypesBelow,
    negative: choices.documentTypesNegative,
    largest: choices.documentTypesLargestSize,
    above: choices.documentTypesAbove,
    before: choices.documentTypesPageBelow,
    noInteger: choices.documentTypesNoInteger,
    beyond: 'documentTypesPageBeyond',
  }),
  listRecentAiMissionRuns: (choices: Choices): ListPages => ({
    number: choices.pageNumberName,
    size: choices.pageSizeName,
    fallback: choices.missionRunsDefaultSize,
    withoutValue: choices.missionRunsEmptyParameter,
    ofNothing: choices.missionRunsBelow,
    negative: choices.missionRunsNegative,
    beyond: 'missionRunsPageBeyond',
  }),
} satisfies { [Op in OperationId]?: unknown };

/** The operations that list something page by page. */
export const listOperations = Object.keys(lists) as (keyof typeof lists)[];

/** The pages of a list; of what has none, those of any list. */
export function pagesOf(operation: string | undefined, choices: Choices): ListPages {
  return (lists[operation as keyof typeof lists] ?? lists.listRecentAiMissionRuns)(choices);
}
