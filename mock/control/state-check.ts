import type { Seed } from '../../fixtures/seed.ts';
import type { ContractDocument } from '../../spec/document.ts';
import type { Validators } from '../../spec/validators.ts';
import { fitsWithin, MAX_DEPTH } from '../contract/depth.ts';
import { createSyntaxCheck } from '../email/templates.ts';
import { showMessageDetail } from '../email/view.ts';
import { recordFaults } from '../state/fits.ts';
import { findContradiction, messageOf, type State, type StoredMessage } from '../state/snapshot.ts';
import { LATEST } from '../time/clock.ts';
import { parseTime } from '../time/times.ts';
import { adminDocument } from './documents.ts';

/** What a state is compared with. `basePath` stands before the paths of the operations. */
export interface StateRules {
  document: ContractDocument;
  validators: Validators;
  seed: Seed;
  basePath: string;
}

/** Where in a state something is wrong, and what. */
interface Fault {
  pointer: string;
  message: string;
}

/** The members of a request lie so much deeper in a state: at most in the answer of a ledger's record. */
const STATE_DEPTH = MAX_DEPTH + 6;

/** Prepares the check of a state: what would make the partition that is filled from it answer against the contract, or not at all. */
export function stateCheck({ document, validators, seed, basePath }: StateRules) {
  const check = validators.schema(stateSchema());
  const faultOfRecord = recordFaults(document, validators, basePath);

  const faultOfMessage = (message: StoredMessage): Fault | undefined => {
    const violation = validators.responseBody('getEmailMessage', 200, { data: showMessageDetail(messageOf(message)) });
    return violation && { pointer: '', message: `can't be read: ${violation.pointer} ${violation.message}` };
  };

  return (body: unknown): Fault | undefined => {
    if (!fitsWithin(STATE_DEPTH, body))
      return { pointer: '', message: `must not nest deeper than ${STATE_DEPTH} levels` };
    const violation = check(body);
    if (violation) return violation;
    const state = body as Partial<State>;
    const { templates = [], messages = [], ledger = [] } = state;
    const findSyntaxError = createSyntaxCheck();
    return (
      findContradiction(state, seed) ??
      findBadTime(state) ??
      firstOf('templates', templates, (template) => {
        const error = findSyntaxError(template);
        return error === undefined ? undefined : { pointer: '', message: `can't be rendered: ${error}` };
      }) ??
      firstOf('messages', messages, faultOfMessage) ??
      firstOf('ledger', ledger, faultOfRecord)
    );
  };
}

/** The schema of a state as the control document has it, its references as the contract's checks know them. */
function stateSchema(): Record<string, unknown> {
  const { components } = adminDocument();
  const known = JSON.stringify(components).replaceAll('"openapi.json#/', '"openapi#/');
  return { $ref: '#/components/schemas/State', components: JSON.parse(known) };
}

/** The first fault of the entries of a list. */
function firstOf<Entry>(
  list: string,
  entries: readonly Entry[],
  faultOf: (entry: Entry) => Fault | undefined,
): Fault | undefined {
  for (const [index, entry] of entries.entries()) {
    const fault = faultOf(entry);
    if (fault) return { ...fault, pointer: `/${list}/${index}${fault.pointer}` };
  }
  return undefined;
}

/** RFC 3339, which the schema asks for, has times that are none for a clock: a leap second, or the year -1 in UTC. */
function findBadTime({ now, holds = [], messages = [], ledger = [] }: Partial<State>): Fault | undefined {
  if ((parseTime(now) ?? 0) >= LATEST) return { pointer: '/now', message: "can't be beyond the year 9998" };
  return (
    unreadable({ now: now ?? null }) ??
    firstOf('holds', holds, ({ until }) => unreadable({ until })) ??
    firstOf('messages', messages, ({ createdAt, scheduledAt, deliveredAt }) =>
      unreadable({ createdAt, scheduledAt, deliveredAt }),
    ) ??
    firstOf('ledger', ledger, ({ createdAt }) => unreadable({ createdAt }))
  );
}

function unreadable(times: Record<string, string | null>): Fault | undefined {
  const [name] = Object.entries(times).find(([, time]) => time !== null && parseTime(time) === undefined) ?? [];
  return name === undefined ? undefined : { pointer: `/${name}`, message: 'must be an ISO 8601 time' };
}
