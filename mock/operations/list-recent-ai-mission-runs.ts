import type { MissionRun } from '../../fixtures/seed.ts';
import { pagesOf } from '../../spec/deployment/list-pages.ts';
import type { Choices } from '../../spec/generated/choices.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { RequestViolation } from '../../spec/validators.ts';
import { answer, noted } from '../contract/answer.ts';
import type { CheckedRequest, OwnedViolation } from '../contract/check.ts';
import type { World } from '../state/world.ts';
import type { Operation } from './operation.ts';
import { answerPage } from './pagination.ts';

/** One page of the account's runs, newest first, filtered by status when one is given (source document, Endpoints > 4). */
export const listRecentAiMissionRuns: Operation<'listRecentAiMissionRuns'> = {
  code: '10015',
  refuseViolations(violations) {
    const broken = new Set(violations.flatMap(({ rules }) => rules));
    return answer(422, { detail: violations.map(describe) }, ...broken, 'RUN-23', 'RUN-24', 'RUN-25');
  },
  violationsBeside(request, world) {
    return world.choices.unknownStatus === 'refused' && filterOf(request, world).isUnknown ? [unknownStatus] : [];
  },
  handle({ caller, values }, world) {
    const { choices } = world;
    const { asked, meant, isUnknown } = filterOf({ values }, world);
    const runs = isUnknown && choices.unknownStatus === 'empty' ? none : world.missionRuns(caller.account, meant);
    const rows = world.scenarios.rows('listRecentAiMissionRuns', ordered(runs, choices));
    const rules = asked === undefined ? all : isUnknown ? unknown : filtered;
    const pages = pagesOf('listRecentAiMissionRuns', choices);
    const answered = answerPage(rows, { values }, pages, rules, choices);
    return isUnknown
      ? noted(answered, `No run has this status; there are ${[...new Set(words(world))].join(', ')}.`)
      : answered;
  },
};

const none: readonly MissionRun[] = [];

const orders = {
  oldestFirst: (runs: readonly MissionRun[]) => runs.toReversed(),
  updatedFirst: (runs: readonly MissionRun[]) =>
    runs.toSorted((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at)),
};

const reordered = { oldestFirst: new WeakMap<object, Runs>(), updatedFirst: new WeakMap<object, Runs>() };

type Runs = readonly MissionRun[];

/** The runs, newest first as they are kept, or in another order (RUN-16); the same list each time. */
function ordered(runs: Runs, { runOrder }: Choices): Runs {
  if (runOrder === 'newestFirst') return runs;
  const known = reordered[runOrder].get(runs) ?? orders[runOrder](runs);
  reordered[runOrder].set(runs, known);
  return known;
}

/** The words of the deployment for our statuses, in the same order (RUN-10). */
function words({ runStatuses }: World): string[] {
  return statuses.map((status) => runStatuses[status] ?? status);
}

/** Our statuses that a filter asks for, in the words of the deployment (RUN-10, RUN-15); none for a word that is none. */
function statusesMeant(asked: string, world: World): string[] {
  const folded = (word: string) => (world.choices.statusCase === 'folded' ? word.toLowerCase() : word);
  const known = words(world);
  return statuses.filter((_, index) => folded(known[index] as string) === folded(asked));
}

/** What a query filters by: nothing, or our statuses that it means. */
function filterOf({ values }: Pick<CheckedRequest, 'values'>, world: World) {
  const given = typeof values.status === 'string' ? values.status : undefined;
  const asked = given === '' && world.choices.emptyStatus === 'absent' ? undefined : given;
  const meant = asked === undefined ? [] : statusesMeant(asked, world);
  return { asked, meant, isUnknown: asked !== undefined && meant.length === 0 };
}

/** A status that is none, where a deployment refuses it (RUN-15). */
const unknownStatus: OwnedViolation = {
  in: 'query',
  parameter: 'status',
  pointer: '',
  keyword: 'enum',
  message: 'must be a status',
  params: {},
  schemaPath: '',
  rules: ['RUN-15'],
};

const all: readonly RuleId[] = ['RUN-1', 'RUN-2', 'RUN-3', 'RUN-16', 'RUN-17', 'RUN-19'];
const filtered: readonly RuleId[] = [...all, 'RUN-12', 'RUN-13', 'RUN-14'];
const unknown: readonly RuleId[] = ['RUN-15', ...filtered];
const statuses = ['pending', 'running', 'paused', 'succeeded', 'failed', 'cancelled'];

const kinds: Record<string, { type: string; msg: (limit: unknown) => string }> = {
  unknown: { type: 'extra_forbidden', msg: () => 'Extra inputs are not permitted' },
  enum: { type: 'enum', msg: () => 'Input should be a status' },
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
