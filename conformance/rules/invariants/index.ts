// conformance/rules/invariants/: predicates that every answer of an operation passes.
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { OperationId } from '../../../spec/types.ts';
import type { Answer } from '../../suite/wire/answer.ts';
import { findShownOwners, findWholeOwner, inspect, type Mismatch } from '../../suite/wire/contract.ts';
import { errors } from './errors.ts';
import type { Invariant, Shown } from './invariant.ts';
import { lists } from './lists.ts';
import { messageRules } from './messages.ts';
import { notificationRules } from './notifications.ts';
import { reservationRules } from './reservations.ts';

/** Rules that schemas of the document decide, some together with a predicate. */
const decidedBySchema: readonly RuleId[] = [
  ...(['ERR-1', 'ERR-2', 'ERR-3', 'ERR-4', 'ERR-6', 'ERR-14', 'RUN-5', 'RUN-6', 'SIM-6', 'RSV-15'] as const),
  ...(['PAGE-1', 'PAGE-2', 'PAGE-6', 'DIR-2', 'DIR-5', 'RUN-3', 'RUN-4', 'RUN-7', 'RUN-8', 'RUN-9', 'RUN-10'] as const),
  ...(['RUN-23', 'RUN-26', 'SIM-2', 'SIM-4', 'SIM-5', 'RSV-3', 'RSV-4', 'RSV-5', 'RSV-6'] as const),
  ...(['RSV-10', 'RSV-11', 'RSV-12', 'EMAIL-ANS-3', 'EMAIL-ANS-5', 'EMAIL-ANS-17', 'EMAIL-ANS-18'] as const),
  ...(['EMAIL-ANS-19', 'EMAIL-ATT-4', 'EMAIL-SUPP-15'] as const),
];

/** The predicates about the answers of an operation; those of errors are about every answer. */
const predicatesOf: Readonly<Record<OperationId, readonly Invariant[]>> = {
  updateSimCardDataUsageNotification: notificationRules,
  createNumberReservation: reservationRules,
  listDirDocumentTypes: lists,
  listRecentAiMissionRuns: lists,
  createEmailMessage: messageRules,
  createEmail: messageRules,
  getEmailMessage: messageRules,
  getEmail: messageRules,
};

/** All rules that hold for every answer of their operations, in no order. */
export const invariantRules: ReadonlySet<RuleId> = new Set([
  ...decidedBySchema,
  ...[errors, ...Object.values(predicatesOf)].flat().map(({ rule }) => rule),
]);

/** The rules that an answer exercises, and those that it breaks. */
export interface Judgement {
  shown: readonly RuleId[];
  broken: readonly Mismatch[];
}

/** Judges an answer by the document and by every invariant. */
export function judge(answer: Answer): Judgement {
  const broken = inspect(answer);
  const owners = findShownOwners(answer);
  const shown = new Set<RuleId>(decidedBySchema.filter((rule) => owners.has(rule)));
  const whole = findWholeOwner(answer);
  const { operation } = answer;
  for (const invariant of [...errors, ...(operation ? predicatesOf[operation] : [])]) {
    const values = invariant.shownBy(answer);
    if (values.length === 0) continue;
    shown.add(whole ?? invariant.rule);
    const wrong = values.find(({ value }) => !invariant.holds(value, answer));
    const rule = whole ?? invariant.rule;
    if (wrong && !broken.some((mismatch) => mismatch.rule === rule))
      broken.push(makeMismatch({ ...invariant, rule }, wrong, answer));
  }
  return { shown: [...shown].filter((rule) => invariantRules.has(rule)), broken };
}

function makeMismatch({ rule, expected }: Invariant, { place, value }: Shown, answer: Answer): Mismatch {
  const actual = value === answer ? answer.toString() : `${shorten(value)} in ${answer}`;
  return { rule, expected: `${place} ${expected}`, actual, answer };
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 400 ? `${text.slice(0, 400)}...` : text;
}
