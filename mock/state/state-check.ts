import { findConflicts } from '../../fixtures/conflicts.ts';
import type { Seed } from '../../fixtures/seed.ts';
import { type ControlSchema, controlSchema } from '../../spec/control.ts';
import type { ContractDocument } from '../../spec/document.ts';
import { createMatcher } from '../../spec/match.ts';
import type { Validators, Violation } from '../../spec/validators.ts';
import type { Deployed } from '../contract/deployed.ts';
import { createSyntaxCheck } from '../email/templates.ts';
import { showMessageDetail } from '../email/view.ts';
import { LATEST } from '../time/clock.ts';
import { messageOf, type State, timeOf } from './state-json.ts';

/** A reason why a value can't be in a partition, and its place. */
export type Flaw = Pick<Violation, 'pointer' | 'message'>;

/** The lists of a state that change while the mock runs. */
type GrowingList = 'notifications' | 'holds' | 'messages' | 'ledger';
type Entry<List extends keyof State> = NonNullable<State[List]> extends readonly (infer One)[] ? One : never;

/** The check of a partition's state under a contract and its fixtures. */
export interface StateCheck {
  /** The flaws of a state that its schema does not find. */
  state(state: State): Flaw[];
  /** The first flaw of a list that a partition was filled with, its schema included. */
  list(name: keyof State, list: unknown): Flaw | undefined;
  /** The first flaw of an entry of a list, its schema included. */
  entry<List extends GrowingList>(list: List, entry: Entry<List>): Flaw | undefined;
  settings(settings: ControlSchema<'Settings'>): Flaw | undefined;
}

/** Prepares the check of state that would make a partition break the contract, or fail. */
export function createStateCheck(parts: {
  document: ContractDocument;
  validators: Validators;
  seed: Seed;
  /** The deployment that partitions answer as from their start. */
  deployed?: Deployed | undefined;
  /** The beginning of the paths of operations. */
  basePath: string;
}): StateCheck {
  const { seed, basePath } = parts;
  const { document, validators } = parts.deployed ?? parts;
  const accounts = new Set(seed.accounts.map(({ id }) => id));
  const match = createMatcher(document);
  const checkAt = (pointer: string) => validators.schema(controlSchema({ $ref: `#/components/schemas/${pointer}` }));

  const flawOfMessage = (stored: Entry<'messages'>): Flaw | undefined => {
    const message = messageOf(stored);
    const { createdAt, schedule, arrives = 0 } = message;
    const deliveredAt = stored.deliveredAt === null ? 0 : timeOf(stored.deliveredAt);
    const bad = badTime({ createdAt, scheduledAt: schedule?.due ?? 0, arrivesAt: arrives, deliveredAt });
    if (bad) return bad;
    const violation = validators.responseBody('getEmailMessage', 200, { data: showMessageDetail(message) });
    return violation && { pointer: '', message: `can't be read: ${violation.pointer} ${violation.message}` };
  };

  const flawOfRecord = ({ createdAt, method, path, answer }: Entry<'ledger'>): Flaw | undefined => {
    // Where routes share their keys, a record has the id of its operation instead of a path.
    const operation =
      document.operations.find(({ id }) => id === path) ??
      (path.startsWith(basePath) ? match(method, path.slice(basePath.length))?.operation : undefined);
    if (!operation) return { pointer: '/path', message: `is no path of an operation under the method ${method}` };
    const violation = answer && validators.responseBody(operation.id, answer.status, answer.body);
    if (!violation) return badTime({ createdAt: timeOf(createdAt) });
    const message = `is no part of an answer ${answer.status} of ${operation.id}: it ${violation.message}`;
    return { pointer: `/answer/body${violation.pointer}`, message };
  };

  const entryChecks: Partial<Record<string, (entry: never) => Flaw | undefined>> = {
    holds: ({ until }: Entry<'holds'>) => badTime({ until: timeOf(until) }),
    messages: flawOfMessage,
    ledger: flawOfRecord,
  };

  function flawsOf(state: State): Flaw[] {
    const { now: text, ...lists } = state;
    const now = text === undefined ? 0 : timeOf(text);
    const ofClock = now >= LATEST ? { pointer: '/now', message: "can't be beyond the year 9998" } : badTime({ now });
    const checks: typeof entryChecks = { ...entryChecks, templates: templateCheck() };
    const ofEntries = Object.entries(lists).flatMap(([list, entries]) =>
      (Array.isArray(entries) ? entries : []).flatMap((entry, index) => {
        const flaw = checks[list]?.(entry as never);
        return flaw ? [{ ...flaw, pointer: `/${list}/${index}${flaw.pointer}` }] : [];
      }),
    );
    return [...(ofClock ? [ofClock] : []), ...conflictsOf(state, accounts), ...ofEntries];
  }

  return {
    state: flawsOf,
    list: (name, list) => checkAt(`State/properties/${name}`)(list) ?? flawsOf({ [name]: list })[0],
    entry: (list, entry) =>
      checkAt(`State/properties/${list}/items`)(entry) ?? withoutPlace(list, flawsOf({ [list]: [entry] })[0]),
    settings: checkAt('Settings'),
  };
}

/** The flaw of the first entry of a list, with the place in the entry. */
function withoutPlace(list: string, flaw: Flaw | undefined): Flaw | undefined {
  return flaw && { ...flaw, pointer: flaw.pointer.replace(`/${list}/0`, '') };
}

/** The check of templates that are in one state together. */
function templateCheck(): (template: Entry<'templates'>) => Flaw | undefined {
  const findSyntaxError = createSyntaxCheck();
  return (template) => {
    const error = findSyntaxError(template);
    return error === undefined ? undefined : { pointer: '', message: `can't be rendered: ${error}` };
  };
}

/** Unknown accounts, repeated entries, reversed ranges. */
function conflictsOf(state: State, accounts: ReadonlySet<string>): Flaw[] {
  const { missionRuns = {}, numbers, now: _now, holds = [], messages = [], ledger = [], ...lists } = state;
  const runs = Object.entries(missionRuns).map(([account, list]) => [
    `missionRuns/${account}`,
    list.map(({ run_id }) => ({ account, id: run_id })),
  ]);
  const ownerOf = ({ account }: { account?: string }) => (account === undefined ? {} : { account });
  return findConflicts(
    {
      ...lists,
      messages: messages.map(({ account, id }) => ({ account, id })),
      ledger: ledger.map(ownerOf),
      holds: holds.map(ownerOf),
      ...(numbers && { 'numbers/free': numbers.free, 'numbers/held': numbers.held }),
      ...Object.fromEntries(runs),
    },
    accounts,
  );
}

/** RFC 3339, which the schema names, has times that no clock shows: a leap second, or the year -1 in UTC. */
function badTime(times: Record<string, number>): Flaw | undefined {
  const [name] = Object.entries(times).find(([, time]) => Number.isNaN(time)) ?? [];
  return name === undefined ? undefined : { pointer: `/${name}`, message: 'must be an ISO 8601 time' };
}
