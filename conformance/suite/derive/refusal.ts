import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { isObject } from '../../../spec/json.ts';
import type { Case } from '../api/case.ts';
import { expect } from '../api/expect.ts';
import type { Answer } from '../wire/answer.ts';
import type { Charge, Subject } from './kind.ts';
import type { Part } from './part.ts';
import { wireName } from './request.ts';
import type { Invalid } from './variant.ts';

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
export function refusalRules(subject: Subject, part: Part, variant: Invalid, owner: RuleId): RuleId[] {
  const expected = expectedFor(subject, part, variant, owner);
  return [expected?.rule, expected?.place?.rule].filter((id) => id !== undefined);
}

/** Checks status, code and place of a refusal. */
export function checkRefusal(
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
  const at = placeOf(part, variant);
  const place = at === undefined ? {} : { place: { rule: failure.place, at } };
  return { rule: ownAnswers[owner] ?? failure.status, status: 422, code: failure.code, ...place };
}

/** What an error has to name: a member of the body, a query parameter; of other parts and of the body as a whole nothing. */
function placeOf(part: Part, { pointer }: Invalid): string | undefined {
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
