import { answer } from '../contract/answer.ts';
import type { Operation } from './operation.ts';
import { page, requestedPage } from './pagination.ts';

/** One page of the account's runs, newest first, filtered by status when one is given. */
export const listRecentAiMissionRuns: Operation<'listRecentAiMissionRuns'> = ({ caller, values }, world) => {
  const runs = world.missionRuns(caller.account, values.status as string | undefined);
  const rows = world.scenarios.rows('listRecentAiMissionRuns', runs);
  return answer(200, page(rows, requestedPage(values)), 'RUN-3', 'RUN-12', 'RUN-14', 'RUN-16', 'PAGE-5', 'PAGE-11');
};
