import type { OperationId } from '../../../spec/types.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { runWords } from '../asked/run-words.ts';
import type { Measures } from './measure.ts';
import { defaultSize, entriesTold, largestSize } from './measured-lists.ts';
import { measuresOfReservations } from './measured-reservations.ts';
import { measuresOfUpdates } from './measured-updates.ts';

/** What is known of an operation beside the document, so that its answers can be settled. */
interface SettledOperation {
  /** The choices that its exchanges show. */
  measures?: Measures;
  /** The operation whose answers show the same thing before: what they tell goes where its own say nothing else. */
  after?: OperationId;
  /** The words of a target for our statuses of its items, which may also be without what all of ours have. */
  statuses?(exchanges: readonly NotedExchange[]): Readonly<Record<string, string>>;
}

/** The operations of which something is known. */
export const operations: Readonly<Partial<Record<OperationId, SettledOperation>>> = {
  updateSimCardDataUsageNotification: { measures: measuresOfUpdates },
  createNumberReservation: { measures: measuresOfReservations },
  listDirDocumentTypes: { measures: { documentTypesDefaultSize: defaultSize, documentTypesLargestSize: largestSize } },
  listRecentAiMissionRuns: { measures: { missionRunsDefaultSize: defaultSize, entriesTold }, statuses: runWords },
  getEmailMessage: { after: 'createEmailMessage' },
};
