import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { grouped } from '../../../spec/grouped.ts';
import { isObject } from '../../../spec/json.ts';
import { nameOwner, refusalOwner } from '../../../spec/ownership.ts';
import type { Case } from '../api/case.ts';
import { expect } from '../api/expect.ts';
import type { Answer } from '../wire/answer.ts';
import { contract } from '../wire/contract.ts';
import { invalidVariants } from './invalid.ts';
import { beginWith, type Charge, isAssumption, type Kind, type Subject } from './kind.ts';
import { confirm, labelOf, type Part, type Parts, partsOf, send, wireName, withPart } from './request.ts';
import { type Invalid, oneOfEach } from './valid.ts';
import { Values } from './values.ts';

/** Requests with one violation are refused as the contract says. */
export const refused: Kind = {
  title: 'a request with one violation is refused',
  needs: ({ derivation }) => derivation.refusedNeeds ?? derivation.needs,
  rules(subject) {
    const values = new Values(1, subject.derivation.knowledge);
    const faults = partsOf(subject.document, subject.operation).flatMap((part) => faultsOf(subject, part, values));
    const ids = faults.flatMap(({ owner, name, exact, place }) => [owner, name, exact?.rule, place?.rule]);
    return [...new Set(ids)].filter((id) => id !== undefined);
  },
  async run(t, subject, charge) {
    const { operation } = subject;
    const { parts, plain, values } = await beginWith(t, subject, 'invalid');
    for (const part of parts) {
      const all = faultsOf(subject, part, values);
      // A legacy address is the same operation again: a look at every place is enough.
      const faults = operation.aliasOf ? oneOfEach(all, t.seed) : all;
      for (const fault of faults) confirm(contract().validators, operation, part, fault);
      // The faults of one member are sent together, those of the whole part alone.
      const groups = grouped(faults, ({ pointer }) => pointer.split('/')[1] ?? '');
      for (const group of groups.values()) await refuseMember(t, subject, charge, part, plain, group);
    }
  },
};

/** A violation with the rules that its refusal is charged to. */
interface Fault extends Invalid {
  owner: RuleId;
  /** The assumption about a name that a rule of the source rests on here. */
  name: RuleId | undefined;
  /** The exact answer, where a rule names it. */
  exact: { rule: RuleId; status: number; code: string } | undefined;
  /** The place that the answer names: a member of the body or a query parameter. */
  place: { rule: RuleId; at: string } | undefined;
}

/** Refusals with a rule of their own about the exact answer; all others share that of their operation. */
const ownAnswers: Partial<Record<RuleId, RuleId>> = {
  'SIM-18': 'SIM-19',
  'RSV-23': 'RSV-24',
  'EMAIL-THREAD-11': 'EMAIL-THREAD-12',
  'EMAIL-FWD-3': 'EMAIL-FWD-4',
  'EMAIL-GET-6': 'EMAIL-GET-6',
};

/** An unusable idempotency key has its status and its code by the source. */
const keyRules: readonly RuleId[] = ['EMAIL-IDEM-5', 'EMAIL-IDEM-6', 'EMAIL-IDEM-7'];

/** Faults that are sent side by side: none of them should have an effect, so their order does not matter. */
const atOnce = 8;

function faultsOf({ document, operation, derivation }: Subject, part: Part, values: Values): Fault[] {
  const faults = invalidVariants(part.node, values).map((variant): Fault => {
    const { path, about, missing, label, pointer } = variant;
    const owner = refusalOwner(document, path, about, missing);
    if (!owner) throw new Error(`no rule says that ${operation.id} refuses ${label} at ${path}`);
    const name = isAssumption(owner) ? undefined : nameOwner(document, path);
    const { failure } = derivation;
    if (keyRules.includes(owner))
      return { ...variant, owner, name, exact: { rule: owner, status: 400, code: '10015' }, place: undefined };
    const exact = failure && { rule: ownAnswers[owner] ?? failure.status, status: 422, code: failure.code };
    const at = part.in === 'query' ? part.name : part.in === 'body' ? pointer : '';
    return { ...variant, owner, name, exact, place: failure && at !== '' ? { rule: failure.place, at } : undefined };
  });
  // The length of a text is judged where a rule of its own limits it: the limits of the mock bind no other target.
  return faults.filter(({ about, owner }) => about !== 'maxLength' || owner !== 'ERR-10');
}

async function refuseMember(t: Case, subject: Subject, charge: Charge, part: Part, plain: Parts, group: Fault[]) {
  const { operation, derivation } = subject;
  const ask = (value: unknown) => send(t, operation, withPart(plain, part, value));
  const answers = new Map<Fault, Answer>();
  for (let sent = 0; sent < group.length; sent += atOnce) {
    const asked = group.slice(sent, sent + atOnce).map(async (fault) => [fault, await ask(fault.value)] as const);
    for (const [fault, answer] of await Promise.all(asked)) answers.set(fault, answer);
  }
  // The twins come second: what they take, a phone number for instance, is still free for a violation that is accepted.
  const twins = new Map<string, Answer>();
  for (const { twin } of group) {
    const key = JSON.stringify(twin);
    if (!twins.has(key)) twins.set(key, await ask(twin));
  }
  const isRefusal = (answer: Answer, fault: Fault) => answer.refused || derivation.isRefusal?.(answer, fault) === true;
  const isRead = [...answers].some(([fault, answer]) => isRefusal(answer, fault));
  for (const [fault, answer] of answers) {
    const { owner, name } = fault;
    const twin = twins.get(JSON.stringify(fault.twin)) as Answer;
    await t.step(labelOf(part, fault), () => {
      if (!twin.accepted && !derivation.isAside?.(twin)) {
        // The case of valid requests judges this refusal; a twin that only an assumption calls valid proves nothing.
        if (!isAssumption(owner)) charge(owner, () => t.blocked(`the same without the violation was refused: ${twin}`));
        return;
      }
      // Where nothing at all is refused, the target does not know the name: that is a finding about the name only.
      if (name && !charge(name, () => (isRead ? undefined : expect(answer).toRefuse()))) {
        charge(owner, () => t.blocked(`the target does not read ${part.name}${fault.pointer} under this name`));
        return;
      }
      if (isRefusal(answer, fault) && !answer.refused) return void charge(owner, () => {});
      t.compared({ ...fault, isAsContract: !answer.accepted });
      if (charge(owner, () => expect(answer).toRefuse())) checkExactAnswer(t, subject, part, fault, answer, charge);
    });
  }
}

function checkExactAnswer(
  t: Case,
  { operation }: Subject,
  part: Part,
  { exact, place, missing }: Fault,
  answer: Answer,
  charge: Charge,
): void {
  if (!exact) return;
  // The rules about error bodies judge a body without codes.
  const hasCodes = answer.codes.length > 0 && answer.codes.every((code) => typeof code === 'string');
  charge(exact.rule, () => expect(answer).toRefuse(exact.status, hasCodes ? exact.code : undefined));
  if (!place) return;
  const parameter = wireName(t.target.wire, operation, place.at);
  if (place.rule === 'RUN-25') {
    const { detail } = isObject(answer.body) ? answer.body : {};
    if (!Array.isArray(detail) || detail.length === 0) return;
    const locations = detail.filter(isObject).map(({ loc }) => loc);
    charge(place.rule, () => expect(locations, 'loc').toContainEqual(['query', parameter]));
  } else if (hasCodes)
    charge(place.rule, () =>
      part.in === 'body'
        ? expect(answer).toPointAt(...placesOf(place.at, missing !== undefined))
        : expect(answer).toBlameParameter(parameter),
    );
}

/** The places that an error may name: of an absent member also the object that lacks it. */
export function placesOf(pointer: string, isAbsent: boolean): string[] {
  return isAbsent ? [pointer, pointer.replace(/\/[^/]*$/, '')] : [pointer];
}
