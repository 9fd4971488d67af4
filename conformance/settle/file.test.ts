import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Deployment } from '../../spec/deployment/deployment.ts';
import { ownPath } from '../../spec/testing/own-path.ts';
import { printedBy } from '../../spec/testing/printed.ts';
import { deploymentText, ensureWritable, writeDeployment } from './file.ts';

test('the folder of a file that is to be written is made', () => {
  const file = ownPath('deployments', 'of', 'staging.yaml');
  ensureWritable(file);
  expect(existsSync(dirname(file))).toBe(true);
  expect(existsSync(file)).toBe(false);
});

test('a file that is there stays as it is until it is written', () => {
  const file = ownPath('staging.yaml');
  writeFileSync(file, 'by hand\n');
  ensureWritable(file);
  expect(readFileSync(file, 'utf8')).toBe('by hand\n');
});

test('a file that can not be written is told of in a line', () => {
  const [directory, file] = [ownPath('.'), ownPath('staging.yaml')];
  expect(() => ensureWritable(directory)).toThrow(`--settle: can't write to ${directory} (EISDIR)`);
  writeFileSync(file, '');
  expect(() => ensureWritable(`${file}/of/it.yaml`)).toThrow(`--settle: can't write to ${file}/of/it.yaml (ENOTDIR)`);
});

const deployment: Deployment = {
  contract: '2.0.0',
  settled: '2026-11-22, staging',
  titles: { b: 'B', a: 'A' },
  refusals: {
    'EMAIL-SUBJ-3': {
      on: {
        createNumberReservation: { status: 422 },
        createEmail: { at: { '/b': { status: 422 }, '/a': { status: 400 } } },
      },
      of: { value: { status: 422 }, null: { status: 400 } },
    },
  },
  answers: { createEmailMessage: { members: { '/data/b': { words: { y: 'Y', x: 'X' } }, '/data/a': 'absent' } } },
  choices: { keyCase: 'exact', holdMinutes: 10 },
  unsettled: [
    { what: 'choices.b', reason: 'was not seen' },
    { what: 'choices.a', reason: 'was not seen' },
  ],
  otherwise: [],
};

for (const line of [
  'on: { createEmail: { at: { /a: { status: 400 }, /b: { status: 422 } } }, createNumberReservation: { status: 422 } }',
  "of: { 'null': { status: 400 }, value: { status: 422 } }",
  'createEmailMessage: { members: { /data/a: absent, /data/b: { words: { x: X, y: Y } } } }',
  'titles:\n  a: A\n  b: B\n',
  '  - { what: choices.a, reason: was not seen }\n  - { what: choices.b, reason: was not seen }\n',
]) {
  test(`what is found in any order is written in one: ${line.trim().slice(0, 30)}`, () => {
    expect(deploymentText(deployment)).toContain(line);
  });
}

test('a line has 120 characters at most', () => {
  const linesOf = (length: number) => {
    const title = 'x'.repeat(length - '  ERR-10: { title:  }'.length);
    return deploymentText({ ...deployment, refusals: { 'ERR-10': { title } } }).match(
      /^ +(?:ERR-10|title): .*|^ {2}ERR-10:$/gm,
    );
  };
  expect([120, 121].map((length) => linesOf(length)?.length)).toEqual([1, 2]);
  expect(linesOf(120)?.[0]).toHaveLength(120);
});

test('a text of several lines stands on one, and is read as it was', () => {
  const text = '<p>\n  "a"\n</p>\n';
  const written = deploymentText({ ...deployment, refusals: { 'HTTP-7': { body: 'text', text } } });
  expect(written).toContain(`HTTP-7: { body: text, text: "<p>\\n  \\"a\\"\\n</p>\\n" }`);
  expect(parse(written)).toMatchObject({ refusals: { 'HTTP-7': { text } } });
});

test('a file has all that was settled, an entry a line, and what is too long for one in several', () => {
  const long = {
    status: 422,
    code: '20424',
    title: 'A title that is long',
    meta: { a: 'x'.repeat(30), b: 'y'.repeat(30) },
  };
  const text = deploymentText({
    ...deployment,
    titles: {},
    refusals: { 'EMAIL-SUBJ-3': { status: 422 }, 'ERR-10': long, 'ERR-1': { body: 'full' } },
    answers: {
      listRecentAiMissionRuns: { members: { '/data/*/status': { items: { b: 'B', a: 'A' } } } },
      createEmailMessage: { where: { sandbox: 200, queued: 202 } },
    },
    documentTypes: [{ short_name: 'passport', description: 'A passport, '.repeat(9) }, { short_name: 'letter' }],
    errorOrder: ['/to', '/cc'],
    otherwise: ['EMAIL-SAND-3'],
  });
  expect(
    text,
  ).toBe(`# What a deployment decided where the source leaves it open: 7 entries. docs/deployments.md explains it.
contract: 2.0.0
settled: '2026-11-22, staging'
refusals:
  ERR-1: { body: full }
  ERR-10:
    status: 422
    code: '20424'
    title: A title that is long
    meta: { a: ${'x'.repeat(30)}, b: ${'y'.repeat(30)} }
  EMAIL-SUBJ-3: { status: 422 }
answers:
  createEmailMessage: { where: { queued: 202, sandbox: 200 } }
  listRecentAiMissionRuns: { members: { /data/*/status: { items: { a: A, b: B } } } }
choices:
  holdMinutes: 10 # RSV-16: how long a number is held, in minutes
  keyCase: exact # EMAIL-IDEM-30: keys that differ in letter case only: two keys
documentTypes:
  - { short_name: passport, description: '${'A passport, '.repeat(9)}' }
  - { short_name: letter }
errorOrder: [ /to, /cc ]
unsettled:
  - { what: choices.a, reason: was not seen }
  - { what: choices.b, reason: was not seen }
otherwise:
  - EMAIL-SAND-3
`);
});

test('choices stand in the order of the register', () => {
  expect(deploymentText(deployment)).toMatch(/holdMinutes: 10.*\n {2}keyCase: exact/);
});

test('a file that is replaced is named with when it was settled', () => {
  const file = ownPath('staging.yaml');
  writeFileSync(file, "contract: 2.0.0\nsettled: '2026-10-01, by hand'\n");
  const { log } = console;
  const lines: unknown[] = [];
  console.log = (line) => lines.push(line);
  try {
    writeDeployment(file, deployment);
  } finally {
    console.log = log;
  }
  expect(lines).toEqual([`${file}: replaces the one settled 2026-10-01, by hand`]);
  expect(readFileSync(file, 'utf8')).toBe(deploymentText(deployment));
});

test('a file that is replaced is named, with when it was settled', async () => {
  const file = ownPath('staging.yaml');
  const { stdout } = await printedBy(() => {
    writeDeployment(file, deployment);
    writeDeployment(file, deployment);
    writeFileSync(file, 'by hand\n');
    writeDeployment(file, deployment);
  });
  const replaced = (settled: string) => `${file}: replaces the one settled ${settled}\n`;
  expect(stdout).toBe(replaced('2026-11-22, staging') + replaced('some other time'));
  expect(readFileSync(file, 'utf8')).toBe(deploymentText(deployment));
});
