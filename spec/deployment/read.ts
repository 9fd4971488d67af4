import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type ContractDocument, ContractError, parseYaml, readFile } from '../document.ts';
import { Locator, placeText } from '../locator.ts';
import { pointerStep } from '../pointer.ts';
import { loadRegister } from '../register.ts';
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
  const value = parseYaml(text, file);
  const [flaw] = deploymentFlaws(value, document);
  if (flaw) throw new ContractError(`${placeText(new Locator(file, text).at(flaw.pointer))}: ${flaw.message}`);
  return completed(value as Partial<Deployment>);
}

let compiled: ValidateFunction<Deployment> | undefined;

/** All that is wrong with what a deployment file says, each with a pointer to it. */
export function deploymentFlaws(value: unknown, document: ContractDocument): Flaw[] {
  compiled ??= new Ajv({ allErrors: true, verbose: true, strict: false }).compile(deploymentSchema);
  const validate = compiled;
  if (!validate(value)) return [explained(mostTelling(validate.errors ?? []))];
  return flawsOf(completed(value), document, loadRegister());
}

/** What a file says, with what it leaves out. */
export function completed(value: Partial<Deployment>): Deployment {
  const { contract = '', settled = '' } = value;
  return { contract, settled, refusals: {}, answers: {}, choices: {}, unsettled: [], otherwise: [], ...value };
}

/** An unknown key explains most; else the error that lies deepest. */
function mostTelling(errors: ErrorObject[]): ErrorObject {
  const weight = ({ keyword, instancePath }: ErrorObject) =>
    (keyword === 'additionalProperties' ? 1000 : keyword === 'if' ? -1000 : 0) + instancePath.split('/').length;
  return errors.reduce((best, error) => (weight(error) > weight(best) ? error : best));
}

function explained({ keyword, instancePath, params, parentSchema, message }: ErrorObject): Flaw {
  const subject = instancePath === '' ? 'the file' : instancePath;
  if (keyword === 'additionalProperties') {
    const known = Object.keys((parentSchema as { properties?: object }).properties ?? {}).join(', ');
    const pointer = `${instancePath}/${pointerStep(params.additionalProperty)}`;
    return { pointer, message: `${subject} has no ${params.additionalProperty}; there are ${known}` };
  }
  if (keyword === 'false schema') return { pointer: instancePath, message: `${subject} can't be within another` };
  if (keyword === 'required') return { pointer: instancePath, message: `${subject} needs ${params.missingProperty}` };
  const { description } = (parentSchema ?? {}) as { description?: string };
  const wanted = keyword === 'enum' ? `one of ${params.allowedValues.join(', ')}` : (description ?? message);
  return { pointer: instancePath, message: `${subject} must be ${wanted}` };
}
