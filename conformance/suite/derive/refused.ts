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
    const ids = partsOf(subject.document, subject.operation).flatMap((part) =>
      invalidOf(subject, part, values).flatMap((variant) => {
        const { owner, name } = ownersOf(subject, variant);
        return [owner, ...(name ? [name] : []), ...refusalRules(subject, part, variant, owner)];
      }),
    );
    return [...new Set(ids)];
  },
  async run(t, subject, charge) {
    const { operation } = subject;
    const { parts, plain, values } = await beginWith(t, subject, 'invalid');
    for (const part of parts) {
      const all = invalidOf(subject, part, values);
      // A legacy address is the same operation again: a look at every place is enough.
      const variants = operation.aliasOf ? oneOfEach(all, t.seed) : all;
      for (const variant of variants) confirm(contract().validators, operation, part, variant);
      // Those in the same member together, and those of the part as a whole by themselves.
      const groups = grouped(variants, ({ pointer }) => pointer.split('/')[1] ?? '');
      for (const group of groups.values()) await refuseMember(t, subject, charge, { part, plain, group });
    }
  },
};

/** Faults that are sent side by side: none of them should have an effect, so their order tells nothing. */
const AT_ONCE = 8;

/**
 * The violations of a part. How long a text may be is judged where a rule of its own says so: the limits of the mock bind no other
 * target.
 */
function invalidOf(subject: Subject, { node }: Part, values: Values): Invalid[] {
  const isGeneral = (variant: Invalid) =>
    variant.about === 'maxLength' && ownersOf(subject, variant).owner === 'ERR-10';
  return invalidVariants(node, values).filter((variant) => !isGeneral(variant));
}

interface Around {
  part: Part;
  plain: Parts;
  /** Faults of one member of the part. */
  group: readonly Invalid[];
}

async function refuseMember(t: Case, subject: Subject, charge: Charge, { part, plain, group }: Around) {
  const { operation, derivation } = subject;
  const ask = (value: unknown) => send(t, operation, withPart(plain, part, value));
  const answers = new Map<Invalid, Answer>();
  for (const some of inSteps(group, AT_ONCE)) {
    const asked = some.map(async (variant) => [variant, await ask(variant.value)] as const);
    for (const [variant, answer] of await Promise.all(asked)) answers.set(variant, answer);
  }
  // The twins come second: what they take, a phone number for instance, is still free for a violation that is accepted.
  const twins = new Map<string, Answer>();
  for (const { twin } of group) {
    const key = JSON.stringify(twin);
    if (!twins.has(key)) twins.set(key, await ask(twin));
  }
  const isRefusal = (answer: Answer, variant: Invalid) =>
    answer.refused || derivation.isRefusal?.(answer, variant) === true;
  const isRead = [...answers].some(([variant, answer]) => isRefusal(answer, variant));
  for (const [variant, answer] of answers) {
    const twin = twins.get(JSON.stringify(variant.twin)) as Answer;
    const { owner, name } = ownersOf(subject, variant);
    await t.step(labelOf(part, variant), () => {
      if (!twin.accepted && !derivation.isAside?.(twin)) {
        // Why it was refused is said where valid requests are judged; what only an assumption calls valid proves nothing.
        if (!isAssumption(owner)) charge(owner, () => t.blocked(`the same without the violation was refused: ${twin}`));
        return;
      }
      // Where nothing at all is refused, the target does not know the name: that is a finding about the name only.
      if (name && !charge(name, () => (isRead ? undefined : expect(answer).toRefuse()))) {
        charge(owner, () => t.blocked(`the target does not read ${part.name}${variant.pointer} under this name`));
        return;
      }
      if (isRefusal(answer, variant) && !answer.refused) return void charge(owner, () => {});
      if (charge(owner, () => expect(answer).toRefuse()))
        checkRefusal(t, subject, part, variant, owner, answer, charge);
    });
  }
}

function inSteps<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, step) => list.slice(step * size, (step + 1) * size));
}

/** Whom a violation is charged to and, where that is a rule of the source, the assumption about a name that it rests on. */
function ownersOf({ document, operation }: Subject, variant: Invalid): { owner: RuleId; name: RuleId | undefined } {
  const { path, about, missing, label } = variant;
  const owner = refusalOwner(document, path, about, missing);
  if (!owner) throw new Error(`no rule says that ${operation.id} refuses ${label} at ${path}`);
  return { owner, name: isAssumption(owner) ? undefined : nameOwner(document, path) };
}

/** How a violation has to be refused: each rule with the status and code that it names, and the place. */
interface Expected {
  rule: RuleId;
  status: number;
  code: string;
  place?: { rule: RuleId; at: string };
}

/** Rules about the refusal that go with those that refuse: elsewhere it is the one of all failed validations. */
const ownAnswers: Partial<Record<RuleId, RuleId>> = {
  'SIM-18': 'SIM-19',
  'RSV-23': 'RSV-24',
  'EMAIL-THREAD-11': 'EMAIL-THREAD-12',
  'EMAIL-FWD-3': 'EMAIL-FWD-4',
  'EMAIL-GET-6': 'EMAIL-GET-6',
};

/** An unusable idempotency key has its status and its code by the source. */
const keyRules: readonly RuleId[] = ['EMAIL-IDEM-5', 'EMAIL-IDEM-6', 'EMAIL-IDEM-7'];

/** The rules about the exact refusal of a violation. */
function refusalRules(subject: Subject, part: Part, variant: Invalid, owner: RuleId): RuleId[] {
  const expected = expectedFor(subject, part, variant, owner);
  return [expected?.rule, expected?.place?.rule].filter((id) => id !== undefined);
}

/** Checks status, code and place of a refusal. */
function checkRefusal(
  t: Pick<Case, 'target'>,
  subject: Subject,
  part: Part,
  variant: Invalid,
  owner: RuleId,
  answer: Answer,
  charge: Charge,
): void {
  const expected = expectedFor(subject, part, variant, owner);
  if (!expected) return;
  const { rule, status, code, place } = expected;
  // A body without codes is the business of the rules about error bodies.
  const hasCodes = answer.codes.length > 0 && answer.codes.every((code) => typeof code === 'string');
  charge(rule, () => expect(answer).toRefuse(status, hasCodes ? code : undefined));
  if (!place) return;
  const parameter = wireName(t.target.wire, subject.operation, place.at);
  if (place.rule === 'RUN-25') {
    const locations = locationsIn(answer);
    if (locations) charge(place.rule, () => expect(locations, 'loc').toContainEqual(['query', parameter]));
  } else if (hasCodes) {
    charge(place.rule, () =>
      part.in === 'body'
        ? expect(answer).toPointAt(...placesOf(place.at, variant.missing !== undefined))
        : expect(answer).toBlameParameter(parameter),
    );
  }
}

function expectedFor({ derivation }: Subject, part: Part, variant: Invalid, owner: RuleId): Expected | undefined {
  const { failure } = derivation;
  if (keyRules.includes(owner)) return { rule: owner, status: 400, code: '10015' };
  if (!failure) return undefined;
  const at = namedPlace(part, variant);
  const place = at === undefined ? {} : { place: { rule: failure.place, at } };
  return { rule: ownAnswers[owner] ?? failure.status, status: 422, code: failure.code, ...place };
}

/** What an error has to name: a member of the body, a query parameter; of other parts and of the body as a whole nothing. */
function namedPlace(part: Part, { pointer }: Invalid): string | undefined {
  if (part.in === 'query') return part.name;
  return part.in === 'body' && pointer !== '' ? pointer : undefined;
}

/** Where an error may say that something is wrong: what is absent can be named, or that which lacks it. */
export function placesOf(pointer: string, isAbsent: boolean): string[] {
  return isAbsent ? [pointer, pointer.replace(/\/[^/]*$/, '')] : [pointer];
}

/** `loc` of the entries of a validation failure; undefined when there is no such body. */
function locationsIn({ body }: Answer): unknown[] | undefined {
  const { detail } = isObject(body) ? body : {};
  return Array.isArray(detail) && detail.length > 0 ? detail.filter(isObject).map(({ loc }) => loc) : undefined;
}
