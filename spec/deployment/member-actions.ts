import { isDeepStrictEqual } from 'node:util';
import type { ContractDocument, OperationSpec } from '../document.ts';
import { ours } from '../generated/choices.ts';
import type { Json } from '../json.ts';
import { ownerOf } from '../ownership.ts';
import { pointerStep } from '../pointer.ts';
import { loadRegister } from '../register.ts';
import { nodeAt } from '../trace.ts';
import { type Action, drop, makeOptional, merge } from './action.ts';
import { messageAnswers } from './choice-actions.ts';
import type { Deployment, MemberChanges, MemberForm } from './deployment.ts';
import { type DescribedMember, partsOf, placesOf, successOf } from './described-member.ts';
import type { Flaw } from './flaw.ts';
import { answerFormOf } from './form-of.ts';

/** A member that some operations of a deployment show otherwise. */
interface Changed extends DescribedMember {
  /** Each once: operations that share a description often say the same. */
  forms: MemberForm[];
  /** Where the file says so. */
  said: string[];
  /** Whether another operation that shares the description shows it as the contract has it. */
  isOursToo: boolean;
}

/** How members of successes are described that a deployment shows otherwise. What a rule of the source owns is not loosened. */
export function memberActions(
  deployment: Deployment,
  document: ContractDocument,
): { actions: Action[]; refused: Flaw[] } {
  const actions: Action[] = [];
  const refused: Flaw[] = [];
  for (const changed of changedMembers(deployment, document)) {
    const found = actionsFor(changed, document);
    if (typeof found !== 'string') actions.push(...found);
    else refused.push(...changed.said.map((pointer) => ({ pointer, message: found })));
  }
  return { actions: [...actions, ...staleExamples(deployment, document)], refused };
}

/** The examples of answers whose members are shown otherwise: they would show them as ours are. */
function staleExamples(deployment: Deployment, document: ContractDocument): Action[] {
  const places = document.operations
    .filter((spec) => answerFormOf(deployment, spec)?.members || isMessageMoved(deployment, spec, document))
    .map((spec) => spec.responses.get(successOf(spec))?.replace(/schema$/, 'examples') ?? '')
    .filter((pointer) => nodeAt(document.json, pointer) !== undefined);
  return [...new Set(places)].map(drop);
}

function isMessageMoved({ choices }: Deployment, spec: OperationSpec, { json }: ContractDocument): boolean {
  const { $ref = '' } = (nodeAt(json, spec.responses.get(successOf(spec)) ?? '') ?? {}) as { $ref?: string };
  return (choices.messageMember ?? ours.messageMember) !== ours.messageMember && messageAnswers.includes($ref.slice(1));
}

/** The members by their places: operations share the descriptions of some. */
function changedMembers(deployment: Deployment, document: ContractDocument): Iterable<Changed> {
  const changed = new Map<string, Changed>();
  for (const spec of document.operations) {
    for (const [path, form] of Object.entries(answerFormOf(deployment, spec)?.members ?? {})) {
      for (const place of placesOf(document, spec, path)) {
        const key = `${place.parent} ${place.name}`;
        const isOursToo = document.operations.some((other) => showsAsOurs(deployment, document, other, path, place));
        const known = changed.get(key) ?? { ...place, forms: [], said: [], isOursToo };
        if (!known.forms.some((one) => isDeepStrictEqual(one, form))) known.forms.push(form);
        if (deployment.answers[spec.id]) known.said.push(`/answers/${spec.id}/members/${pointerStep(path)}`);
        changed.set(key, known);
      }
    }
  }
  return changed.values();
}

/** Whether an operation shows a member as the contract has it, where others that share its description don't. */
function showsAsOurs(
  deployment: Deployment,
  document: ContractDocument,
  spec: OperationSpec,
  path: string,
  { parent }: DescribedMember,
): boolean {
  if (answerFormOf(deployment, spec)?.members?.[path] !== undefined) return false;
  return placesOf(document, spec, path).some((place) => place.parent === parent);
}

/** The actions for one member, or why the source forbids them. */
function actionsFor(
  { parent, name, isKnown, forms, isOursToo }: Changed,
  document: ContractDocument,
): Action[] | string {
  const { json } = document;
  const at = name === '*' ? `${parent}/items` : `${parent}/properties/${pointerStep(name)}`;
  const changes = forms.filter((form): form is MemberChanges => form !== 'absent');
  if (!isKnown) {
    const like = changes.find((form) => form.like !== undefined)?.like;
    if (like !== undefined) return likeActions(name, like, { parent, changes }, document);
    const besides = (one: string) => `${parent}/properties/${pointerStep(one)}`;
    const lengths = changes.flatMap(({ length = [] }) => length);
    const noList = lengths.find((list) => !isList(document, besides(list)));
    if (noList !== undefined) return `${name} can't be the length of ${noList}, which is no list beside it`;
    const { nullWith } = changes.find((form) => form.nullWith !== undefined) ?? {};
    if (nullWith !== undefined && nodeAt(json, besides(nullWith)) === undefined)
      return `${name} can't be null with ${nullWith}, which is no member beside it`;
    const shown = changes
      .flatMap(({ list, some, missing, where = {} }) => [
        list && [],
        lengths.length === 0 ? undefined : 0,
        some === 'null' || nullWith !== undefined ? null : undefined,
        missing,
        ...Object.values(where),
      ])
      .filter((example) => example !== undefined);
    if (shown.length === 0) return `${name} is no member of the answer`;
    return [merge(parent, { properties: { [name]: describeAll(shown) } })];
  }
  const actions: Action[] = [];
  const mayBeAbsent = forms.some(
    (form) =>
      form === 'absent' ||
      form.empty === 'unasked' ||
      [form.null, form.empty, form.unasked, form.some].includes('absent'),
  );
  const { required = [] } = nodeAt(json, parent) as { required?: string[] };
  if (mayBeAbsent && required.includes(name)) {
    const rule = sourceOwner(document, parent, 'required', name);
    if (rule) return `${name} can't be left out: ${rule}, which is the source's, needs it`;
    actions.push(makeOptional(parent, name));
  }
  const loosened = loosen(changes, at, document);
  if (typeof loosened === 'string') return `${name} ${loosened}`;
  if (loosened) {
    const schema = isOursToo ? { anyOf: [nodeAt(json, at), loosened] } : loosened;
    const update = name === '*' ? { items: schema } : { properties: { [name]: schema } };
    actions.push(drop(at), merge(parent, update));
  }
  return actions;
}

function isList({ json }: ContractDocument, at: string): boolean {
  return partsOf(json, at).some((part) => (nodeAt(json, part) as Json).type === 'array');
}

/** The actions for a member that says what another one says, or why there are none. */
function likeActions(
  name: string,
  like: string,
  { parent, changes }: { parent: string; changes: readonly MemberChanges[] },
  document: ContractDocument,
): Action[] | string {
  const at = `${parent}/properties/${pointerStep(like)}`;
  const own = nodeAt(document.json, at);
  if (own === undefined) return `${name} can't be like ${like}, which is no member beside it`;
  const loosened = loosen(changes, at, document);
  if (typeof loosened === 'string') return `${name} ${loosened}`;
  return [merge(parent, { properties: { [name]: loosened ?? (own as Json) } })];
}

/** The schema of a member that has these forms besides its own, or why the source forbids it; undefined when its own is enough. */
function loosen(changes: readonly MemberChanges[], at: string, document: ContractDocument): Json | string | undefined {
  const own = nodeAt(document.json, at) as Json;
  let schema = own;
  for (const { time, words, address, ...change } of changes) {
    if (address) schema = { type: address === 'text' ? 'string' : 'object', description: own.description };
    if (words) {
      const { const: only, enum: known = only === undefined ? [] : [only] } = resolved(document.json, schema) as {
        const?: string;
        enum?: string[];
      };
      const keyword = only === undefined ? 'enum' : 'const';
      const rule = known.length > 0 && sourceOwner(document, own.$ref ? `${at}/$ref` : at, keyword);
      if (rule) return `has its words from ${rule}, which is the source's`;
      if (known.length > 0) {
        // Operations that share the description may have words of their own.
        const all = new Set([...known, ...Object.values(words)]);
        schema = { type: 'string', description: own.description, enum: [...all] };
      }
    }
    if (time !== undefined) {
      const fitting = withTime(schema, time, at, document);
      if (typeof fitting === 'string') return fitting;
      schema = fitting;
    }
    if ('missing' in change && change.missing !== undefined) {
      const more = describe(change.missing);
      if (change.missing === null || !sourceOwner(document, at, 'type')) schema = { anyOf: [schema, more] };
    }
    if (change.empty === 'null' || change.some === 'null') schema = { anyOf: [schema, { type: 'null' }] };
    if (change.null === 'empty') schema = { anyOf: [schema, { type: 'string' }] };
  }
  return schema === own ? undefined : JSON.parse(JSON.stringify(schema));
}

/** The schema of a time without the patterns that a form does not meet. */
function withTime(schema: Json, form: string, at: string, document: ContractDocument): Json | string {
  const sample = `2026-01-02T03:04:05${form === 'sent' ? '+02:00' : form.replace(/#+/, '5')}`;
  const isMet = ({ pattern }: Json) => typeof pattern !== 'string' || new RegExp(pattern).test(sample);
  const { $ref } = schema;
  const referred = typeof $ref === 'string' ? (nodeAt(document.json, $ref.slice(1)) as Json) : {};
  if (!isMet(referred)) {
    const rule = sourceOwner(document, `${at}/$ref`, 'pattern');
    return rule ? `has its form from ${rule}, which is the source's` : { type: 'string', format: 'date-time' };
  }
  if (isMet(schema)) return schema;
  const rule = sourceOwner(document, at, 'pattern');
  if (rule) return `has its form from ${rule}, which is the source's`;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== 'pattern'));
}

/** The rule of the source that owns a keyword, if it is one. */
function sourceOwner(document: ContractDocument, at: string, keyword: string, missing?: string): string | undefined {
  const rule = ownerOf(document, at, keyword, missing);
  return rule && loadRegister().get(rule)?.basis === 'source' ? rule : undefined;
}

function resolved(json: Json, schema: Json): Json {
  return typeof schema.$ref === 'string' ? (nodeAt(json, schema.$ref.slice(1)) as Json) : schema;
}

/** A schema for what operations show of a member in all situations. */
function describeAll(examples: readonly unknown[]): Json {
  const kinds = examples.map((example) => JSON.stringify(describe(example)));
  const [only, ...others] = [...new Set(kinds)].map((kind) => JSON.parse(kind) as Json);
  return others.length === 0 ? (only as Json) : { anyOf: [only, ...others] };
}

/** A schema for values like an example. */
function describe(example: unknown): Json {
  if (example === null) return { type: 'null' };
  if (Array.isArray(example)) return { type: 'array' };
  if (Number.isInteger(example)) return { type: 'integer' };
  return { type: typeof example };
}
