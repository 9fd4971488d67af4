import childProcess, { type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { hostname } from 'node:os';
import { PassThrough } from 'node:stream';
import { afterEach, vi } from 'vitest';
import type { Client } from '../../conformance/suite/calls/client.ts';
import {
  fileOfOriginal,
  noteChange,
  saveNotification,
  thisProcess,
} from '../../conformance/suite/calls/notification.ts';
import globalSetup from '../../conformance/suite/run/global-setup.ts';
import { learnedIn } from '../../conformance/suite/run/learned.ts';
import { RemotePace } from '../../conformance/suite/run/pace-service.ts';
import { type Prepared, prepare } from '../../conformance/suite/run/prepare.ts';
import { currentRun, makeKnown, type RunOptions } from '../../conformance/suite/run/run.ts';
import { type Profile, readProfile } from '../../conformance/suite/target/profile.ts';
import { mockProfile, resolveTarget } from '../../conformance/suite/target/target.ts';
import { ownPath } from '../../spec/testing/own-path.ts';
import { printedBy } from '../../spec/testing/printed.ts';
import { test as base, expect } from '../mock/support/test.ts';
import { type Deploy, deploy } from './support/deploy.ts';

const test = base.extend<{ deploy: Deploy }>({ deploy });

const { accounts, email, simNotification = {}, reservation } = readProfile(mockProfile, {});
/** A deployment with our mock behind it, where the suite may do everything but read mail. */
const whole: Omit<Profile, 'baseUrl'> = {
  name: 'staging',
  accounts,
  allow: ['read', 'write', 'send'],
  email: { ...email, templates: {} },
  simNotification,
  reservation: { phoneNumbers: (reservation?.phoneNumbers ?? []).slice(0, 3) },
  consistency: { waitMs: 0 },
};

afterEach(() => void vi.restoreAllMocks());

/** Prepares a run with a profile, looks at it before it ends, and gives what was printed. */
async function preparing(
  profile: Profile,
  look: (prepared: Prepared) => unknown = () => {},
  options: RunOptions = {},
): Promise<string[]> {
  vi.stubEnv('CONFORMANCE_RUN', '');
  vi.stubEnv('XDG_STATE_HOME', ownPath('state'));
  const file = ownPath('profile.yaml');
  writeFileSync(file, JSON.stringify(profile, null, 1));
  const { value, stdout } = await printedBy(() => prepare({ ...options, profile: file }));
  try {
    await look(value);
  } finally {
    await value.end();
  }
  expect(existsSync(value.run.dir)).toBe(false);
  await expect(new RemotePace(value.run.pace, true).turn()).rejects.toThrow('the process that began the run has ended');
  return stdout.trimEnd().split('\n');
}

const effects = [
  `changes the notification ${simNotification.id} and puts it back`,
  'holds some of its 3 numbers for half an hour',
  'makes reservations without numbers',
  'sends mail from sender@example.com to made-up addresses at example.com.',
].join('; ');

test('a run is known to its processes, and a user is told what it will do where', async ({ deploy }) => {
  const baseUrl = `${(await deploy()).origin}/v2`;
  let id = '';
  const scope = { without: ['outbox'], reason: 'key_other is not for mail' };
  const waivers = [{ rule: 'DIR-1', reason: 'by key_primary', owner: 'o', until: '2999-01-01' }];
  const printed = await preparing({ ...whole, baseUrl, scope, waivers }, async ({ run, target }) => {
    id = run.id;
    expect(run).toEqual({
      profile: ownPath('profile.yaml'),
      seed: 1,
      id: expect.stringMatching(/^[0-9a-z]{6}[0-9a-f]{4}$/),
      dir: expect.stringMatching(/conformance-\w+$/),
      pace: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      owner: { pid: process.pid, host: hostname() },
      startedAt: new Date(performance.timeOrigin).toISOString(),
      target: { name: 'staging', baseUrl },
      facts: { isMock: false, clockOffsetMs: 0 },
      waivers: [{ ...waivers[0], reason: 'by $API_KEY' }],
      scope: { control: 'only our own mock has a control plane', outbox: '$OTHER_API_KEY is not for mail' },
    });
    expect(currentRun()).toEqual(JSON.parse(JSON.stringify(run)));
    expect([target.name, target.isMock]).toEqual(['staging', false]);
    await new RemotePace(run.pace, true).lost();
    expect(learnedIn(run.dir)).toEqual({ disturbances: 1 });
  });
  expect(printed).toEqual([
    `Target staging at ${baseUrl} (a deployment; assumptions: warn)`,
    `This run ${effects} What it makes carries ${id} in its name.`,
  ]);
});

const told: [what: string, more: Partial<Profile>, options: RunOptions, line: RegExp][] = [
  [
    'by some rules alone',
    {},
    { selection: { rules: ['DIR-1'], quick: false } },
    /^A whole run with this profile changes /,
  ],
  ['of all rules', {}, { selection: { rules: [], quick: false } }, /^This run changes /],
  [
    'that only reads',
    { allow: ['read'] },
    {},
    /^This run only reads; what else it sends carries no good credentials\.$/,
  ],
  [
    'that knows no notification and no numbers',
    { simNotification: {}, reservation: undefined, allow: ['read', 'write'] } as object,
    {},
    /^This run makes reservations without numbers\. What it makes carries \w+ in its name\.$/,
  ],
  ['that mails alone', { allow: ['read', 'send'] }, {}, /^This run sends mail from sender@example\.com to made-up /],
  ['that mails nobody', { allow: ['read', 'send'], email: {} }, {}, /^This run only reads; /],
];
for (const [what, more, options, line] of told) {
  test(`a user is told of a run ${what}`, async ({ deploy }) => {
    const printed = await preparing(
      { ...whole, baseUrl: `${(await deploy()).origin}/v2`, ...more },
      undefined,
      options,
    );
    expect(printed[1]).toMatch(line);
    expect(printed).toHaveLength(2);
  });
}

test('our mock is told alone', async ({ mock }) => {
  const baseUrl = `http://127.0.0.1:${mock.port}/v2`;
  expect(await preparing({ ...whole, baseUrl, name: 'mine' })).toEqual([
    `Target mine at ${baseUrl} (our own mock; assumptions: strict)`,
  ]);
});

test('what is wrong in a profile is told with its place, and to the processes of the run', async ({ deploy }) => {
  const baseUrl = `${(await deploy()).origin}/v2`;
  const { primary } = accounts;
  const why = 'it is a key of the primary account';
  const place = `${ownPath('profile.yaml')}:`;
  const printed = await preparing({ ...whole, baseUrl, accounts: { ...accounts, other: primary } }, ({ run }) => {
    const wrong = {
      'accounts.other': expect.stringMatching(new RegExp(`^${place}\\d+:\\d+: accounts\\.other: ${why}$`)),
    };
    expect(run.facts).toEqual({ isMock: false, clockOffsetMs: 0, wrong });
    expect(currentRun()?.facts).toEqual(run.facts);
  });
  expect(printed[2]).toMatch(new RegExp(`^The profile is wrong: ${place}\\d+:\\d+: accounts\\.other: ${why}$`));
});

test('a clock that is ahead by its answers and its own times is known to the processes of the run', async ({
  deploy,
}) => {
  const date = new Date(Date.now() + 3_600_000).toUTCString();
  const { origin } = await deploy(({ url }) =>
    url.startsWith('/v2/dir/') || url.startsWith('/v2/ai/')
      ? { status: 200, headers: { Date: date }, body: { data: [] } }
      : undefined,
  );
  await preparing({ ...whole, baseUrl: `${origin}/v2` }, ({ run }) => {
    expect(run.facts.clockOffsetMs).toBe(0);
    expect(Math.round((run.facts.dateAheadMs ?? 0) / 60_000)).toBe(60);
    expect(currentRun()?.facts).toEqual(run.facts);
  });
});

test('what an earlier run has left is put back before this one begins, while one that goes on keeps out others that change it', async ({
  deploy,
}) => {
  const { origin, received } = await deploy();
  const profile = { ...whole, baseUrl: `${origin}/v2` };
  const target = resolveTarget(profile, { isMock: false, clockOffsetMs: 0 });
  const change = { method: 'PATCH', path: `/x/${simNotification.id}`, body: '{"threshold":{"unit":"GB"}}' };
  vi.stubEnv('XDG_STATE_HOME', ownPath('state'));
  await saveNotification(target, {} as Client, { ...thisProcess(), pid: process.ppid });
  await preparing({ ...profile, allow: ['read'] });
  await expect(preparing(profile)).rejects.toThrow(
    /^another run \(process \d+\) has been at work on the notification /,
  );
  expect(existsSync(fileOfOriginal(target))).toBe(true);
  vi.stubEnv('XDG_STATE_HOME', ownPath('other'));
  await saveNotification(target, {} as Client, { ...thisProcess(), host: 'gone' });
  noteChange(target, change);
  const { value } = await printedBy(() => prepare({ profile: ownPath('profile.yaml') }));
  expect(received.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    JSON.stringify({ threshold: simNotification.original }),
  ]);
  expect(learnedIn(value.run.dir).putBack).toMatch(/ended before it had put it back: it has been put back now\.$/);
  await value.end();
});

test('where it can not be kept what the notification was like, a run does not begin, and leaves nothing', async ({
  deploy,
}) => {
  writeFileSync(ownPath('state'), 'no directory');
  const temporary = ownPath('tmp');
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
  await expect(preparing({ ...whole, baseUrl: `${(await deploy()).origin}/v2` })).rejects.toThrow(
    /^what the notification was like can't be kept in .*: set XDG_STATE_HOME to a directory /,
  );
  // A thread that another test has started may have put its own there.
  expect(readdirSync(temporary).filter((name) => name.startsWith('conformance-'))).toEqual([]);
});

test('a notification that the profile names, and the target does not have, ends a run before it begins', async ({
  deploy,
}) => {
  const id = '00000000-0000-4000-8000-000000000000';
  const profile: Profile = { ...whole, baseUrl: `${(await deploy()).origin}/v2`, simNotification: { id } };
  await expect(preparing(profile)).rejects.toThrow(`the target has no notification ${id}`);
});

test('what the deployment file decides otherwise is settled, and so is what is said of the mock alone', async ({
  deploy,
}) => {
  const file = ownPath('deployment.yaml');
  const choices = { documentTypesDefaultSize: 50, missionRunsDefaultSize: 20, documentTypesPageName: 'page[number]' };
  writeFileSync(
    file,
    JSON.stringify({ contract: '2.0.0', settled: 'today', otherwise: ['PAGE-6', 'EMAIL-ANS-11'], choices }),
  );
  const profile: Profile = { ...whole, baseUrl: `${(await deploy()).origin}/v2`, allow: ['read'] };
  const ofMock = ['RSV-30', 'EMAIL-TMPL-11', 'EMAIL-SCHED-12'];
  const settled = ['PAGE-6', 'EMAIL-ANS-11', 'PAGE-8', ...ofMock, ...[24, 28, 29].map((id) => `EMAIL-IDEM-${id}`)];
  await preparing(profile, ({ run }) => expect(run.settled).toEqual(settled), { deployment: file });
  await preparing(profile, ({ run }) => expect(run.settled).toBeUndefined());
});

/** Prepares a run at the mock that is started for it, which is one that runs already: how it was started, what is known of it, and what was printed. */
async function preparingOwn(port: number, options: RunOptions) {
  vi.stubEnv('BASE_URL', undefined);
  const stdout = new PassThrough();
  const signals: string[] = [];
  const child = Object.assign(new EventEmitter(), {
    ...{ stdout, stderr: new PassThrough(), exitCode: null, signalCode: null, ref: () => {}, unref: () => {} },
    kill: (signal: string) => {
      signals.push(signal);
      child.emit('exit', 0);
    },
  });
  const spawn = vi.spyOn(childProcess, 'spawn').mockReturnValue(child as unknown as ChildProcess);
  syncBuiltinESMExports();
  try {
    stdout.write(`http://127.0.0.1:${port}/v2`);
    const { value, stdout: printed } = await printedBy(() => prepare(options));
    await value.end();
    const [[, args] = []] = spawn.mock.calls as unknown as [string, string[]][];
    return { args, signals, target: value.target, printed };
  } finally {
    spawn.mockRestore();
    syncBuiltinESMExports();
  }
}

test('the mock that is started for a run answers as the deployment that it is held to, and ends with it', async ({
  mock,
}) => {
  const deployment = ownPath('deployment.yaml');
  writeFileSync(deployment, JSON.stringify({ contract: '2.0.0', settled: 'today', choices: { keyHeader: 'X-Key' } }));
  const own = await preparingOwn(mock.port, { deployment });
  expect([own.args?.slice(-2), own.signals]).toEqual([['--deployment', deployment], ['SIGTERM']]);
  expect([own.target.isMock, own.target.wire.idempotencyHeader]).toEqual([true, 'X-Key']);
  expect(own.printed).toBe(
    `Target mock at http://127.0.0.1:${mock.port}/v2 (our own mock, started for this run; assumptions: strict)\n`,
  );
  const plain = await preparingOwn(mock.port, {});
  expect([plain.args?.slice(-2), plain.target.wire.idempotencyHeader]).toEqual([['--port', '0'], 'Idempotency-Key']);
});

for (const isBegun of [false, true]) {
  test(`Playwright ${isBegun ? 'takes the run that the command line has begun' : 'alone begins a run'}, and puts back what it changed`, async ({
    deploy,
  }) => {
    const { origin, received } = await deploy();
    const profile = ownPath('profile.yaml');
    writeFileSync(profile, JSON.stringify({ ...whole, baseUrl: `${origin}/v2` }));
    vi.stubEnv('CONFORMANCE_RUN', '');
    vi.stubEnv('XDG_STATE_HOME', ownPath('state'));
    // It would end the process of this test with the one that has started that.
    vi.spyOn(process, 'once').mockReturnValue(process);
    if (process.channel) vi.spyOn(process.channel, 'unref').mockReturnValue(undefined);
    const begun = isBegun ? (await printedBy(() => prepare({ profile }))).value : undefined;
    if (!isBegun) makeKnown({ profile, seed: 5 }, ownPath());
    const { value: end } = await printedBy(globalSetup);
    const run = currentRun();
    expect([run?.seed, begun === undefined || run?.id === begun.run.id]).toEqual([isBegun ? 1 : 5, true]);
    const target = resolveTarget(readProfile(profile, {}), { isMock: false, clockOffsetMs: 0 });
    await saveNotification(target, {} as Client, run?.owner);
    noteChange(target, { method: 'PATCH', path: `/x/${simNotification.id}`, body: '{"threshold":{"unit":"GB"}}' });
    expect((await printedBy(end)).stdout).toBe(`The notification ${simNotification.id} has been put back.\n`);
    expect(received.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
    expect(existsSync(run?.dir ?? '')).toBe(isBegun);
    await begun?.end();
  });
}
