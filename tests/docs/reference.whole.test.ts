import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { exitCodes, findExitCode } from '../../conformance/report/report.ts';
import { labels } from '../../conformance/suite/outcome/outcome.ts';
import { stepNames } from '../../gate/gate.ts';
import { createMock } from '../../mock/create-mock.ts';
import { codesOf, Page, root } from './page.ts';

const control: unknown = parse(readFileSync(`${root}/spec/admin.openapi.yaml`, 'utf8'));
const listRows = (path: string, head: string) => new Page(path).table(head);
const firstCodes = (path: string, head: string) => listRows(path, head).map(([cell]) => codesOf(cell)[0]);

const helps = new Map<string, string>();

function helpOf(command: string): string {
  const args = ['scripts/run.mjs', command, '--help'];
  const help = helps.get(command) ?? execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  helps.set(command, help);
  return help;
}

/** The options that a command names in its help, with those defaults that are a single word. */
function knownOptions(command: string): Record<string, string> {
  const entries = helpOf(command)
    .replaceAll(/\n {10,}/g, ' ')
    .matchAll(/^ {2}(--[\w-]+)(.*)$/gm);
  return Object.fromEntries(
    [...entries].map(([, name = '', description = '']) => [
      name,
      /\(default: "?([^\s"]+)"?\)$/.exec(description)?.[1]?.replace(root, '') ?? '',
    ]),
  );
}

/** The options of a page, with their defaults. */
function optionsOf(path: string): Record<string, string> {
  const rows = listRows(path, 'option');
  return Object.fromEntries(rows.map(([name, preset]) => [codesOf(name)[0]?.split(' ')[0], codesOf(preset)[0] ?? '']));
}

for (const [path, command] of [
  ['docs/mock.md', 'mock/main.ts'],
  ['docs/conformance.md', 'conformance/cli.ts'],
  ['docs/gate.md', 'gate/cli.ts'],
] as const) {
  test(`${path} has the options of --help, with their defaults`, () => {
    expect(optionsOf(path)).toEqual(knownOptions(command));
  });
}

test('the proxy takes the options of the mock, except --data and --deployment', () => {
  const { '--data': _data, '--deployment': _deployment, ...options } = optionsOf('docs/mock.md');
  expect(knownOptions('mock/proxy-main.ts')).toEqual(options);
});

test('the suite ends with the exit codes of its page, 2 where it can not begin', () => {
  const codes = listRows('docs/conformance.md', 'code').map(([code]) => Number(code));
  const notPutBack = findExitCode({ verdict: 'conformant', learned: { notPutBack: 'changed' } });
  const listed = new Set([...Object.values(exitCodes), notPutBack, 2]);
  expect(codes).toEqual([...listed].toSorted((a, b) => a - b));
});

test('the gate ends with the exit codes of its page', () => {
  const codes = /^Exit codes: .*$/m.exec(helpOf('gate/cli.ts'))?.[0].match(/(?<=[:,] )\d+/g);
  expect(listRows('docs/gate.md', 'code').map(([code]) => code)).toEqual(codes);
});

test('the page lists the outcomes of a rule', () => {
  expect(
    listRows('docs/conformance.md', 'outcome')
      .map(([outcome]) => outcome)
      .toSorted(),
  ).toEqual(Object.values(labels).toSorted());
});

test("the gate's page lists its steps in order", () => {
  expect(firstCodes('docs/gate.md', 'step')).toEqual([...stepNames]);
});

test('the mock takes every effect that the page of scenarios shows', async () => {
  const mock = await createMock();
  const switchOn = async (effect: string) => {
    const body = `{${effect}}`;
    const answer = await mock.fetch(
      new Request('http://mock/__admin/scenarios', {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json' },
      }),
    );
    return answer.status;
  };
  const effects = firstCodes('docs/scenarios.md', 'effect');
  for (const effect of effects) expect(await switchOn(effect ?? ''), effect).toBe(201);
  expect(await switchOn('"noise": true')).toBe(422);
  const schema = control as {
    components: { schemas: { NewScenario: { properties: object } } };
  };
  const known = Object.keys(schema.components.schemas.NewScenario.properties).filter(
    (name) => !['operation', 'times'].includes(name),
  );
  expect(known.filter((name) => !effects.some((effect) => effect?.startsWith(`"${name}"`)))).toEqual([]);
  await mock.close();
});

test('the pages of limits and options have the same sizes', () => {
  const options = optionsOf('docs/mock.md');
  const limits = listRows('docs/limits.md', 'what').flatMap(([thing, limit = '']) => {
    const [option] = codesOf(thing);
    return option?.startsWith('--') ? [[option, limit.replaceAll(',', '')]] : [];
  });
  expect(limits.length).toBeGreaterThan(0);
  expect(options).toMatchObject(Object.fromEntries(limits));
});

test("the page lists the package's commands and exports", () => {
  const { name, bin, exports, peerDependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
    name: string;
    bin: object;
    exports: object;
    peerDependencies: object;
  };
  const { stdout } = spawnSync(process.execPath, ['scripts/run.mjs', 'command.ts', '--help'], {
    cwd: root,
    encoding: 'utf8',
  });
  const commands = [...stdout.matchAll(/^ {2}(\w+)/gm)].map(([, command]) => `${Object.keys(bin)} ${command}`);
  expect(firstCodes('docs/testing.md', 'command')).toEqual(commands);
  expect(firstCodes('docs/testing.md', 'package')).toEqual(Object.keys(peerDependencies));
  const names = listRows('docs/testing.md', 'export').flatMap(([cell]) => codesOf(cell));
  expect([...names.map((path) => path.replace(/^\//, `${name}/`)), `${name}/package.json`]).toEqual(
    Object.keys(exports).map((path) => path.replace('.', name)),
  );
});

test('CONTRIBUTING names each direct dependency once', () => {
  const { devDependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { devDependencies: object };
  const named = listRows('CONTRIBUTING.md', 'dependency').flatMap((cells) =>
    cells.filter((_, column) => column % 2 === 0).flatMap(codesOf),
  );
  expect(named.toSorted()).toEqual(Object.keys(devDependencies).toSorted());
});

test('an embedded mock has the members of its page', async () => {
  const mock = await createMock();
  const members = Object.entries(mock).flatMap(([member, value]) =>
    typeof value === 'object' ? Object.keys(value).map((inner) => `${member}.${inner}`) : [member],
  );
  const named = listRows('docs/testing.md', 'member').flatMap(([cell]) =>
    codesOf(cell).map((code) => code.split('(')[0] ?? ''),
  );
  expect(named.toSorted()).toEqual(members.toSorted());
  await mock.close();
});
