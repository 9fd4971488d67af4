import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type ContractDocument, loadDocument } from '../../spec/document.ts';
import { escapeStep, findNode, followStep, isListOrObject, isObject, type Json } from '../../spec/json.ts';
import { toProjectPath } from '../../spec/package.ts';
import type { Problem } from '../../spec/print.ts';
import { checkChoice, type Rule, readRegister, registerFile } from '../../spec/register.ts';
import { didYouMean } from '../../spec/texts.ts';
import { ContractError, parseYaml, readText } from '../../spec/yaml.ts';
import { makeFindings, type Step, toResult } from '../finding.ts';
import { runTask } from './processes.ts';

const registerName = 'spec/rules.yaml';
const contractName = 'spec/openapi.yaml';

/** The rules of each case, and the operations that suite and mock list, by file. */
export interface Covered {
  cases: string[][];
  operations: Record<string, string[]>;
}

/** Compares register, contract, suite, mock and pins. A second process loads suite and mock. */
export const rules: Step = async ({ atBase }) => {
  const { cases, operations } = (await runTask('covered')) as Covered;
  const [document, rules] = [loadDocument(), readRules()];
  const earlier = JSON.parse(atBase?.read('spec/rules.lock.json') ?? '{}') as Lock;
  const problems = [
    ...checkRegister(rules, document),
    ...checkAnnotations(rules, document),
    ...checkOwners(document),
    ...checkCoverage(rules, new Set(cases.flat())),
    ...checkOperations(document, operations),
    ...checkLock(rules, readLock(), earlier),
  ];
  const counts = `${rules.length} rules, ${document.operations.length} operations, ${cases.length} cases`;
  const findings = makeFindings('rules-agree', problems, document.operations);
  return toResult(findings, `${counts}: register, contract, suite and mock agree`);
};

const idForm = /^[A-Z]+(-[A-Z]+)*-[1-9]\d*$/;
const levels = ['MUST', 'SHOULD', 'MAY'];
const bases = ['source', 'assumption'];
const observations = ['response', 'delivered mail', 'clock', 'nobody'];
const capabilities = ['read', 'write', 'send', 'outbox', 'control'];
const fields =
  'id level basis operation statement clause assumption observe reason needs choices fixed restsOn retired'.split(' ');
const profileEntry =
  /^(simNotification(\.foreignId)?|reservation|accounts\.(restricted|other)|email\.(templates|suppressed)\.\w+)$/;

/** Checks each rule by itself, and that no id is repeated. */
export function checkRegister(rules: readonly Rule[], document: ContractDocument): Problem[] {
  const seen = new Set<string>();
  const names = new Set<string>();
  const ofSource = new Set<string>(rules.filter(({ basis }) => basis === 'source').map(({ id }) => id));
  const operations = new Set<string>(document.operations.map(({ id }) => id));
  return rules.flatMap((rule) => {
    const { id, level, basis, observe, statement, clause, assumption, reason, needs, operation, fixed } = rule;
    const [choices, restsOn] = [rule.choices ?? [], rule.restsOn ?? []];
    const named = operation === 'all' ? [] : [operation].flat();
    const listed = (name: string, value = '(missing)', words: readonly string[]) =>
      [words.includes(value), `its ${name} ${value} is none of ${words.join(', ')}`] as const;
    const demands: (readonly [holds: boolean, flaw: string])[] = [
      ...Object.keys(rule).map(
        (key) => [fields.includes(key), `unknown key "${key}"${didYouMean(key, fields)}`] as const,
      ),
      [idForm.test(id), 'the id is not a prefix and a number'],
      listed('level', level, levels),
      listed('basis', basis, bases),
      listed('observe', observe, observations),
      [Boolean(statement), 'has no statement'],
      [Boolean(clause), 'has no clause'],
      [(basis === 'assumption') === Boolean(assumption), '`assumption` and the basis assumption go together'],
      [(observe === 'nobody') === Boolean(reason), '`reason` and the observation nobody go together'],
      [Array.isArray(needs), '`needs` is not a list'],
      ...(Array.isArray(needs) ? needs : []).map(
        (need) =>
          [capabilities.includes(need) || profileEntry.test(need), `nothing is known of the need ${need}`] as const,
      ),
      ...named.map((name) => [operations.has(name), `the contract has no operation ${name}`] as const),
      [choices.length === 0 || basis === 'assumption', '`choices` goes with the basis assumption only'],
      [!fixed || basis === 'source', '`fixed` goes with the basis source only'],
      [restsOn.every((rule) => ofSource.has(rule)), '`restsOn` names rules of the source only'],
      ...choices.flatMap((choice) => {
        const [isNew, flaw] = [names.size < names.add(choice.name).size, checkChoice(choice, choice.default)];
        const repeated = `the choice ${choice.name} is repeated in the register`;
        return [[isNew, repeated] as const, [!flaw, `of ${choice.name}, the default ${flaw}`] as const];
      }),
      [seen.size < seen.add(id).size, 'is repeated in the register'],
    ];
    const flaws = demands.filter(([holds]) => !holds);
    return flaws.map(([, message]) => ({ file: registerName, about: String(id), message }));
  });
}

/** Checks that every rule that can be observed has a case, and no other rule. */
export function checkCoverage(rules: readonly Rule[], covered: ReadonlySet<string>): Problem[] {
  return rules.flatMap(({ id, observe, retired }) => {
    const wanted = observe !== 'nobody' && !retired;
    if (wanted === covered.has(id)) return [];
    const message = wanted
      ? 'has no case in conformance/rules, and no reason why'
      : 'has a case, but is not observable';
    return [{ file: registerName, about: id, message }];
  });
}

/** Checks that each operation is in the files that list operations; `listed` has their ids by file. */
export function checkOperations({ operations }: ContractDocument, listed: Covered['operations']): Problem[] {
  return operations.flatMap(({ id, aliasOf = id }) => {
    const lacking = Object.keys(listed).filter((file) => !listed[file]?.includes(aliasOf));
    return lacking.map((file) => ({ file: contractName, about: id, message: `is not in ${file}` }));
  });
}

/** The keywords that name rules, with the basis of these rules. */
const annotations = { 'x-rule': 'source', 'x-assumption': 'assumption', 'x-request-rule': undefined } as const;

/** Checks that each annotation has an active rule with the right basis, and that the rules of an `enum` name its words. */
export function checkAnnotations(rules: readonly Rule[], document: ContractDocument): Problem[] {
  const byId = new Map<unknown, Rule>(rules.map((rule) => [rule.id, rule]));
  const findFlaw = (id: unknown, basis: string | undefined) => {
    const rule = byId.get(id);
    if (!rule) return 'which the register does not have';
    if (rule.retired) return 'which is retired';
    return basis === undefined || rule.basis === basis ? undefined : `whose basis is ${rule.basis}`;
  };
  const visit = (node: unknown, pointer: string): Problem[] => {
    if (!isListOrObject(node)) return [];
    const named = Object.entries(annotations).flatMap(([word, basis]) =>
      [node[word] ?? []]
        .flatMap((ids) => (isObject(ids) ? Object.values(ids) : ids))
        .map((id) => ({ word, basis, id })),
    );
    const flaws = named.flatMap(({ word, basis, id }) => {
      const flaw = findFlaw(id, basis);
      return flaw ? [`${word} names ${id}, ${flaw}`] : [];
    });
    const statements = named.map(({ id }) => byId.get(id)?.statement).join();
    const words = named.length > 0 && Array.isArray(node.enum) ? node.enum : [];
    const absent = words.filter((word) => !statements.includes(`\`${word}\``));
    const ids = named.map(({ id }) => id).join(' or ');
    const stale = absent.map((word) => `the statement of ${ids} has no \`${word}\``);
    return [
      ...[...flaws, ...stale].map((message) => ({ file: contractName, about: `#${pointer}`, message })),
      ...Object.entries(node).flatMap(([key, value]) => visit(value, `${pointer}/${escapeStep(key)}`)),
    ];
  };
  return visit(document.json, '');
}

/** Checks that each parameter and response of each operation names the rule that owns it. */
export function checkOwners(document: ContractDocument): Problem[] {
  const read = (node: Json) => ('$ref' in node ? (followStep(document.json, node, '$ref') as Json) : node);
  return document.operations.flatMap((operation) => {
    const place = `/paths/${escapeStep(operation.path)}/${operation.method}`;
    const described = findNode(document.json, place) as { parameters?: Json[]; responses: Record<string, Json> };
    const parts = [
      ...(described.parameters ?? []).map(read).map((part) => [`parameter ${part.name}`, part] as const),
      ...Object.entries(described.responses).map(([key, part]) => [`response ${key}`, read(part)] as const),
    ];
    return parts
      .filter(([, part]) => !('x-rule' in part || 'x-assumption' in part))
      .map(([name]) => ({ file: contractName, about: operation.id, message: `${name} has no x-rule or x-assumption` }));
  });
}

export type Lock = Readonly<Record<string, string>>;

export const lockFile = toProjectPath('spec/rules.lock.json');

function hashRule(rule: Rule): string {
  return createHash('sha256').update([rule.statement, rule.level, rule.basis].join('\n')).digest('hex');
}

export function pinRules(rules: readonly Rule[]): Lock {
  const entries = rules.map((rule) => [rule.id, hashRule(rule)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Reads the pins; there are none before the first pinning. */
export function readLock(): Lock {
  return existsSync(lockFile) ? (parseYaml(readText(lockFile), lockFile) as Lock) : {};
}

/** The pinned rules that the register no longer has. A retired rule stays with `retired: true`. */
export function findVanished(rules: readonly Rule[], lock: Lock): Problem[] {
  const ids = new Set<string>(rules.map(({ id }) => id));
  return Object.keys(lock)
    .filter((id) => !ids.has(id))
    .map((id) => ({ file: registerName, about: id, message: 'is pinned but gone; restore it with `retired: true`' }));
}

/** The differences of the register from its pins; a rule of earlier pins may not vanish either. */
export function checkLock(rules: readonly Rule[], lock: Lock, earlier: Lock = {}): Problem[] {
  const changed = rules.filter((rule) => lock[rule.id] !== hashRule(rule));
  const problems = changed.map(({ id }): Problem => {
    const message = id in lock ? 'statement, level or basis differs from its pin' : 'is not pinned';
    return { file: 'spec/rules.lock.json', about: id, message: `${message}; if wanted, run \`npm run rules:pin\`` };
  });
  return [...problems, ...findVanished(rules, { ...earlier, ...lock })];
}

/** All rules as the register lists them, a repeated id included. Throws an InputError when it is no list of rules. */
export function readRules(): readonly Rule[] {
  const rules = (readRegister() as { rules?: unknown } | null)?.rules;
  if (!Array.isArray(rules)) throw new ContractError(`${registerFile}: has no list \`rules\``);
  const odd = rules.findIndex((rule) => typeof rule?.id !== 'string');
  if (odd >= 0) throw new ContractError(`${registerFile}: entry ${odd + 1} of \`rules\` has no id`);
  return rules as Rule[];
}
