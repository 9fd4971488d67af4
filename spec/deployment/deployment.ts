import type { Choices } from '../generated/choices.ts';
import type { RuleId } from '../generated/rule-ids.ts';
import type { Json } from '../json.ts';
import { counted } from '../texts.ts';
import type { OperationId, Schema } from '../types.ts';

/** What a deployment decided where the source leaves it open: what its file says. What is left out is as the contract has it. */
export interface Deployment {
  /** The version of the contract that it was settled with. */
  contract: string;
  /** When it was settled, at what, and by which run. */
  settled: string;
  /** The titles of codes, where a refusal says no other. */
  titles?: Readonly<Record<string, string>>;
  /** What is said where a rule refuses; of several rules the first that says something decides. */
  refusals: Partial<Record<RuleId, RefusalForm>>;
  /** What a success looks like, by operation. */
  answers: Partial<Record<OperationId, AnswerForm>>;
  choices: Partial<Choices>;
  /** All document types of the service: the source does not show which there are. */
  documentTypes?: readonly ListedDocumentType[];
  /** The members of bodies and the parameters in the order in which errors name them, or that this is the order of names; where it is not ours. */
  errorOrder?: readonly string[] | 'byName';
  /** What was not settled, and why. */
  unsettled: readonly Unsettled[];
  /** The assumptions that the deployment was seen to decide otherwise. */
  otherwise: readonly RuleId[];
}

/** A document type, with members of the deployment's own; its description may be missing (DIR-6 is an assumption). */
type ListedDocumentType = Pick<Schema<'DirDocumentType'>, 'short_name'> & Partial<Schema<'DirDocumentType'>> & Json;

/** What is done where the source leaves it open. */
export type Chosen = Choices & Pick<Deployment, 'errorOrder'>;

/** How a refusal is told. */
export interface RefusalForm {
  status?: number;
  /**
   * Whether there is a body, and whether its list of errors has an entry; `other` has no such list, but `members` alone, and `text` is no
   * JSON object.
   */
  body?: 'none' | 'empty' | 'other' | 'text' | 'full';
  /** What a body says that is a text, `{path}`, `{url}`, `{origin}` and `{method}` standing for those of the request. */
  text?: string;
  /** The content type of such a text. */
  contentType?: string;
  code?: string;
  title?: string;
  /** Whether there is a detail. */
  detail?: boolean;
  /**
   * Which part of the body is pointed at: the offending one, the address in it where that is an object, the one around it, its member of the
   * body, the body as a whole, none, or always this; around `{exact}`, `{top}` and so on stands what a pointer of the deployment's own has
   * besides, such as `/data{exact}`, and `{place}` and `{dotted}` are written as `to[0].email` and `to.0.email`.
   */
  pointer?: 'exact' | 'address' | 'parent' | 'top' | 'document' | 'none' | '' | `/${string}` | `{exact}/${string}`;
  /**
   * Whether the query parameter is named: as it is, not at all, or in a text in which `{name}` stands for it, a pointer where it begins with
   * a slash; or which parameter always is, where the contract's refusal names none.
   */
  parameter?: string;
  /** What stands in `meta`: `{path}` is the path that was asked for, `{code}` the code, `{place}` the pointer as `to[0].email`. */
  meta?: object | 'none';
  /** Of a refused query of mission runs: whether `loc` names the query before the parameter; or always this. */
  loc?: 'query' | 'name' | readonly string[];
  msg?: string;
  type?: string;
  /** Members beside the list of errors that are left out, or that are there with an example. */
  members?: Readonly<Record<string, MemberForm>>;
  /** Several faults under one rule are told as one. */
  once?: true;
  /** Under the rules of all refusals, on an operation: whether a wrong path or a wrong type is told alone there, where that is otherwise elsewhere. */
  staged?: boolean;
  /** The further errors that tell the same fault, each with what it says otherwise than the first. */
  also?: readonly FurtherError[];
  /** Where operations differ: what is said on these. */
  on?: Partial<Record<OperationId, RefusalForm>>;
  /** Where kinds of faults differ: what is said of a wrong type, of what is missing and so on. */
  of?: Partial<Record<FaultKind, RefusalForm>>;
  /**
   * Where places differ: what is said when the contract's refusal names these, the step `*` standing for every entry of a list or map, and
   * `*` alone for every place that the contract does not name.
   */
  at?: Readonly<Record<string, RefusalForm>>;
  /** Rules of the source that the deployment breaks here; settled on demand only. */
  breaks?: readonly RuleId[];
}

/** What a further error says otherwise than the first that tells the same fault. */
export type FurtherError = Pick<RefusalForm, 'code' | 'title' | 'detail' | 'pointer' | 'meta' | 'msg' | 'type'>;

/** What is wrong with a value of a request: its type, that it is null, missing, empty, too small or too large, or what it says. */
export type FaultKind = 'type' | 'null' | 'missing' | 'empty' | 'small' | 'large' | 'value';

/** The kind that a kind of fault is one of: what is said of that goes for it too. */
export const widerKind: Readonly<Record<FaultKind, FaultKind | undefined>> = {
  type: undefined,
  value: undefined,
  null: 'type',
  missing: 'value',
  empty: 'value',
  small: 'value',
  large: 'value',
};

/** How a success is told. `members` are found by pointers into the body; the step `*` is every entry of a list. */
export interface AnswerForm {
  status?: number;
  /** The status of answers that show something in some statuses, such as a message that is `sandbox`. */
  where?: Readonly<Record<string, number>>;
  /** What the header Location says beside the usual status, `{id}` standing for the id of what was made, `{origin}` for where the mock is. */
  location?: string;
  /** The statuses of what is shown in which it is there beside another status too. */
  locatedIn?: readonly string[];
  members?: Readonly<Record<string, MemberForm>>;
  breaks?: readonly RuleId[];
}

/** How a member differs from the contract's, or that it does not. */
export type MemberForm = 'absent' | MemberChanges;

/** How members of answers differ from the contract. */
export interface MemberChanges {
  /** A member that is null is left out, or an empty text. */
  null?: 'absent' | 'empty';
  /** A list, object or text without anything in it is left out, or null; `unasked`: left out where the request has no member of this name. */
  empty?: 'absent' | 'null' | 'unasked';
  /** What the request does not say, of an entry of a list in its entry of the same list, is left out. */
  unasked?: 'absent';
  /** Some items of a list don't have it, or have null. */
  some?: 'absent' | 'null';
  /** The contract's member beside it that it says the same as, under a name of the deployment's own. */
  like?: string;
  /** The contract's list beside it whose length it is, or those whose lengths it is together. */
  length?: string | readonly string[];
  /** The contract's member beside it that it is null with; else it is what is `missing`. */
  nullWith?: string;
  /** A list of ours that this one has an entry for each entry of; and by which of their members each of its own is said. */
  list?: '/suppressed';
  items?: Readonly<Record<string, string>>;
  /** What stands there where the contract's answer has nothing. */
  missing?: unknown;
  /**
   * What stands there instead of `missing` in some situations, such as on the last page or of a status; `asked`: where the request has a
   * member of this name, what that says, of which this is an example.
   */
  where?: Readonly<Record<string, unknown>>;
  /** A member of a refusal that repeats its status, where the contract's answer has nothing. */
  status?: 'text' | 'number';
  /**
   * How times end, such as `.000Z` or `+02:00`; `.###Z` has three digits at most, and no nought at the end, `[.000]Z` three or none; `sent`
   * are as the request says them.
   */
  time?: string;
  /** Words that stand for others. */
  words?: Readonly<Record<string, string>>;
  /** Letters are shown as small ones, however they were sent: all of them, or those of an address's domain. */
  case?: 'lower' | 'domain';
  /** An address is shown as its text, without a name, or as an object. */
  address?: 'text' | 'object';
}

/** What was seen in two ways, or not at all, so that our assumption stays. */
export interface Unsettled {
  /** The place in this file that it would have: a rule, an operation with a member, or a choice. */
  what: string;
  reason: string;
  /** The exchanges that contradict each other. */
  seen?: readonly string[];
}

/** Which deployment is answered as, in a line. */
export function answersAs(deployment: Deployment): string {
  return `Answers as settled ${deployment.settled}: ${entriesText(deployment)}`;
}

/** How much a deployment decides, in words. */
export function entriesText(deployment: Deployment): string {
  return counted(entriesIn(deployment), 'entry', 'entries');
}

/** How much a deployment decides: its entries, each title, refusal, member, status and choice for one. */
function entriesIn({ titles = {}, refusals, answers, choices, documentTypes }: Deployment): number {
  const members = Object.values(answers).map(
    ({ status, members = {} }) => Object.keys(members).length + (status ? 1 : 0),
  );
  const sum = members.reduce((total, count) => total + count, 0);
  const named = [titles, refusals, choices].reduce((total, entries) => total + Object.keys(entries).length, 0);
  return named + sum + (documentTypes ? 1 : 0);
}
