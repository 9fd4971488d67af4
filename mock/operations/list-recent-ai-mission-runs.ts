import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { RequestViolation } from '../../spec/validators.ts';
import { addNotes, answer } from '../contract/answer.ts';
import { listRunStatuses } from '../contract/handler-contract.ts';
import type { Operation } from './operation.ts';
import { answerPage } from './pagination.ts';

/** One page of the account's runs, newest first, filtered by status when one is given (source document, Endpoints > 4). */
export const listRecentAiMissionRuns: Operation<'listRecentAiMissionRuns'> = {
  code: '10015',
  refuseViolations(violations) {
    const broken = new Set(violations.flatMap(({ rules }) => rules));
    return answer(422, { detail: violations.map(describeViolation) }, ...broken, 'RUN-23', 'RUN-24', 'RUN-25');
  },
  handle({ caller, values }, world) {
    const status = typeof values.status === 'string' ? values.status : undefined;
    const isUnknown = status !== undefined && !statuses.includes(status);
    const { seed, runsByStatus } = world.fixtures;
    const runs =
      status === undefined ? seed.missionRuns.get(caller.account) : runsByStatus.get(caller.account)?.get(status);
    const rows = world.scenarios.hideRows('listRecentAiMissionRuns', runs ?? noRuns);
    const rulesOfFilter = isUnknown ? unknownStatusRules : filteredRules;
    const rules = status === undefined ? unfilteredRules : rulesOfFilter;
    const answered = answerPage(rows, { values }, rules, world.choices);
    if (!isUnknown) return answered;
    const shown = world.deployed ? listRunStatuses(world.deployed.document) : statuses;
    return addNotes(answered, `No run has this status; there are ${shown.join(', ')}.`);
  },
};

const noRuns: readonly never[] = [];

const unfilteredRules: readonly RuleId[] = ['RUN-1', 'RUN-2', 'RUN-3', 'RUN-16', 'RUN-17', 'RUN-19'];
const filteredRules: readonly RuleId[] = [...unfilteredRules, 'RUN-12', 'RUN-13', 'RUN-14'];
const unknownStatusRules: readonly RuleId[] = ['RUN-15', ...filteredRules];
const statuses = ['pending', 'running', 'paused', 'succeeded', 'failed', 'cancelled'];

const kinds: Record<string, { type: string; msg: (limit: unknown) => string }> = {
  enum: { type: 'enum', msg: () => 'Input should be a status' },
  minimum: { type: 'greater_than_equal', msg: (limit) => `Input should be greater than or equal to ${limit}` },
  maximum: { type: 'less_than_equal', msg: (limit) => `Input should be less than or equal to ${limit}` },
};

function describeViolation({ in: part, parameter = '', keyword, params }: RequestViolation) {
  const kind = kinds[keyword];
  if (kind) return { loc: [part, parameter], msg: kind.msg(params.limit), type: kind.type };
  if (params.type === 'integer') {
    const msg = 'Input should be a valid integer, unable to parse string as an integer';
    return { loc: [part, parameter], msg, type: 'int_parsing' };
  }
  return { loc: [part, parameter], msg: 'Input should be a valid string', type: 'string_type' };
}
