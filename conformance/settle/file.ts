import { writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { choicesIn, type Deployment } from '../../spec/deployment/deployment.ts';
import { choicesOf, loadRegister } from '../../spec/register.ts';

/** The text of a deployment file, made to be read by people: an entry a line, each choice with what it is about. */
export function deploymentText(deployment: Deployment): string {
  const { contract, settled, refusals, answers, choices, documentTypes = [], unsettled, otherwise } = deployment;
  const register = loadRegister();
  const known = choicesOf(register);
  const lines = [
    `# What a deployment decided where the source leaves it open: ${choicesIn(deployment)} choices. docs/deployments.md explains it.`,
    `contract: ${contract}`,
    `settled: ${inline(settled)}`,
    ...section('refusals', Object.entries(refusals), ([rule, form]) => `  ${rule}: ${inline(form)}`),
    ...section('answers', Object.entries(answers), ([id, { members = {}, ...form }]) =>
      [
        `  ${id}:`,
        ...Object.entries(form).map(([name, value]) => `    ${name}: ${inline(value)}`),
        ...section('    members', Object.entries(members), ([path, member]) => `      ${path}: ${inline(member)}`),
      ].join('\n'),
    ),
    ...section('choices', Object.entries(choices), ([name, value]) => {
      const { about = '', rule = '', alternatives } = known.get(name) ?? {};
      const meaning = alternatives?.[String(value)];
      return `  ${name}: ${inline(value)} # ${rule}: ${about}${meaning ? `: ${meaning}` : ''}`;
    }),
    ...section('documentTypes', documentTypes, (type) => `  - ${inline(type)}`),
    ...section('unsettled', unsettled, (one) => `  - ${inline(one)}`),
    ...section('otherwise', otherwise, (rule) => `  - ${rule}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Writes a deployment file. */
export function writeDeployment(file: string, deployment: Deployment): void {
  writeFileSync(file, deploymentText(deployment));
}

function section<Entry>(name: string, entries: readonly Entry[], line: (entry: Entry) => string): string[] {
  return entries.length === 0 ? [] : [`${name}:`, ...entries.map(line)];
}

/** A value on one line. */
function inline(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0, singleQuote: true })
    .trim()
    .replaceAll(/\n\s*/g, ' ');
}
