import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { Case, CaseOptions } from './api/case.ts';
import { expect } from './api/expect.ts';
import { rule } from './rule.ts';
import type { Answer } from './wire/answer.ts';

/** One change of a valid request: the members that differ. */
export type Change = Readonly<Record<string, unknown>>;
type Changes = Readonly<Record<string, Change>> | readonly Change[];

/** The rules of a refusal, first the one of the refusal itself; a rule of the exact answer has its status, its code or both. */
type Rules = Partial<Record<RuleId, readonly [status?: number | undefined, code?: string]>>;

interface Row {
  /** What is refused: requests by name, or as a list in which each is its own name. */
  changes: Changes | ((t: Case, twin: Change) => Changes | Promise<Changes>);
  /** What the valid twin has of its own: it lacks the violation alone. */
  twin?: (t: Case) => Change | Promise<Change>;
}

/** An operation whose refusals stand in a table. */
interface Refusing {
  /** Sends the plainest valid request with a change. */
  send: (t: Case, change: Change) => Promise<Answer>;
  /** A state that refused requests leave as it is. */
  state?: (t: Case) => Promise<unknown>;
}

/**
 * Makes the rows of a table, each the arguments of Playwright's `test`. The valid twin has to be accepted, else the case is blocked;
 * then each change is refused as the rules say.
 */
export function refusals({ send, state }: Refusing) {
  return (rules: Rules, sentence: string, { changes, twin: ownTwin }: Row, options: CaseOptions = {}) =>
    rule(Object.keys(rules) as RuleId[], sentence, options, async (t) => {
      const [owner] = Object.keys(rules) as [RuleId];
      const twin = (await ownTwin?.(t)) ?? {};
      await t.again(() => t.mustSucceed(send(t, twin)));
      const before = await state?.(t);
      let areRefused = true;
      const all = typeof changes === 'function' ? await changes(t, twin) : changes;
      const entries = Array.isArray(all)
        ? all.map((change): [string, Change] => [JSON.stringify(change), change])
        : Object.entries(all);
      await t.each(Object.fromEntries(entries), async (change) => {
        const answer = await send(t, change);
        areRefused &&= answer.refused;
        for (const [id, exact] of Object.entries(rules) as [RuleId, [number?, string?]][])
          t.check(id, () => {
            // What is accepted breaks the rule of the refusal alone.
            if (answer.accepted && id !== owner) t.blocked(`it was accepted, see ${owner}`);
            expect(answer).toRefuse(...exact);
          });
      });
      if (!state || !areRefused) return;
      const after = await state(t);
      t.check(owner, () => expect(after, 'the state after refused requests').toEqual(before));
    });
}
