import type { RequestViolation } from '../../spec/validators.ts';
import { answer } from '../contract/answer.ts';
import type { Operation } from './operation.ts';
import { page, requestedPage } from './pagination.ts';

/** One page of the account's runs, newest first, filtered by status when one is given (source document, Endpoints > 4). */
export const listRecentAiMissionRuns: Operation<'listRecentAiMissionRuns'> = {
  code: '10015',
  unauthorized: ['AUTH-5'],
  refuseViolations: (violations) => answer(422, { detail: violations.map(describe) }, 'RUN-23', 'RUN-24', 'RUN-25'),
  handle({ caller, values }, world) {
    const runs = world.missionRuns(caller.account, values.status as string | undefined);
    const rows = world.scenarios.rows('listRecentAiMissionRuns', runs);
    return answer(200, page(rows, requestedPage(values)), 'RUN-3', 'RUN-12', 'RUN-14', 'RUN-16', 'PAGE-5', 'PAGE-11');
  },
};

const kinds: Record<string, { type: string; msg: (limit: unknown) => string }> = {
  minimum: { type: 'greater_than_equal', msg: (limit) => `Input should be greater than or equal to ${limit}` },
  maximum: { type: 'less_than_equal', msg: (limit) => `Input should be less than or equal to ${limit}` },
};

/** An entry of the validation body that this operation has of its own. */
function describe({ in: part, parameter = '', keyword, params }: RequestViolation) {
  const kind = kinds[keyword];
  if (kind) return { loc: [part, parameter], msg: kind.msg(params.limit), type: kind.type };
  if (params.type === 'integer') {
    const msg = 'Input should be a valid integer, unable to parse string as an integer';
    return { loc: [part, parameter], msg, type: 'int_parsing' };
  }
  return { loc: [part, parameter], msg: 'Input should be a valid string', type: 'string_type' };
}
