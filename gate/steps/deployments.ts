import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkDeployment } from '../../spec/deployment/read.ts';
import { type ContractDocument, loadDocument } from '../../spec/document.ts';
import { toProjectPath } from '../../spec/package.ts';
import { formatCount } from '../../spec/texts.ts';
import { Locator, parseYaml, readText } from '../../spec/yaml.ts';
import { explainError, type Finding, type Step, type StepResult, toResult } from '../finding.ts';

/** The directory of deployment files and of the files that are generated from them. */
const folder = 'deployments';

/** The deployment files against the contract: each names rules, operations and choices that exist. */
export const deployments: Step = () => checkDeployments(loadDocument(), toProjectPath(folder));

export async function checkDeployments(document: ContractDocument, directory: string): Promise<StepResult> {
  const files = existsSync(directory) ? readdirSync(directory).filter(isDeployment) : [];
  if (files.length === 0) return toResult([], `there is no file in ${folder}/`);
  const findings = await Promise.all(
    files.map((file) => checkFile(join(directory, file), `${folder}/${file}`, document)),
  );
  const summary = `${formatCount(files.length, 'deployment fits', 'deployments fit')} the contract`;
  return toResult(findings.flat(), summary);
}

const isDeployment = (file: string) => /\.ya?ml$/.test(file) && !/\.(overlay|openapi)\.ya?ml$/.test(file);

async function checkFile(path: string, file: string, document: ContractDocument): Promise<Finding[]> {
  const rule = 'deployment-fits';
  try {
    const text = readText(path);
    const value = parseYaml(text, file, 'product');
    const checked = checkDeployment(value, document);
    const flaws = Array.isArray(checked) ? checked : [];
    const locator = new Locator(file, text);
    return flaws.map(({ pointer, message }) => ({ severity: 'error', rule, message, place: locator.at(pointer) }));
  } catch (error) {
    return [explainError(rule, error, file)];
  }
}
