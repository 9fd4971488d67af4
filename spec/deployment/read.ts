import { Ajv, type ValidateFunction } from 'ajv';
import type { ContractDocument } from '../document.ts';
import type { RuleId } from '../generated/rule-ids.ts';
import { escapeStep, toParentPointer } from '../json.ts';
import { checkChoice, collectChoices, loadRegister } from '../register.ts';
import { explainErrors } from '../schema-flaws.ts';
import { didYouMean } from '../texts.ts';
import { compileValidators, type Validators } from '../validators.ts';
import { ContractError, formatPlace, Locator, parseYaml, readFile } from '../yaml.ts';
import deploymentSchema from './deployment.schema.json' with { type: 'json' };
import { type AnswerForm, type Deployment, findBadPlaceholder, placeholders, type RefusalForm } from './deployment.ts';
import { findFixedFields, listFixingRules } from './fixed.ts';
import { listMembers, listTimes } from './members.ts';
import { applyActions, isTarget, listActions } from './overlay.ts';
import { findOverlayFlaws } from './overlay-flaws.ts';

export interface DeployedContract {
  deployment: Deployment;
  document: ContractDocument;
  validators: Validators;
}

export interface Flaw {
  pointer: string;
  message: string;
}

/** Reads a deployment file. Throws a ContractError of one line, `file:line:column: reason`, if it does not fit the contract. */
export function readDeployment(file: string, contract: ContractDocument): DeployedContract {
  const text = readFile(file);
  const checked = checkDeployment(parseYaml(text, file, 'product'), contract);
  if (!Array.isArray(checked)) return checked;
  const [{ pointer, message }] = checked;
  throw new ContractError(`${formatPlace(new Locator(file, text).at(pointer))}: ${message}`);
}

export function checkDeployment(value: unknown, contract: ContractDocument): DeployedContract | [Flaw, ...Flaw[]] {
  const deployment = {
    refusals: {},
    answers: {},
    overlay: [],
    choices: {},
    ...(value as Pick<Deployment, 'contract' | 'settled'>),
  };
  const ofForm = findFormFlaws(value);
  const [flaw, ...others] = ofForm.length > 0 ? ofForm : findEntryFlaws(deployment, contract);
  return flaw ? [flaw, ...others] : applyDeployment(deployment, contract);
}

let compiled: ValidateFunction | undefined;

function findFormFlaws(value: unknown): Flaw[] {
  const formats = { 'json-path': isTarget };
  compiled ??= new Ajv({ allErrors: true, verbose: true, strict: false, formats }).compile(deploymentSchema);
  if (compiled(value)) return [];
  return explainErrors(compiled.errors, (pointer) => pointer || 'the file').map(({ pointer, message }) => ({
    pointer,
    // Files of earlier versions have other keys.
    message: message.startsWith('unknown key') ? `${message} (docs/deployments.md shows the form)` : message,
  }));
}

function findEntryFlaws(deployment: Deployment, contract: ContractDocument): Flaw[] {
  const { contract: version, refusals, answers, choices } = deployment;
  const message = `is for contract ${version}, and this is ${contract.version}`;
  return [
    ...Object.entries(refusals).flatMap(([key, form]) => findRefusalFlaws(key, form, contract)),
    ...Object.entries(answers).flatMap(([id, form]) => findAnswerFlaws(id, form, contract)),
    ...Object.entries(choices).flatMap(([name, value]) => findChoiceFlaws(name, value)),
    ...(version === contract.version ? [] : [{ pointer: '/contract', message }]),
  ];
}

function findChoiceFlaws(name: string, value: unknown): Flaw[] {
  const known = collectChoices(loadRegister());
  const choice = known.get(name);
  const flaw = choice ? checkChoice(choice, value) : explainUnknown('choice', name, [...known.keys()]);
  return flaw === undefined
    ? []
    : [{ pointer: `/choices/${escapeStep(name)}`, message: choice ? `${name} ${flaw}` : flaw }];
}

function explainUnknown(kind: string, name: string, names: readonly string[]): string {
  const known = names.length > 50 ? '' : `; there are ${names.join(', ')}`;
  return `there is no ${kind} ${name}${didYouMean(name, names) || known}`;
}

function findPlaceholderFlaws(pointer: string, template: object): Flaw[] {
  const name = findBadPlaceholder(template);
  const known = placeholders.map((placeholder) => `{${placeholder}}`).join(' ');
  return name === undefined ? [] : [{ pointer, message: `there is no placeholder {${name}}; there are ${known}` }];
}

function findRefusalFlaws(key: string, form: RefusalForm, { operations }: ContractDocument): Flaw[] {
  const pointer = `/refusals/${escapeStep(key)}`;
  const [id = '', operation] = key.split('@');
  const register = loadRegister();
  const rule = register.get(id as RuleId);
  const ids = operations.map(({ id }) => id as string);
  const rules = rule ? listFixingRules(rule.id, operation ?? String(rule.operation)) : [];
  // The code that an entry leaves out decides about its title. That of HTTP-8 is open, and the contract has the general one.
  const [code = id === 'HTTP-8' ? '10007' : undefined] = rules.flatMap((rule) => register.get(rule)?.fixed?.code ?? []);
  const coded = { ...(code && { code }), ...form };
  const messages = [
    key !== 'default' && (!rule || rule.retired) && explainUnknown('rule', id, [...register.keys()]),
    operation !== undefined && !ids.includes(operation) && explainUnknown('operation', operation, ids),
  ];
  return [
    ...messages.flatMap((message) => (message ? [{ pointer, message }] : [])),
    ...findFixedFields(coded, rules).map(({ field, message }) => ({ pointer: `${pointer}/${field}`, message })),
    ...findPlaceholderFlaws(pointer, form),
  ];
}

function findAnswerFlaws(id: string, { omit = [], add = {}, times }: AnswerForm, contract: ContractDocument): Flaw[] {
  const pointer = `/answers/${escapeStep(id)}`;
  const spec = contract.operations.find((operation) => operation.id === id);
  const ids = contract.operations.map((operation) => operation.id);
  if (!spec) return [{ pointer, message: explainUnknown('operation', id, ids) }];
  const rules = [...loadRegister().values()].filter(({ operation }) =>
    [operation].flat().some((name) => name === id || name === spec.aliasOf),
  );
  const paths = listMembers(contract, spec).map(({ path }) => path);
  const flaws: Flaw[] = [];
  const refuse = (at: string, message: string) => flaws.push({ pointer: `${pointer}/${at}`, message });
  for (const [index, path] of omit.entries()) {
    const shows = rules.find(({ fixed }) => fixed?.shown?.includes(path));
    if (!paths.includes(path)) refuse(`omit/${index}`, `answers of ${id} have no ${path}`);
    if (shows) refuse(`omit/${index}`, `${path} must be there (${shows.id}, source)`);
  }
  for (const path of Object.keys(add)) {
    const hides = rules.find(({ fixed }) => fixed?.hidden?.includes(path));
    const holder = toParentPointer(path);
    if (holder !== '' && !paths.some((known) => toParentPointer(known) === holder))
      refuse(`add/${escapeStep(path)}`, `answers of ${id} have no members in ${holder}: add ${holder} as a whole`);
    if (hides) refuse(`add/${escapeStep(path)}`, `${path} must not be there (${hides.id}, source)`);
  }
  const fixes = rules.find(({ fixed }) => fixed?.times);
  if (times && listTimes(contract, spec, times).length === 0)
    refuse('times', fixes ? `the form of its times is given (${fixes.id}, source)` : `answers of ${id} have no times`);
  return [...flaws, ...findPlaceholderFlaws(`${pointer}/add`, add)];
}

/** The contract of a deployment, or the first entry that makes it invalid or changes a rule of the source. */
function applyDeployment(deployment: Deployment, contract: ContractDocument): DeployedContract | [Flaw, ...Flaw[]] {
  const actions = listActions(deployment, contract);
  const attempt = (count: number): DeployedContract | string => {
    try {
      const document = applyActions(contract, actions.slice(0, count));
      const [flaw] = findOverlayFlaws(contract, document);
      return flaw ?? { deployment, document, validators: compileValidators(document) };
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      return error.message.replace(`${contract.file}: `, '');
    }
  };
  const findFirstFlaw = (good: number, bad: number, message: string): [Flaw] => {
    if (bad - good <= 1) return [{ pointer: actions[bad - 1]?.entry ?? '', message }];
    const middle = Math.floor((good + bad) / 2);
    const found = attempt(middle);
    return typeof found === 'string' ? findFirstFlaw(good, middle, found) : findFirstFlaw(middle, bad, message);
  };
  const whole = attempt(actions.length);
  return typeof whole === 'string' ? findFirstFlaw(0, actions.length, whole) : whole;
}
