import type { Choices } from '../../spec/generated/choices.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { pointerStep } from '../../spec/pointer.ts';
import type { RequestViolation } from '../../spec/validators.ts';
import { type AnyAnswer, type ErrorCode, refuse } from './answer.ts';
import type { CheckedRequest, OwnedViolation, Unreadable } from './check.ts';
import { refuseTogether } from './refuse-together.ts';

/** What is an operation's own about the refusals that it does not make itself. */
export interface RefusalFacts {
  /** The code of all refusals without a code of their own. */
  code: ErrorCode;
  /** The rules about a 401, where they are not the general one (AUTH-5). */
  unauthorized?: readonly RuleId[];
  /** The rules that a request without a body breaks, where one is required. */
  bodiless?: readonly RuleId[];
  /** The rules that a violation breaks beside those that own its place, and those about how it is told beside the general ones. */
  rulesBeside?: (violation: OwnedViolation) => readonly RuleId[];
  /** The rules that all its answers with a status keep. */
  generalRules?: (status: number) => readonly RuleId[];
  /** The answer to violations, where it is not in the standard body. */
  refuseViolations?: (violations: readonly OwnedViolation[]) => AnyAnswer;
}

const unreadable: Record<Unreadable, { status: 400 | 415; rules: readonly RuleId[] }> = {
  absent: { status: 400, rules: ['HTTP-3', 'HTTP-4'] },
  syntax: { status: 400, rules: ['HTTP-3', 'HTTP-4'] },
  mediaType: { status: 415, rules: ['HTTP-5', 'HTTP-6'] },
  mediaTypes: { status: 415, rules: ['HTTP-18'] },
  coding: { status: 415, rules: ['HTTP-17'] },
};

/** The answer to a request that breaks the contract (source document, Errors); undefined when it does not. */
export function refuseViolations(
  { violations }: Pick<CheckedRequest, 'violations'>,
  facts: RefusalFacts,
  { reportedFaults }: Pick<Choices, 'reportedFaults'>,
): AnyAnswer | undefined {
  const [first, ...others] = violations;
  if (!first) return undefined;
  const { refuseViolations: refuseAll } = facts;
  if (refuseAll) return refuseAll(violations);
  return refuseTogether([refusalOf(first, facts), ...others.map((other) => refusalOf(other, facts))], reportedFaults);
}

/** A violation in a sentence, with its place. */
function sentenceOf(violation: OwnedViolation): string {
  const { in: part, parameter, pointer, message } = violation;
  const subject = part === 'body' ? pointer || 'the body' : `the ${part} parameter ${parameter}`;
  return `${subject} ${message}.`;
}

function refusalOf(first: OwnedViolation, facts: RefusalFacts): AnyAnswer {
  const { code, bodiless } = facts;
  if (first.keyword in unreadable) {
    const { status, rules } = unreadable[first.keyword as Unreadable];
    const broken = first.keyword === 'absent' ? (bodiless ?? rules) : rules;
    return refuse(status, { code, detail: first.message }, ...broken);
  }
  const sentence = sentenceOf(first);
  const reason = { code, detail: sentence.charAt(0).toUpperCase() + sentence.slice(1), ...placeOf(first) };
  const beside = facts.rulesBeside?.(first) ?? [];
  const told: RuleId[] = ['ERR-10', first.in === 'body' ? 'ERR-11' : 'ERR-12'];
  // The more a rule says of this very place, the earlier it stands: a deployment is asked for the first.
  const own = first.rules.filter((rule) => !told.includes(rule));
  return refuse(422, reason, ...new Set([...beside, ...own, ...told]));
}

/**
 * The rules that decided an answer of an operation, with those that go for all such answers; one that was asked for was decided by none.
 */
export function decidingRules({ status, rules }: AnyAnswer, { generalRules }: RefusalFacts): readonly RuleId[] {
  // Another method than its own asks for nothing of it.
  const isOther = rules.length === 0 || rules.includes('HTTP-8');
  return isOther || !generalRules ? rules : [...rules, ...generalRules(status)];
}

function placeOf(violation: RequestViolation): { pointer?: string; parameter?: string | undefined } {
  if (violation.in === 'body') return { pointer: violation.pointer + memberBelow(violation) };
  return violation.in === 'query' ? { parameter: violation.parameter } : {};
}

/** A missing member is pointed at where it would stand, one that is not known where it stands. */
function memberBelow({ params: { missingProperty, additionalProperty } }: RequestViolation): string {
  const name = missingProperty ?? additionalProperty;
  return name === undefined ? '' : `/${pointerStep(String(name))}`;
}
