// conformance/suite/derive/: makes cases from the document.
import type { ContractDocument, OperationSpec } from '../../../spec/document.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { groupBy } from '../../../spec/group-by.ts';
import { isObject, toParentPointer } from '../../../spec/json.ts';
import { findAcceptanceOwner, findNameOwner, findRefusalOwner } from '../../../spec/ownership.ts';
import { loadRegister } from '../../../spec/register.ts';
import type { OperationId } from '../../../spec/types.ts';
import type { Case } from '../api/case.ts';
import { expect } from '../api/expect.ts';
import { toWireName } from '../target/target.ts';
import type { Answer } from '../wire/answer.ts';
import { loadContract } from '../wire/contract.ts';
import {
  type Derivation,
  derivations,
  listParts,
  locateOperation,
  makePlainParts,
  type Part,
  type Parts,
  sendParts,
  setPart,
} from './operations.ts';
import { Values } from './values.ts';
import { deriveInvalid, deriveValid, type Invalid, type Variant } from './variants.ts';

/** The rules about the exact answers to derived requests. */
export interface AnswerRules {
  /** The rule that unknown members are accepted. */
  unknown: RuleId;
  /** The rules of a failed validation: its status, and the place that it names. */
  failed: { status: RuleId; pointer: RuleId; parameter: RuleId };
  /** The same of operations with an answer of their own. */
  of: Partial<Record<OperationId, { status: RuleId; parameter: RuleId }>>;
  /** By the rule of a refusal, another one about its exact answer. */
  after: Partial<Record<RuleId, RuleId>>;
  /** The rules of the idempotency key: by the source, an unusable one has a status and a code of its own. */
  keys: readonly RuleId[];
}

/** An operation, and the facts that its requests are derived from. */
interface Subject {
  document: ContractDocument;
  operation: OperationSpec;
  derivation: Derivation;
  answers: AnswerRules;
}

/** A derived case while it runs. */
interface Run extends Subject {
  t: Case;
  parts: readonly Part[];
  /** The plainest request. */
  plain: Parts;
  values: Values;
  /** Checks a rule as `check` of the case does. */
  charge: (rule: RuleId, assertion: () => void) => boolean;
}

/** The cases that follow from the document: for each operation one of valid and one of invalid requests, made from the seed of the run. */
export function deriveCases(answers: AnswerRules) {
  const { document } = loadContract();
  return document.operations.flatMap((operation) => {
    const derivation = derivations[operation.id];
    if (!derivation) return [];
    const subject = { document, operation, derivation, answers };
    const { needs, refusedNeeds = needs } = derivation;
    const kinds = [
      ['valid', 'the requests of the contract are accepted', needs, listAcceptanceRules(subject), checkAccepted],
      ['invalid', 'a request with one violation is refused', refusedNeeds, listRefusalRules(subject), checkRefused],
    ] as const;
    return kinds.map(([kind, fact, needs, rules, check]) => {
      const body = async (t: Case) => {
        const open = new Set<RuleId>(rules);
        const values = new Values(t.seed, { ...derivation.knowledge, ...(await derivation.prepare(t, kind)) });
        const parts = listParts(document, operation);
        const charge: Run['charge'] = (rule, assertion) => {
          open.delete(rule);
          return t.check(rule, assertion);
        };
        await check({ ...subject, t, parts, plain: makePlainParts(parts, values), values, charge });
        for (const rule of open) t.check(rule, () => t.notApplicable('this case did not exercise the rule'));
      };
      return { rules, title: `${operation.id}: ${fact}`, options: { needs }, body };
    });
  });
}

/** The place of a variant, and its difference from a plain value, for people. */
function labelVariant({ name, node }: Part, { pointer, label }: Variant): string {
  return `${(node.isText ? name : pointer) || 'the body'}: ${label}`;
}

function isAssumption(id: RuleId): boolean {
  return loadRegister().get(id)?.basis === 'assumption';
}

function listAcceptanceRules(subject: Subject): RuleId[] {
  const values = new Values(1, subject.derivation.knowledge);
  const variants = listParts(subject.document, subject.operation).flatMap(({ node }) => deriveValid(node, values));
  return [...new Set(variants.map((variant) => requireOwner(subject, variant)))];
}

function requireOwner({ document, operation, answers }: Subject, { path, about, label }: Variant): RuleId {
  const found = about === 'unknown' ? answers.unknown : findAcceptanceOwner(document, path, about);
  if (!found) throw new Error(`no rule lets ${operation.id} accept ${label} at ${path}`);
  return found;
}

async function checkAccepted(run: Run): Promise<void> {
  const { t, document, operation, parts, plain, values, charge } = run;
  const plainest = await sendParts(t, operation, plain);
  const owner = findAcceptanceOwner(document, locateOperation(operation));
  // The operation itself may be an assumption.
  if (owner && isAssumption(owner) && !charge(owner, () => expect(plainest).toAccept())) return;
  await t.mustSucceed(plainest, 'the plainest request');
  for (const part of parts) {
    const refusedAlone: string[] = [];
    for (const variant of deriveValid(part.node, values)) {
      // Several members at once, or one more, show nothing new if a part is refused by itself.
      const isMore = variant.isCombined || variant.about === 'unknown';
      if (isMore && refusedAlone.some((pointer) => pointer.startsWith(variant.pointer))) continue;
      await t.step(labelVariant(part, variant), async () => {
        const answer = await sendParts(t, operation, setPart(plain, part, variant.value));
        const isAsContract = charge(requireOwner(run, variant), () => expect(answer).toAccept());
        const { about = '', path, pointer } = variant;
        if (['unknown', 'null', 'sent', 'value'].includes(about)) t.addVariant({ path, about, isAsContract });
        if (!isAsContract && !['unknown', 'null'].includes(about)) refusedAlone.push(pointer);
      });
    }
  }
}

/** A violation with the rules that its refusal is charged to. */
interface Fault extends Invalid {
  owner: RuleId;
  /** The assumption about a name that a rule of the source rests on here. */
  name: RuleId | undefined;
  /** The exact answer. */
  exact: { rule: RuleId; status: number; code: string };
  /** The place that the answer names: a member of the body or a query parameter; empty for a path parameter, which it does not name. */
  place: { rule: RuleId; at: string } | undefined;
}

function listRefusalRules(subject: Subject): RuleId[] {
  const values = new Values(1, subject.derivation.knowledge);
  const faults = listParts(subject.document, subject.operation).flatMap((part) => deriveFaults(subject, part, values));
  const ids = faults.flatMap(({ owner, name, exact, place }) => [owner, name, exact.rule, place?.rule]);
  return [...new Set(ids)].filter((id) => id !== undefined);
}

function deriveFaults({ document, operation, derivation, answers }: Subject, part: Part, values: Values): Fault[] {
  const faults = deriveInvalid(part.node, values).map((variant): Fault => {
    const { path, about, missing, label, pointer } = variant;
    const owner = findRefusalOwner(document, path, about, missing);
    if (!owner) throw new Error(`no rule lets ${operation.id} refuse ${label} at ${path}`);
    const name = isAssumption(owner) ? undefined : findNameOwner(document, path);
    if (answers.keys.includes(owner))
      return { ...variant, owner, name, exact: { rule: owner, status: 400, code: '10015' }, place: undefined };
    const { status, pointer: ofBody, parameter } = { ...answers.failed, ...answers.of[operation.id] };
    const exact = { rule: answers.after[owner] ?? status, status: 422, code: derivation.code };
    const isBody = part.in === 'body';
    const inBody = isBody ? pointer : '';
    const at = part.in === 'query' ? part.name : inBody;
    const place = isBody && at === '' ? undefined : { rule: isBody ? ofBody : parameter, at };
    return { ...variant, owner, name, exact, place };
  });
  // The length of a text is judged if its own rule limits it: the limits of the mock bind no other target.
  return faults.filter(({ about, owner }) => about !== 'maxLength' || owner !== answers.failed.status);
}

async function checkRefused(run: Run): Promise<void> {
  for (const part of run.parts) {
    // The faults of one member are sent together, faults of the whole part alone.
    const groups = groupBy(deriveFaults(run, part, run.values), ({ pointer }) => pointer.split('/')[1] ?? '');
    for (const group of groups.values()) await refuseMember(run, part, group);
  }
}

async function refuseMember(run: Run, part: Part, group: Fault[]): Promise<void> {
  const { t, operation, derivation, plain, charge } = run;
  const send = (value: unknown) => sendParts(t, operation, setPart(plain, part, value));
  // No fault should have an effect, so their order does not matter.
  const answers = await Promise.all(group.map(async (fault) => [fault, await send(fault.value)] as const));
  // The twins come second: a phone number that they take is still free for a violation that is accepted.
  const twins = new Map<string, Answer>();
  for (const { twin } of group) {
    const key = JSON.stringify(twin);
    if (!twins.has(key)) twins.set(key, await send(twin));
  }
  const isRefusal = (answer: Answer, fault: Fault) => answer.refused || derivation.isRefusal?.(answer, fault) === true;
  const isRead = answers.some(([fault, answer]) => isRefusal(answer, fault));
  for (const [fault, answer] of answers) {
    const { owner, name } = fault;
    const twin = twins.get(JSON.stringify(fault.twin)) as Answer;
    await t.step(labelVariant(part, fault), () => {
      if (!twin.accepted && !derivation.isAside?.(twin)) {
        // The case of valid requests judges this refusal; a twin that only an assumption calls valid proves nothing.
        if (!isAssumption(owner)) charge(owner, () => t.blocked(`the same without the violation was refused: ${twin}`));
        return;
      }
      // If nothing at all is refused, the target does not know the name: that is a finding about the name only.
      if (name && !charge(name, () => (isRead ? undefined : expect(answer).toRefuse()))) {
        t.addVariant({ path: fault.path, about: 'name', isAsContract: false });
        charge(owner, () => t.blocked(`the target does not read ${part.name}${fault.pointer} under this name`));
        return;
      }
      if (isRefusal(answer, fault) && !answer.refused) return void charge(owner, () => {});
      t.addVariant({ path: fault.path, about: fault.about, isAsContract: !answer.accepted });
      if (charge(owner, () => expect(answer).toRefuse())) checkExactAnswer(run, part, fault, answer);
    });
  }
}

function checkExactAnswer({ t, operation, charge }: Run, part: Part, fault: Fault, answer: Answer): void {
  const { exact, place, missing } = fault;
  // The rules about error bodies judge a body without codes.
  const hasCodes = answer.codes.length > 0 && answer.codes.every((code) => typeof code === 'string');
  charge(exact.rule, () => expect(answer).toRefuse(exact.status, hasCodes ? exact.code : undefined));
  if (!place) return;
  const { rule, at } = place;
  const parameter = toWireName(t.target, operation.id, at);
  if (rule === 'RUN-25') {
    const { detail } = isObject(answer.body) ? answer.body : {};
    if (!Array.isArray(detail) || detail.length === 0) return;
    const locations = detail.filter(isObject).map(({ loc }) => loc);
    charge(rule, () => expect(locations, 'loc').toContainEqual(['query', parameter]));
  } else if (hasCodes && part.in === 'body') {
    // The error of an absent member may also name the object that lacks it.
    const places = missing === undefined ? [at] : [at, toParentPointer(at)];
    charge(rule, () => expect(answer).toBlame('pointer', ...places));
  } else if (hasCodes && part.in === 'query') charge(rule, () => expect(answer).toBlame('parameter', parameter));
  else if (hasCodes)
    charge(rule, () => {
      const places = answer.errors.map(({ source }) => source?.pointer ?? source?.parameter);
      expect(places.filter(Boolean), 'the places named for a path parameter').toEqual([]);
    });
}
