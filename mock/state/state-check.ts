import { conflictsIn, findConflict } from '../../fixtures/conflicts.ts';
import type { Seed } from '../../fixtures/seed.ts';
import type { ControlSchema } from '../../spec/control.ts';
import type { ContractDocument } from '../../spec/document.ts';
import { createMatcher } from '../../spec/match.ts';
import type { Validators } from '../../spec/validators.ts';
import { lazily } from '../collections/lazily.ts';
import { createSyntaxCheck } from '../email/templates.ts';
import { showMessageDetail } from '../email/view.ts';
import { LATEST } from '../time/clock.ts';
import { checkInPieces, checksAt, type Flaw, gathered, type Steps } from './check-in-pieces.ts';
import { messageOf, type State, timeOf } from './state-json.ts';

/** The lists of a state whose entries come about while the mock runs. */
type GrowingList = 'notifications' | 'holds' | 'messages' | 'ledger';
type Entry<List extends keyof State> = NonNullable<State[List]> extends readonly (infer One)[] ? One : never;

/** What a partition may hold under a contract and its fixtures. */
export interface StateCheck {
  /** Looks for flaws of a state that its schema lets through, entry by entry. */
  state(state: State): Generator<void, Flaw[]>;
  /** Looks for flaws of a list that a partition was filled with, its schema included. */
  list(name: keyof State, list: unknown): Generator<void, Flaw[]>;
  /** The first flaw of an entry of a list, its schema included. */
  entry<List extends GrowingList>(list: List, entry: Entry<List>): Flaw | undefined;
  /** The first flaw of settings. */
  settings(settings: ControlSchema<'Settings'>): Flaw | undefined;
}

/**
 * Prepares the check of what a partition holds: what would make it answer against the contract, or not at all. A state that it is filled
 * with has to pass, and each entry that comes from the disk, or stays when the contract has changed.
 */
export function createStateCheck(parts: {
  document: ContractDocument;
  validators: Validators;
  seed: Seed;
  /** What stands before the paths of the operations. */
  basePath: string;
}): StateCheck {
  const { document, validators, seed, basePath } = parts;
  const accounts = new Set(seed.accounts.map(({ id }) => id));
  const match = createMatcher(document);
  const flawsInPieces = checkInPieces(validators);
  const checkAt = checksAt(validators);
  // The templates of one state have a limit together.
  let findSyntaxError = createSyntaxCheck();

  /** The flaw of one entry that no schema finds. */
  const flawsOf: { [List in keyof State]?: (entry: Entry<List>) => Flaw | undefined } = {
    templates: (template) => {
      const error = findSyntaxError(template);
      return error === undefined ? undefined : { pointer: '', message: `can't be rendered: ${error}` };
    },
    holds: ({ until }) => badTime({ until: timeOf(until) }),
    messages: (stored) => {
      const message = messageOf(stored);
      const { createdAt, schedule, arrives = 0 } = message;
      const deliveredAt = stored.deliveredAt === null ? 0 : timeOf(stored.deliveredAt);
      const bad = badTime({ createdAt, scheduledAt: schedule?.due ?? 0, arrivesAt: arrives, deliveredAt });
      if (bad) return bad;
      const data = showMessageDetail(message);
      const violation = validators.responseBody('getEmailMessage', 200, { data });
      return violation && { pointer: '', message: `can't be read: ${violation.pointer} ${violation.message}` };
    },
    ledger: ({ createdAt, method, path, answer }) => {
      const operation = path.startsWith(basePath) && match(method, path.slice(basePath.length))?.operation;
      if (!operation) return { pointer: '/path', message: `is no path of an operation under the method ${method}` };
      const violation = answer && validators.responseBody(operation.id, answer.status, answer.body);
      if (!violation) return badTime({ createdAt: timeOf(createdAt) });
      const message = `is no part of an answer ${answer.status} of ${operation.id}: it ${violation.message}`;
      return { pointer: `/answer/body${violation.pointer}`, message };
    },
  };

  const flawOf = (list: string, entry: unknown) =>
    (flawsOf as Record<string, ((entry: unknown) => Flaw | undefined) | undefined>)[list]?.(entry);

  function* flawsOfState(state: State): Steps {
    findSyntaxError = createSyntaxCheck();
    const now = state.now === undefined ? 0 : timeOf(state.now);
    yield now >= LATEST ? { pointer: '/now', message: "can't be beyond the year 9998" } : badTime({ now });
    yield* conflictsOf(state, accounts);
    for (const list of Object.keys(flawsOf) as (keyof typeof flawsOf)[]) {
      for (const [index, entry] of (state[list] as readonly unknown[] | undefined)?.entries() ?? []) {
        const flaw = flawOf(list, entry);
        yield flaw && { ...flaw, pointer: `/${list}/${index}${flaw.pointer}` };
      }
    }
  }

  return {
    state: (state) => gathered(flawsOfState(state)),
    *list(name, list) {
      const flaws = yield* flawsInPieces(`/components/schemas/State/properties/${name}`, list);
      return flaws.length > 0 ? flaws : yield* gathered(flawsOfState({ [name]: list }));
    },
    entry: (list, entry) =>
      checkAt(`/components/schemas/State/properties/${list}/items`)(entry) ??
      findConflict({ [list]: [ownerOf(entry)] }, accounts) ??
      flawOf(list, entry),
    settings: (settings) => checkAt('/components/schemas/Settings')(settings),
  };
}

function ownerOf(entry: unknown): { account?: string } {
  const { account } = entry as { account?: string };
  return account === undefined ? {} : { account };
}

/** Unknown accounts, entries that stand twice, ranges the wrong way round. */
function conflictsOf(
  { missionRuns = {}, numbers, now: _now, holds = [], ...lists }: State,
  accounts: ReadonlySet<string>,
): Steps {
  const { messages = [], ledger = [] } = lists;
  const runs = Object.entries(missionRuns).map(([account, list]) => [
    `missionRuns/${account}`,
    lazily(list, ({ run_id }) => ({ account, id: run_id })),
  ]);
  return conflictsIn(
    {
      ...lists,
      messages: lazily(messages, ({ account, id }) => ({ account, id })),
      ledger: lazily(ledger, ({ account }) => ({ account })),
      holds: lazily(holds, ownerOf),
      ...(numbers && { 'numbers/free': numbers.free, 'numbers/held': numbers.held }),
      ...Object.fromEntries(runs),
    },
    accounts,
  );
}

/** RFC 3339, which the schema asks for, has times that are none for a clock: a leap second, or the year -1 in UTC. */
function badTime(times: Record<string, number>): Flaw | undefined {
  const [name] = Object.entries(times).find(([, time]) => Number.isNaN(time)) ?? [];
  return name === undefined ? undefined : { pointer: `/${name}`, message: 'must be an ISO 8601 time' };
}
