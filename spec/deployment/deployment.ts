// spec/deployment/: reads and checks deployment files.
import type { Choices } from '../generated/choices.ts';
import { isObject } from '../json.ts';
import { formatCount } from '../texts.ts';
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

/** The form of a refusal; its texts can have placeholders. */
export interface RefusalForm {
  status?: number;
  code?: string;
  title?: string;
  /** A text; `false` leaves the member out, also for the next three. */
  detail?: false | string;
  pointer?: false | string;
  parameter?: false | string;
  body?: false | { errors?: readonly unknown[]; detail?: readonly unknown[] };
  /** Members to add, by JSON pointer, with the members of `default` that the refusal lacks. */
  add?: Readonly<Record<string, unknown>>;
  omit?: readonly string[];
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
export const shortenTimeForm = (form: TimeForm): TimeForm => form.replace(/^seconds (?=.)/, '');

/** Detects the form of a time: `N digits` if no entry can have it; undefined for other texts. */
export function detectTimeForm(text: string): TimeForm | undefined {
  const [, fraction = '', zone] = TIME.exec(text) ?? [];
  if (zone === undefined) return undefined;
  const offset = zone === 'Z' ? '' : zone === '+00:00' ? 'offset' : zone;
  return `${units[fraction.length] ?? `${fraction.length} digits`} ${offset}`.trim() || 'seconds';
}

/** Finds the form of an operation's successes; an alias has the form of its original. */
export function findAnswerForm(
  { answers }: Deployment,
  { id, aliasOf }: { id: OperationId; aliasOf?: OperationId },
): AnswerForm | undefined {
  return answers[id] ?? (aliasOf && answers[aliasOf]);
}

export function describeDeployment({ settled, refusals, answers, overlay, choices }: Deployment): string {
  const entries = [refusals, answers, overlay, choices].reduce((sum, part) => sum + Object.keys(part).length, 0);
  return `Answers as settled ${settled}: ${formatCount(entries, 'entry', 'entries')}`;
}

/** Parts of an answer and its request that texts of a deployment file can repeat. */
export const placeholders = [
  ...(['pointer', 'parameter', 'detail', 'value', 'path', 'now', 'id'] as const),
  ...(['title', 'code', 'status', 'statusNumber'] as const),
] as const;

export type Values = Partial<Record<(typeof placeholders)[number], string | number | undefined>>;

/** Fills in the placeholders of all texts. A member that is nothing but a placeholder without a value is left out. */
export function fillTemplate(template: unknown, values: Values): unknown {
  if (typeof template === 'string') {
    const [, only] = /^\{(\w+)\}$/.exec(template) ?? [];
    if (only !== undefined && only in values) return values[only as keyof Values];
    return template.replaceAll(/\{(\w+)\}/g, (whole, name) =>
      name in values ? String(values[name as keyof Values] ?? '') : whole,
    );
  }
  if (Array.isArray(template)) return template.map((entry) => fillTemplate(entry, values));
  if (!isObject(template)) return template;
  const filled = Object.entries(template).map(([name, member]) => [name, fillTemplate(member, values)] as const);
  return Object.fromEntries(filled.filter(([, member]) => member !== undefined));
}

export function findBadPlaceholder(template: unknown): string | undefined {
  const names = [...JSON.stringify(template).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return names.find((name) => !(placeholders as readonly string[]).includes(name));
}
