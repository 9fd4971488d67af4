import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { document } from '../../spec/testing/contract.ts';
import { makeTestPath } from '../../spec/testing/test-path.ts';
import { checkDeployments } from './deployments.ts';

async function judge(says: string, neighbours: readonly string[] = [], among = document) {
  const directory = makeTestPath();
  writeFileSync(join(directory, 'staging.yaml'), `contract: ${document.version}\nsettled: by a test\n${says}`);
  for (const name of neighbours) writeFileSync(join(directory, name), 'openapi: 3.1.0\n');
  return checkDeployments(among, directory);
}

test('a deployment file that fits the contract passes', async () => {
  expect(await judge('choices: { holdMinutes: 10 }\n')).toMatchObject({ outcome: 'passed', findings: [] });
});

test('generated files and other formats than YAML are no deployment files', async () => {
  const neighbours = ['staging.overlay.yaml', 'staging.openapi.yaml', 'staging.openapi.yml', 'notes.md'];
  const { findings, summary } = await judge('', neighbours);
  expect([findings, summary]).toEqual([[], '1 deployment fits the contract']);
  const second = await judge('', ['live.yml']);
  expect(second.findings.map(({ message, place }) => `${place.file}:${place.line} ${message}`)).toEqual([
    expect.stringMatching(/^deployments\/live\.yml:1 unknown key "openapi" in the file; there are contract, settled, /),
    'deployments/live.yml:1 the file needs "contract"',
    'deployments/live.yml:1 the file needs "settled"',
  ]);
});

const unfit: [string, string, number][] = [
  ['refusals: { GONE-1: { status: 400 } }\n', 'there is no rule GONE-1', 3],
  ['answers: { sendFax: { status: 201 } }\n', 'there is no operation sendFax', 3],
  ['choices:\n  holdMinutes: 10\n  colour: red\n', 'there is no choice colour', 5],
];

for (const [says, message, line] of unfit) {
  test(`a lost name is shown with its place: ${message}`, async () => {
    const { outcome, findings } = await judge(says);
    expect([outcome, findings]).toMatchObject([
      'failed',
      [{ message: expect.stringContaining(message), place: { line } }],
    ]);
  });
}

test('without deployment files there is nothing to check', async () => {
  const nothing = { outcome: 'passed', summary: 'there is no file in deployments/', findings: [] };
  expect(await checkDeployments(document, makeTestPath('no-such-folder'))).toEqual(nothing);
});

test('a deployment file that cannot be read is a finding at it', async () => {
  const { outcome, findings } = await judge('choices:\n  holdMinutes: [10\n');
  const file = 'deployments/staging.yaml';
  expect([outcome, findings]).toMatchObject(['failed', [{ rule: 'deployment-fits', place: { file, line: 5 } }]]);
});

test('an overlay action whose target the contract does not have any more is a finding', async () => {
  const { outcome, findings } = await judge('overlay: [{ target: $.components.schemas.Gone, remove: true }]\n');
  expect([outcome, findings]).toMatchObject(['failed', [{ rule: 'deployment-fits', place: { line: 3 } }]]);
});
