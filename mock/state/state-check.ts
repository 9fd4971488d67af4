import { findConflicts, type Seed } from '../../fixtures/seed.ts';
import { type ContractDocument, createMatcher } from '../../spec/document.ts';
import type { Validators } from '../../spec/validators.ts';
import { BASE_PATH } from '../contract/check.ts';
import type { Deployed } from '../contract/deployed.ts';
import { showMessageDetail } from '../email/messages.ts';
import { findTemplateFlaw } from '../email/templates.ts';
import type { Flaw, State, StateCheck } from './snapshot.ts';

type Entry<List extends keyof State> = NonNullable<State[List]> extends readonly (infer Item)[] ? Item : never;

/** One object: Ajv stores compiled schemas by their identity. */
const wholeState = { $ref: 'control#/components/schemas/State' };

export function createStateCheck(parts: {
  document: ContractDocument;
  validators: Validators;
  seed: Seed;
  deployed?: Deployed | undefined;
}): StateCheck {
  const { seed } = parts;
  const { document, validators } = parts.deployed ?? parts;
  const accounts = new Set(seed.accounts.map(({ id }) => id));
  const match = createMatcher(document);

  function checkMessage(message: Entry<'messages'>): Flaw | undefined {
    const violation = validators.responseBody('getEmailMessage', 200, { data: showMessageDetail(message) });
    return violation && { pointer: '', message: `can't be read: ${violation.pointer} ${violation.message}` };
  }

  function checkRecord({ method, path, answer }: Entry<'ledger'>): Flaw | undefined {
    // If routes share their keys, a record has the id of its operation instead of a path.
    const operation =
      document.operations.find(({ id }) => id === path) ??
      (path.startsWith(BASE_PATH) ? match(method, path.slice(BASE_PATH.length))?.operation : undefined);
    if (!operation) return { pointer: '/path', message: `isn't an operation's path with the method ${method}` };
    const violation = answer && validators.responseBody(operation.id, answer.status, answer.body);
    if (!violation) return undefined;
    const message = `doesn't fit an answer ${answer.status} of ${operation.id}: it ${violation.message}`;
    return { pointer: `/answer/body${violation.pointer}`, message };
  }

  return (state) => {
    const { templates = [], messages = [], ledger = [] } = state;
    const broken = validators.schema(wholeState)(state);
    if (broken) return [broken];
    const checkTemplate = (template: Entry<'templates'>) => {
      const flaw = findTemplateFlaw(template);
      return flaw === undefined ? undefined : { pointer: '', message: `can't be rendered: ${flaw}` };
    };
    return [
      ...findStateConflicts(state, accounts),
      ...findFlaws('templates', templates, checkTemplate),
      ...findFlaws('messages', messages, checkMessage),
      ...findFlaws('ledger', ledger, checkRecord),
    ];
  };
}

function findFlaws<Item>(list: string, entries: readonly Item[], flawOf: (entry: Item) => Flaw | undefined): Flaw[] {
  return entries.flatMap((entry, index) => {
    const flaw = flawOf(entry);
    return flaw ? [{ ...flaw, pointer: `/${list}/${index}${flaw.pointer}` }] : [];
  });
}

function findStateConflicts(state: State, accounts: ReadonlySet<string>): Flaw[] {
  const { missionRuns = {}, numbers, now: _now, holds = [], messages = [], ledger = [], ...lists } = state;
  const runs = Object.entries(missionRuns).map(([account, list]) => [
    `missionRuns/${account}`,
    list.map(({ run_id }) => ({ account, id: run_id })),
  ]);
  const toOwner = ({ account }: { account?: string }) => (account === undefined ? {} : { account });
  return findConflicts(
    {
      ...lists,
      messages: messages.map(({ account, id }) => ({ account, id })),
      ledger: ledger.map(toOwner),
      holds: holds.map(toOwner),
      ...(numbers && { 'numbers/free': numbers.free, 'numbers/held': numbers.held }),
      ...Object.fromEntries(runs),
    },
    accounts,
  );
}
