import type { Choices } from '../generated/choices.ts';
import { counted } from '../texts.ts';
import type { OperationId } from '../types.ts';

/** One action of an OpenAPI Overlay: the values at the JSONPath `target` are merged with `update` (a word is replaced), or removed. */
export type Action = { target: string; update?: unknown; remove?: true };

export interface Deployment {
  contract: string;
  /** The date and the author of the file. */
  settled: string;
  /** Refusals by rule id, by `RULE@operation`, or `default`. */
  refusals: Readonly<Record<string, RefusalForm>>;
  answers: Partial<Record<OperationId, AnswerForm>>;
  /** Changes of the document: names, limits, required members, enums. */
  overlay: readonly Action[];
  choices: Partial<Choices>;
}

/** The form of a refusal. Texts have the placeholders {pointer}, {parameter}, {detail}, {value}, {path}, {now} and {id}. */
export interface RefusalForm {
  status?: number;
  code?: string;
  title?: string;
  /** A text; `false` leaves the member out, also for the next three. */
  detail?: false | string;
  pointer?: false | string;
  parameter?: false | string;
  body?: false | { errors?: readonly unknown[]; detail?: readonly unknown[] };
}

/** The form of a success. Members are JSON pointers into the body; the step `*` is every entry of a list. */
export interface AnswerForm {
  status?: number;
  omit?: readonly string[];
  nulls?: 'omit';
  times?: TimeForm;
  /** Members with constants or texts with placeholders; they replace the contract's. */
  add?: Readonly<Record<string, unknown>>;
}

/** A form of times: a unit of their fraction, an offset (`offset` is `+00:00`), or both. */
export type TimeForm = string;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/;
const units: Readonly<Record<number, string>> = { 0: '', 3: 'milliseconds', 6: 'microseconds' };

/** A form of times without the unit `seconds` before an offset. */
export const shortForm = (form: TimeForm): TimeForm => form.replace(/^seconds (?=.)/, '');

/** The form of a time; `N digits` where no entry can have it, and undefined for other texts. */
export function timeFormOf(text: string): TimeForm | undefined {
  const [, fraction = '', zone] = TIME.exec(text) ?? [];
  if (zone === undefined) return undefined;
  const offset = zone === 'Z' ? '' : zone === '+00:00' ? 'offset' : zone;
  return `${units[fraction.length] ?? `${fraction.length} digits`} ${offset}`.trim() || 'seconds';
}

/** The form of an operation's successes; an alias has that of its original. */
export function answerFormOf(
  { answers }: Deployment,
  { id, aliasOf }: { id: OperationId; aliasOf?: OperationId },
): AnswerForm | undefined {
  return answers[id] ?? (aliasOf && answers[aliasOf]);
}

export function answersAs({ settled, refusals, answers, overlay, choices }: Deployment): string {
  const entries = [refusals, answers, overlay, choices].reduce((sum, part) => sum + Object.keys(part).length, 0);
  return `Answers as settled ${settled}: ${counted(entries, 'entry', 'entries')}`;
}
