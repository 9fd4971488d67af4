import type { Choices } from '../generated/choices.ts';
import { counted } from '../texts.ts';
import type { OperationId } from '../types.ts';

/** One action of an OpenAPI Overlay 1.0: the values at the JSONPath `target` are merged with `update`, or removed. */
export type Action = { target: string; update?: unknown; remove?: true };

export interface Deployment {
  contract: string;
  /** When and by whom it was written. */
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
  /** Its text; `false` leaves it out, and so for the next two. */
  detail?: false | string;
  pointer?: false | string;
  parameter?: false | string;
  body?: object;
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

/** How times are written: whole seconds or a fraction of them, with `Z` or with the offset `+00:00`. */
export const timeForms = [
  'seconds',
  'milliseconds',
  'microseconds',
  'offset',
  'milliseconds offset',
  'microseconds offset',
] as const;

export type TimeForm = (typeof timeForms)[number];

/** The unit of a fraction by its digits. */
const units: Readonly<Record<number, 'seconds' | 'milliseconds' | 'microseconds'>> = {
  0: 'seconds',
  3: 'milliseconds',
  6: 'microseconds',
};

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)$/;

/** The form of a time, in words where no entry can have it; undefined for other texts. */
export function timeFormOf(text: string): TimeForm | `${number} digits` | undefined {
  const [, fraction = '', zone] = TIME.exec(text) ?? [];
  if (zone === undefined) return undefined;
  const unit = units[fraction.length];
  if (unit === undefined) return `${fraction.length} digits`;
  if (zone === 'Z') return unit;
  return unit === 'seconds' ? 'offset' : `${unit} offset`;
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
