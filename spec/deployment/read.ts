import { Ajv, type ValidateFunction } from 'ajv';
import { type ContractDocument, ContractError, readFile } from '../document.ts';
import { Locator, placeText } from '../locator.ts';
import { loadRegister } from '../register.ts';
import { schemaFlaws } from '../schema-flaws.ts';
import { parseYaml } from '../yaml.ts';
import deploymentSchema from './deployment.schema.json' with { type: 'json' };
import type { Deployment } from './deployment.ts';
import type { Flaw } from './flaw.ts';
import { flawsOf } from './flaws.ts';

/** Reads a deployment file. Throws a ContractError of one line, `file:line:column: reason`, when it can't be used with this contract. */
export function readDeployment(file: string, document: ContractDocument): Deployment {
  return parseDeployment(readFile(file), file, document);
}

/** The same from its text. */
export function parseDeployment(text: string, file: string, document: ContractDocument): Deployment {
  const value = parseYaml(text, file, 'product');
  const [flaw] = deploymentFlaws(value, document);
  if (flaw) throw new ContractError(`${placeText(new Locator(file, text).at(flaw.pointer))}: ${flaw.message}`);
  return completed(value as Partial<Deployment>);
}

const checks = new Map<boolean, ValidateFunction<Deployment>>();

/** Whether a value is one of deployment files; the check gathers all errors or ends with the first. */
function checkOf(allErrors: boolean): ValidateFunction<Deployment> {
  const check = checks.get(allErrors) ?? new Ajv({ allErrors, verbose: true, strict: false }).compile(deploymentSchema);
  checks.set(allErrors, check);
  return check;
}

/** The longest file, in characters of its JSON, all of whose flaws are told: to gather them takes the square of their number. */
const TOLD_IN_FULL = 100_000;

/** All that is wrong with what a deployment file says, each with a pointer to it. */
export function deploymentFlaws(value: unknown, document: ContractDocument): Flaw[] {
  const check = checkOf(false);
  if (check(value)) return flawsOf(completed(value), document, loadRegister());
  const inFull = JSON.stringify(value).length > TOLD_IN_FULL ? check : checkOf(true);
  inFull(value);
  return schemaFlaws(inFull.errors, (pointer) => pointer || 'the file');
}

/** What a file says, with what it leaves out. */
export function completed(value: Partial<Deployment>): Deployment {
  const { contract = '', settled = '' } = value;
  return { contract, settled, refusals: {}, answers: {}, choices: {}, unsettled: [], otherwise: [], ...value };
}
