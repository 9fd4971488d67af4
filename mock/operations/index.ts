import type { OperationId } from '../../spec/types.ts';
import { createEmailMessage } from './create-email-message.ts';
import { createNumberReservation } from './create-number-reservation.ts';
import { getEmailMessage } from './get-email-message.ts';
import { listDirDocumentTypes } from './list-dir-document-types.ts';
import { listRecentAiMissionRuns } from './list-recent-ai-mission-runs.ts';
import type { Operation } from './operation.ts';
import { updateSimCardDataUsageNotification } from './update-sim-card-data-usage-notification.ts';

type Operations = { [Op in OperationId]?: Operation<Op> };

/** The operations that have behaviour; an alias has that of its original. One without an entry is answered by Prism from its examples. */
export const operations: Operations = {
  updateSimCardDataUsageNotification,
  createNumberReservation,
  listDirDocumentTypes,
  listRecentAiMissionRuns,
  createEmailMessage,
  getEmailMessage,
};
