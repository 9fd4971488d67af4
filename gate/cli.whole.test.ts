import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from './testing/project.ts';

// Each test runs the command several times.
test.describe.configure({ mode: 'parallel' });

const contract = 'spec/openapi.yaml';
const accepted = 'spec/accepted-changes.yaml';

/** Takes an operation out of the contract. */
const removedAlias = /^ {2}\/emails:\n(?: {4}.*\n|\n)+/m;

test('an unchanged contract passes every step', async ({ project }) => {
  const { code, stdout } = await project.gate();
  expect(stdout).toContain('This change may land.');
  expect(code).toBe(0);
  const { steps } = project.report;
  const outcomes = Object.fromEntries(steps.map(({ name, outcome }) => [name, outcome]));
  expect(outcomes).toEqual({
    version: 'passed',
    lint: 'passed',
    examples: 'passed',
    types: 'unchanged',
    fixtures: 'passed',
    rules: 'passed',
    diff: 'passed',
    deployments: 'passed',
    consumers: 'unchanged',
    conformance: 'unchanged',
  });
});

test('a maintainer breaks the contract, reads the comment, acknowledges, raises the version, and passes', async ({
  project,
}) => {
  const only = ['--only', 'version,diff'];
  project.edit(contract, removedAlias, '');
  const refused = await project.gate(...only);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain('This change may not land yet: version, diff failed;');
  expect(project.report).toMatchObject({ verdict: 'breaking', requiredVersion: '3.0.0' });

  const comment = project.read('reports/gate.md');
  const [, entries = ''] = comment.match(/```yaml\n([\s\S]*?)\n```/) ?? [];
  expect(entries).toContain('rule:');
  project.edit(accepted, 'changes: []', `changes:\n${entries}`);
  expect(await project.gate(...only)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/yaml:\d+:\d+: replace /),
  });
  const signed = (text: string) =>
    text.replace(/reason: .*/, 'reason: nobody calls it').replace(/owner: .*/, 'owner: ann');
  project.write(accepted, project.read(accepted).split('- ').map(signed).join('- '));
  const acknowledged = await project.gate(...only);
  expect(acknowledged.code).toBe(1);
  expect(acknowledged.stdout).toMatch(/failed +version .*\n/);
  expect(acknowledged.stdout).toMatch(/passed +diff +.*acknowledged/);

  project.edit(contract, 'version: 2.0.0', 'version: 3.0.0');
  const passed = await project.gate(...only);
  expect(passed.stdout).toContain('acknowledged by ann: nobody calls it');
  expect(passed.code).toBe(0);

  const changelog = await project.gate('--changelog');
  expect(changelog.code).toBe(0);
  expect(project.read('CHANGELOG.md')).toMatch(
    /## Contract 3\.0\.0 \(.*\)[\s\S]*### Breaking[\s\S]*Why: nobody calls it/,
  );

  project.commit();
  project.git('switch', '--quiet', 'main');
  project.git('merge', '--quiet', 'feature');
  project.git('switch', '--quiet', '--create', 'next');
  expect((await project.gate(...only)).code).toBe(0);
  const pruned = await project.gate('--prune');
  expect(pruned.stdout).toMatch(/^spec\/accepted-changes\.yaml: \d+ entr(y|ies) of earlier changes removed\n$/);
  expect(project.read(accepted)).toMatch(/changes: \[\]\n$/);
});

test('an acknowledgement of nothing is found, with its line', async ({ project }) => {
  project.edit(
    accepted,
    'changes: []',
    'changes:\n  - { rule: no-such-rule, pointer: /paths, reason: why not, owner: ann }',
  );
  const { code } = await project.gate('--only', 'diff');
  expect(code).toBe(1);
  const [finding] = project.report.steps[0]?.findings ?? [];
  const line =
    project
      .read(accepted)
      .split('\n')
      .findIndex((text) => text.includes('no-such-rule')) + 1;
  expect(finding).toMatchObject({ rule: 'acknowledgement-unused', place: { file: accepted, line } });
});

test('an acknowledgement goes by names, so that one by a list position is corrected', async ({ project }) => {
  project.edit(contract, 'enum: [MB, GB]', 'enum: [GB]');
  const pointer = '/components/schemas/Threshold/properties/unit/enum/0';
  const entry = `{ rule: request-enum-value-removed, pointer: ${pointer}, reason: why not, owner: ann }`;
  project.edit(accepted, 'changes: []', `changes:\n  - ${entry}`);
  const { code, stdout } = await project.gate('--only', 'diff');
  expect(code).toBe(1);
  expect(stdout).toContain('; write /components/schemas/Threshold/properties/unit/enum/MB\n');
});

test('recorded calls of consumers that break are named, and may be acknowledged', async ({ project }) => {
  const only = ['--only', 'consumers'];
  const request = {
    method: 'POST',
    url: 'http://127.0.0.1:4010/v2/email_messages',
    headers: [
      { name: 'authorization', value: 'Bearer key_primary' },
      { name: 'content-type', value: 'application/json' },
    ],
    postData: { text: JSON.stringify({ from: 'a@example.com', to: ['b@example.com'], subject: 'x', text_body: 'y' }) },
  };
  const entries = [{ startedDateTime: '2027-01-01T00:00:00Z', request, response: { status: 202 } }];
  project.edit(contract, 'required: [from, to]', 'required: [from, to, reply_to]');
  const without = await project.gate(...only);
  expect(without).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('there are no recordings in tests/consumers'),
  });
  // Some tools begin a file with a byte order mark.
  project.write('tests/consumers/shop/checkout.har', `\uFEFF${JSON.stringify({ log: { entries } })}`);
  const broken = await project.gate(...only);
  expect(broken.code).toBe(1);
  expect(broken.stdout).toMatch(/shop: POST \/v2\/email_messages: 202 becomes 4\d\d.*\n {2}call shop\/checkout\.har#1/);
  const entry = '{ rule: consumer-calls, pointer: /consumers/shop, reason: the shop knows, owner: ann }';
  project.edit(accepted, 'changes: []', `changes:\n  - ${entry}`);
  expect((await project.gate(...only)).code).toBe(0);
});

test('entries that landed stay while the comparison with the last release needs them', async ({ project }) => {
  project.git('tag', 'v2.0.0');
  project.edit(contract, removedAlias, '');
  project.edit(contract, 'version: 2.0.0', 'version: 3.0.0');
  await project.gate('--only', 'diff');
  const [, entries = ''] = project.read('reports/gate.md').match(/```yaml\n([\s\S]*?)\n```/) ?? [];
  const signed = entries.replaceAll(/[A-Z ]{9,}$/gm, ' nobody calls it');
  project.edit(accepted, 'changes: []', `changes:\n${signed.replaceAll(/^/gm, '  ')}`);
  project.commit();
  project.git('switch', '--quiet', 'main');
  project.git('merge', '--quiet', 'feature');
  const onMain = await project.gate('--only', 'version,diff');
  expect(onMain.stdout).toContain('against v2.0.0 (');
  expect(onMain.code).toBe(0);
  project.git('switch', '--quiet', '--create', 'next');
  expect((await project.gate('--prune')).stdout).toContain('0 entries');
});

test('each step finds its own kind of fault, at its place', async ({ project }) => {
  project.edit(contract, 'description: Id of the notification.', 'description: 7');
  project.edit(contract, "threshold: { amount: '4.0', unit: GB }", 'threshold: { amount: 4, unit: GB }');
  project.edit('fixtures/accounts.yaml', 'name:', 'nome:');
  project.edit('spec/rules.yaml', '- id: AUTH-6\n', '- id: AUTH-99\n');
  project.edit('spec/rules.lock.json', /"AUTH-6": "\w+",/, '');
  const { code, stdout } = await project.gate('--only', 'lint,examples,types', '--only', 'fixtures,rules');
  expect(code).toBe(1);
  const found = project.report.steps.flatMap(({ name, findings }) =>
    findings.map(({ rule, message, place }) => `${name} ${rule} ${place.file}:${place.line} ${message}`),
  );
  const line = (file: string, text: string) =>
    `${file}:${
      project
        .read(file)
        .split('\n')
        .findIndex((line) => line.includes(text)) + 1
    }`;
  for (const start of [
    `lint struct ${line(contract, 'description: 7')} Expected type`,
    `examples example-valid ${line(contract, 'raiseThreshold')} #/paths`,
    'types generated-file-current spec/generated/rule-ids.ts:1 is out of date',
    'fixtures fixture-valid fixtures/accounts.yaml:3 /accounts/0 must have',
    'rules rules-agree spec/rules.lock.json:1 AUTH-99: is not pinned',
    'rules rules-agree spec/rules.yaml:1 AUTH-6: is pinned but gone',
  ]) {
    expect(
      found.some((line) => line.startsWith(start)),
      `${start}\n${found.join('\n')}`,
    ).toBe(true);
  }
  expect(stdout).toMatch(/failed +fixtures/);
});

test('changed fixtures are held to the conformance suite', async ({ project }) => {
  // The cases of one list are enough to see that they are run.
  const rules = join(project.directory, 'conformance/rules');
  for (const file of readdirSync(rules, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.spec.ts') && !file.includes('document-types')) rmSync(join(rules, file));
  }
  project.edit('fixtures/accounts.yaml', 'accounts:', '# Everybody.\naccounts:');
  const held = await project.gate('--only', 'conformance', '--quick');
  expect(held.stdout).toMatch(/passed +conformance .* rules hold against the mock \(a subset: --quick\)/);
  expect(held.code).toBe(0);
  project.edit('fixtures/accounts.yaml', /key_primary/g, 'key_other_name');
  const broken = await project.gate('--only', 'conformance', '--quick');
  expect(broken.stdout).toMatch(/failed +conformance/);
  expect(broken.code).toBe(1);
});

test('two files are compared without the repository, and the result is written as JSON', async ({ project }) => {
  project.write(
    'a.yaml',
    'openapi: 3.1.0\ninfo: { title: A, version: 1.2.3 }\npaths: { /x: { get: { responses: {} } } }\n',
  );
  project.write('b.yaml', 'openapi: 3.1.0\ninfo: { title: A, version: 1.2.3 }\npaths: {}\n');
  project.write(accepted, 'changes: nonsense\n');
  const args = ['--only', 'diff', '--revision', 'b.yaml', '--json', 'out.json'];
  expect((await project.gate(...args, '--base', 'a.yaml')).code).toBe(1);
  expect(JSON.parse(project.read('out.json'))).toMatchObject({
    verdict: 'breaking',
    changes: [{ level: 'breaking', basePointer: expect.stringContaining('/paths/~1x') }],
    requiredVersion: '2.0.0',
  });
  expect((await project.gate(...args, '--base', 'b.yaml')).code).toBe(0);
  expect(JSON.parse(project.read('out.json'))).toEqual({ verdict: 'safe', changes: [], requiredVersion: '1.2.3' });
});

test('the hook holds a commit to the gate when it touches the contract', async ({ project }) => {
  project.git('config', 'core.hooksPath', '.githooks');
  project.edit('package.json', 'node scripts/run.mjs gate/cli.ts"', 'echo The gate was asked. >&2 && false"');
  project.commit('Change a script');
  project.edit(contract, removedAlias, '');
  expect(() => project.commit('Break the contract')).toThrow(/The gate was asked/);
});

test('an answer that only a merge key adds is compared', async ({ project }) => {
  const document = (errors: string) =>
    `openapi: 3.1.0
info: { title: A, version: 1.0.0 }
x-errors: &errors { 400: &error { description: Refused. }${errors} }
paths: { /a: { get: { responses: { <<: *errors, '200': { description: Fine. } } } } }
`;
  project.write('a.yaml', document(', 422: *error'));
  project.write('b.yaml', document(''));
  await project.gate('--only', 'diff', '--base', 'a.yaml', '--revision', 'b.yaml', '--json', 'out.json');
  expect(JSON.parse(project.read('out.json')).changes).toMatchObject([
    { rule: 'response-status-removed', basePointer: '/paths/~1a/get/responses/422' },
  ]);
});

test('a text that other tools read differently is refused with its line', async ({ project }) => {
  project.edit(contract, 'enum: [MB, GB]', 'enum: [MB, no]');
  const line = project.read(contract).slice(0, project.read(contract).indexOf('[MB, no]')).split('\n').length;
  expect(await project.gate('--only', 'diff')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(new RegExp(`^spec/openapi\\.yaml:${line}:\\d+: readers .+ differ about no: .+\\n$`)),
  });
});

test('a byte order mark at the start of the contract at the base changes nothing', async ({ project }) => {
  project.write(contract, `\uFEFF${project.read(contract)}`);
  project.commit();
  project.edit(contract, '\uFEFF', '');
  const { code, stdout } = await project.gate('--only', 'diff', '--base', 'HEAD');
  expect(stdout).toContain('nothing changes for clients');
  expect(code).toBe(0);
});

test('bad input is a line on stderr and exit code 2', async ({ project }) => {
  project.write('broken.yaml', 'openapi: [\n');
  const bad: [string[], RegExp][] = [
    [['--revision', 'broken.yaml'], /^broken\.yaml:2:1: .+\n$/],
    [['--only', 'lint,nosuch'], /There is no step "nosuch"; there are version, lint, .+\n$/],
    [['nosuch'], /unexpected argument "nosuch"; see --help\n$/],
    [['--next-version', '--changelog'], /^choose one of .+\n$/],
    [['--json', 'spec'], /^spec: can't be written \(EISDIR\)\n$/],
    [['--output', 'package.json'], /^.*package\.json: can't be written \(it is a file\)\n$/],
  ];
  const ended = await Promise.all(bad.map(([args]) => project.gate('--only', 'diff', ...args)));
  for (const [index, [args, message]] of bad.entries()) {
    expect(ended[index], args.join(' ')).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
    expect(ended[index]?.stderr.trim(), args.join(' ')).not.toContain('\n');
  }
});

test('broken YAML in the contract and in the acknowledgements is named with its line', async ({ project }) => {
  project.edit(accepted, 'changes: []', 'changes:\n  - rule: x');
  expect(await project.gate()).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^spec\/accepted-changes\.yaml:\d+:\d+: the entry has no pointer\n$/),
  });
  for (const report of ['gate.md', 'gate.junit.xml'])
    expect(project.read(`reports/${report}`)).toContain('the entry has no pointer');
  project.edit(contract, 'paths:\n', 'paths: {\n');
  expect(await project.gate()).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^spec\/openapi\.yaml:\d+:\d+: .+\n$/),
  });
});
