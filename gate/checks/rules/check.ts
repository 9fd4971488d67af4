import type { ContractDocument } from '../../../spec/document.ts';
import type { Json } from '../../../spec/json.ts';
import { pointerStep } from '../../../spec/pointer.ts';
import { choiceFlaw, type Rule } from '../../../spec/register.ts';
import { follow, nodeAt } from '../../../spec/trace.ts';
import type { Problem } from '../problem.ts';

const registerName = 'spec/rules.yaml';
const contractName = 'spec/openapi.yaml';

const idForm = /^[A-Z]+(-[A-Z]+)*-[1-9]\d*$/;
const levels = ['MUST', 'SHOULD', 'MAY'];
const bases = ['source', 'assumption'];
const observations = ['response', 'delivered mail', 'clock', 'nobody'];
const capabilities = ['read', 'write', 'send', 'outbox', 'control'];
const profileEntry =
  /^(simNotification(\.foreignId)?|reservation|accounts\.(restricted|other)|email\.(templates|suppressed)\.\w+)$/;

/** Checks each rule by itself, and that no id is repeated. */
export function checkRegister(rules: readonly Rule[], document: ContractDocument): Problem[] {
  const seen = new Set<string>();
  const names = new Set<string>();
  const ofSource = new Set<string>(rules.filter(({ basis }) => basis === 'source').map(({ id }) => id));
  const operations = new Set<string>(document.operations.map(({ id }) => id));
  return rules.flatMap((rule) => {
    const messages = [...flawsOf(rule, operations), ...choiceFlaws(rule, names, ofSource)];
    if (seen.has(rule.id)) messages.push('is repeated in the register');
    seen.add(rule.id);
    return messages.map((message) => ({ file: registerName, about: String(rule.id), message }));
  });
}

function flawsOf(rule: Rule, operations: ReadonlySet<string>): string[] {
  const flaws: string[] = [];
  const expect = (holds: boolean, flaw: string) => {
    if (!holds) flaws.push(flaw);
  };
  const oneOf = (name: string, value: string, words: readonly string[]) =>
    expect(words.includes(value), `its ${name} ${value} is none of ${words.join(', ')}`);
  expect(idForm.test(rule.id), 'the id is not a prefix and a number');
  oneOf('level', rule.level, levels);
  oneOf('basis', rule.basis, bases);
  oneOf('observe', rule.observe, observations);
  expect(Boolean(rule.statement), 'has no statement');
  expect(Boolean(rule.clause), 'has no clause');
  expect(
    (rule.basis === 'assumption') === Boolean(rule.assumption),
    '`assumption` goes with the basis assumption only',
  );
  expect((rule.observe === 'nobody') === Boolean(rule.reason), '`reason` goes with the observation nobody only');
  expect(Array.isArray(rule.needs), '`needs` is not a list');
  for (const need of Array.isArray(rule.needs) ? rule.needs : []) {
    expect(capabilities.includes(need) || profileEntry.test(need), `nothing is known of the need ${need}`);
  }
  for (const operation of rule.operation === 'all' ? [] : [rule.operation].flat()) {
    expect(operations.has(operation), `the contract has no operation ${operation}`);
  }
  return flaws;
}

/** What is wrong with the choices of a rule; their names are added to those that are known. */
function choiceFlaws(
  { basis, choices, fixed, restsOn }: Rule,
  names: Set<string>,
  ofSource: ReadonlySet<string>,
): string[] {
  const flaws: string[] = [];
  if (choices && basis !== 'assumption') flaws.push('`choices` goes with the basis assumption only');
  if (fixed && basis !== 'source') flaws.push('`fixed` goes with the basis source only');
  if (restsOn?.some((rule) => !ofSource.has(rule))) flaws.push('`restsOn` names rules of the source only');
  for (const choice of choices ?? []) {
    if (names.size === names.add(choice.name).size) flaws.push(`the choice ${choice.name} is repeated in the register`);
    const flaw = choiceFlaw(choice, choice.ours);
    if (flaw) flaws.push(`of ${choice.name}, ours ${flaw}`);
  }
  return flaws;
}

/**
 * Checks that every rule that can be observed has a case, and that no case is about one that nobody can observe.
 * `covered` holds the ids that the cases of the suite name.
 */
export function checkCoverage(rules: readonly Rule[], covered: ReadonlySet<string>): Problem[] {
  return rules.flatMap(({ id, observe, retired }) => {
    const wanted = observe !== 'nobody' && !retired;
    if (wanted === covered.has(id)) return [];
    const message = wanted
      ? 'has no case in conformance/rules, and no reason why'
      : 'has a case, though nobody can observe it';
    return [{ file: registerName, about: id, message }];
  });
}

/**
 * Checks each `x-rule`, `x-assumption` and `x-request-rule`: the rule exists, is not retired, and has the basis that the word
 * says (the last one says none).
 */
export function checkAnnotations(rules: readonly Rule[], document: ContractDocument): Problem[] {
  const byId = new Map<string, Rule>(rules.map((rule) => [rule.id, rule]));
  const problems: Problem[] = [];
  const judge = (word: string, basis: string | undefined, id: unknown, pointer: string) => {
    const rule = byId.get(String(id));
    const add = (message: string) =>
      problems.push({ file: contractName, about: `#${pointer}`, message: `${word} ${message}` });
    if (!rule) add(`names ${id}, which the register does not have`);
    else if (rule.retired) add(`names ${id}, which is retired`);
    else if (basis !== undefined && rule.basis !== basis) add(`names ${id}, whose basis is ${rule.basis}`);
  };
  const visit = (node: unknown, pointer: string) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      const basis = key === 'x-rule' ? 'source' : key === 'x-assumption' ? 'assumption' : undefined;
      if (basis === undefined && key !== 'x-request-rule') visit(value, `${pointer}/${pointerStep(key)}`);
      else
        for (const id of typeof value === 'object' ? Object.values(value as Json) : [value])
          judge(key, basis, id, pointer);
    }
  };
  visit(document.json, '');
  return problems;
}

/** Checks that every parameter and every response of every operation says which rule owns it. */
export function checkOwners(document: ContractDocument): Problem[] {
  const owned = (node: Json) => 'x-rule' in node || 'x-assumption' in node;
  return document.operations.flatMap((operation) => {
    const place = `/paths/${pointerStep(operation.path)}/${operation.method}`;
    const described = nodeAt(document.json, place) as { parameters?: Json[]; responses: Record<string, Json> };
    const parts = [
      ...(described.parameters ?? []).map((part, index) => [`parameter ${index + 1}`, part] as const),
      ...Object.entries(described.responses).map(([key, part]) => [`response ${key}`, part] as const),
    ];
    return parts
      .filter(([, part]) => !owned('$ref' in part ? (follow(document.json, part, '$ref') as Json) : part))
      .map(([name]) => ({ file: contractName, about: operation.id, message: `${name} has no x-rule or x-assumption` }));
  });
}
