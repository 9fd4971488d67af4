import { Ajv, type ValidateFunction } from 'ajv';
import { JSONPathError } from 'json-p3';
import { type ContractDocument, ContractError, readFile } from '../document.ts';
import type { RuleId } from '../generated/rule-ids.ts';
import { Locator, placeText } from '../locator.ts';
import { didYouMean } from '../nearest.ts';
import { pointerStep } from '../pointer.ts';
import { choiceFlaw, choicesOf, loadRegister } from '../register.ts';
import { schemaFlaws } from '../schema-flaws.ts';
import { compileValidators, type Validators } from '../validators.ts';
import { parseYaml } from '../yaml.ts';
import deploymentSchema from './deployment.schema.json' with { type: 'json' };
import type { Deployment } from './deployment.ts';
import { fixedFields } from './fixed.ts';
import { membersOf } from './members.ts';
import { unmetNeeds } from './needs.ts';
import { actionsOf, applyActions } from './overlay.ts';
import { sourceBreaches } from './source-breaches.ts';
import { placeholders, unknownPlaceholder } from './template.ts';

/** A deployment, and the contract as it is there. */
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
  throw new ContractError(`${placeText(new Locator(file, text).at(pointer))}: ${message}`);
}

/** Checks the content of a deployment file: gives the contract as it is there, or what is wrong. */
export function checkDeployment(value: unknown, contract: ContractDocument): DeployedContract | [Flaw, ...Flaw[]] {
  const formed = formFlaws(value);
  if (formed.length > 0) return formed as [Flaw, ...Flaw[]];
  const deployment = {
    refusals: {},
    answers: {},
    overlay: [],
    choices: {},
    ...(value as object),
  } as unknown as Deployment;
  const flaws = flawsOf(deployment, contract);
  if (flaws.length > 0) return flaws as [Flaw, ...Flaw[]];
  return applied(deployment, contract);
}

/** Keys of the form that deployment files had before version 2.0.0. */
const former =
  /^\/(titles|documentTypes|errorOrder|unsettled|otherwise)$|^\/(refusals|answers)\/[^/]+\/(on|of|at|also|members|meta|loc|once|staged|where|location|locatedIn|text)$/;

let compiled: ValidateFunction | undefined;

function formFlaws(value: unknown): Flaw[] {
  compiled ??= new Ajv({ allErrors: true, verbose: true, strict: false }).compile(deploymentSchema);
  if (compiled(value)) return [];
  const flaws = schemaFlaws(compiled.errors, (pointer) => pointer || 'the file');
  const old = flaws.find(({ pointer }) => former.test(pointer));
  if (!old) return flaws;
  return [{ ...old, message: 'is in a former form: write the file anew, as docs/deployments.md describes' }];
}

/** The entries about rules, operations, members, placeholders or choices that don't exist, or that the source decides. */
function flawsOf({ contract: version, refusals, answers, choices }: Deployment, contract: ContractDocument): Flaw[] {
  const flaws: Flaw[] = [];
  const note = (pointer: string, message: string) => flaws.push({ pointer, message });
  const register = loadRegister();
  const operations = contract.operations.map(({ id }) => id as string);
  const known = choicesOf(register);
  const noteUnknown = (pointer: string, what: string, name: string, names: readonly string[]) => {
    const all = names.length > 50 ? '' : `; there are ${names.join(', ')}`;
    if (!names.includes(name)) note(pointer, `there is no ${what} ${name}${didYouMean(name, names) || all}`);
  };
  const notePlaceholder = (pointer: string, template: object) => {
    const name = unknownPlaceholder(template);
    const all = placeholders.map((placeholder) => `{${placeholder}}`).join(' ');
    if (name !== undefined) note(pointer, `there is no placeholder {${name}}; there are ${all}`);
  };

  for (const [key, form] of Object.entries(refusals)) {
    const pointer = `/refusals/${pointerStep(key)}`;
    const [id = '', operation] = key.split('@');
    const rule = register.get(id as RuleId);
    if (key !== 'default') noteUnknown(pointer, 'rule', id, [...register.keys()]);
    if (rule?.retired) note(pointer, `${id} is retired`);
    if (operation !== undefined) noteUnknown(pointer, 'operation', operation, operations);
    const isReservation = (operation ?? rule?.operation) === 'createNumberReservation';
    const rules = rule ? [rule.id, ...(rule.restsOn ?? []), ...(isReservation ? (['RSV-28'] as const) : [])] : [];
    for (const { field, rule: source, wanted } of fixedFields(form, rules))
      note(`${pointer}/${field in form ? field : 'body'}`, `${field} must be ${wanted} (${source}, source)`);
    notePlaceholder(pointer, form);
  }

  for (const [id, { omit = [], add = {}, times }] of Object.entries(answers)) {
    const pointer = `/answers/${pointerStep(id)}`;
    noteUnknown(pointer, 'operation', id, operations);
    const spec = contract.operations.find((operation) => operation.id === id);
    if (!spec) continue;
    const rules = [...register.values()].filter(({ operation }) =>
      [operation].flat().some((name) => name === id || name === spec.aliasOf),
    );
    const paths = membersOf(contract, spec).map(({ path }) => path);
    for (const [index, path] of omit.entries()) {
      const at = `${pointer}/omit/${index}`;
      const shows = rules.find(({ fixed }) => fixed?.shown?.includes(path));
      if (!paths.includes(path)) note(at, `answers of ${id} have no ${path}`);
      if (shows) note(at, `${path} must be there (${shows.id}, source)`);
    }
    for (const path of Object.keys(add)) {
      const hides = rules.find(({ fixed }) => fixed?.hidden?.includes(path));
      if (hides) note(`${pointer}/add/${pointerStep(path)}`, `${path} must not be there (${hides.id}, source)`);
    }
    const fixes = rules.find(({ fixed }) => fixed?.times);
    if (times && fixes) note(`${pointer}/times`, `the form of its times is given (${fixes.id}, source)`);
    notePlaceholder(`${pointer}/add`, add);
  }

  for (const [name, value] of Object.entries(choices)) {
    const pointer = `/choices/${pointerStep(name)}`;
    noteUnknown(pointer, 'choice', name, [...known.keys()]);
    const choice = known.get(name);
    const flaw = choice && choiceFlaw(choice, value);
    if (flaw !== undefined) note(pointer, `${name} ${flaw}`);
  }
  if (version !== contract.version) note('/contract', `is for contract ${version}, and this is ${contract.version}`);
  return flaws;
}

/** The contract as a deployment has it, or the first entry that makes none of it, or that changes what the source says. */
function applied(deployment: Deployment, contract: ContractDocument): DeployedContract | [Flaw, ...Flaw[]] {
  const actions = actionsOf(deployment, contract);
  const flawAfter = (count: number): Pick<DeployedContract, 'document' | 'validators'> | { message: string } => {
    try {
      const document = applyActions(contract, actions.slice(0, count));
      const [breach] = sourceBreaches(contract, document.json);
      if (breach) return { message: `changes ${breach.pointer} (${breach.rule}, source)` };
      const [need] = unmetNeeds(contract, document);
      if (need !== undefined) return { message: `the mock needs ${need} in requests` };
      return { document, validators: compileValidators(document) };
    } catch (error) {
      if (!(error instanceof ContractError || error instanceof JSONPathError)) throw error;
      return { message: error.message.replace(`${contract.file}: `, '') };
    }
  };
  const all = flawAfter(actions.length);
  if ('document' in all) return { deployment, ...all };
  for (const [index, { entry }] of actions.entries()) {
    const found = flawAfter(index + 1);
    if ('message' in found) return [{ pointer: entry, message: found.message }];
  }
  return [{ pointer: '', message: all.message }];
}
