import { expect, test } from 'vitest';
import { fixturesDirectory } from '../fixtures/seed.ts';
import { readConfig, readProxyConfig, UsageError } from './config.ts';
import { defaultLimits } from './limits.ts';

/** The usage error of wrong arguments. */
function usageError(argv: string[], env: NodeJS.ProcessEnv = {}, read: typeof readConfig = readConfig): UsageError {
  try {
    read(argv, env);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error(`accepted: ${argv.join(' ')}`);
}

test('without arguments the mock listens on the loopback address with the fixtures of the package', () => {
  expect(readConfig([], {})).toEqual({
    ...{ host: '127.0.0.1', port: 4010, fixtures: fixturesDirectory, allowedHosts: [], allowedOrigins: [] },
    ...{ partitions: 1000, limits: defaultLimits },
  });
});

test('an argument wins over the environment, and an empty variable counts as absent', () => {
  expect(readConfig([], { PORT: '5000', HOST: '::1' })).toMatchObject({ port: 5000, host: '::1' });
  expect(readConfig(['--port', '0'], { PORT: '5000' })).toMatchObject({ port: 0 });
  expect(readConfig([], { PORT: '', HOST: '' })).toEqual(readConfig([], {}));
});

for (const [argv, config] of [
  [['--fixtures', '/seed'], { fixtures: '/seed' }],
  [['--partitions', '7'], { partitions: 7 }],
  [['--allow-host', 'a', 'b', '--allow-host', 'c'], { allowedHosts: ['a', 'b', 'c'] }],
  [['--allow-origin', 'http://localhost:5173'], { allowedOrigins: ['http://localhost:5173'] }],
  [['--data', 'state'], { data: 'state' }],
  [['--messages', '7', '--journal', '8', '--ledger', '9'], { limits: { messages: 7, journal: 8, ledger: 9 } }],
  [['--smtp', 'smtps://team:secret@mail.example.com'], { smtp: 'smtps://team:secret@mail.example.com' }],
  [['--deployment', 'staging.yaml'], { deployment: 'staging.yaml' }],
] as [string[], object][]) {
  test(`"${argv.join(' ')}" is read as ${JSON.stringify(config)}`, () => {
    expect(readConfig(argv, {})).toMatchObject(config);
  });
}

for (const [option, least, most] of [
  ['--port', 0, 65_535],
  ['--partitions', 1, 1_000_000],
  ['--messages', 1, 100_000_000],
] as const) {
  test(`${option} is a number from ${least} to ${most}`, () => {
    for (const number of [least, most]) expect(() => readConfig([option, `${number}`], {})).not.toThrow();
    for (const number of [least - 1, most + 1]) expect(usageError([option, `${number}`]).exitCode).toBe(2);
  });
}

for (const argv of [
  ...[['--port', '4010x'], ['--port', '1e3'], ['--port'], ['--port', ''], ['--host', ''], ['--data', '']],
  ...[
    ['--fixtures', ' '],
    ['--deployment', ''],
    ['--allow-origin', 'http://localhost:5173/path'],
  ],
  ...[
    ['--allow-origin', 'localhost:5173'],
    ['--allow-origin', 'ftp://localhost'],
    ['--smtp', 'http://127.0.0.1'],
  ],
  ...[['--smtp', 'smtp://a b'], ['--colour'], ['--prot', '4010'], ['left-over'], ['--allow-host', 'http://mock']],
]) {
  test(`"${argv.join(' ')}" is refused with one line and exit code 2`, () => {
    const { message, exitCode } = usageError(argv);
    expect([exitCode, message]).toEqual([2, expect.stringMatching(/^.+$/)]);
  });
}

test('a wrong PORT is refused by its name', () => {
  expect(usageError([], { PORT: 'many' })).toMatchObject({ exitCode: 2, message: expect.stringMatching(/^PORT: /) });
});

for (const [read, argv] of [
  [readProxyConfig, ['http://user:SECRET@127.0.0.1:5620/v2']],
  [readProxyConfig, ['http://SECRET@127.0.0.1:5620/v2']],
  [readProxyConfig, ['htps://user:SECRET@staging.example.com/v2']],
  [readConfig, ['--smtp', 'smpt://team:SECRET@mail:25']],
  [readConfig, ['--smpt=smtp://team:12@SECRET@mail:25']],
  [readConfig, ['--smpt=smtp://team:12\nSECRET@mail:25']],
] as [typeof readConfig, string[]][]) {
  test(`the password in the wrong argument ${JSON.stringify(argv.join(' '))} is not printed`, () => {
    expect(usageError(argv, {}, read).message).toMatch(/^(?!.*(SEC|user:|team)).+$/);
  });
}

for (const argv of [
  ...[[], ['staging.example.com'], ['ftp://staging.example.com'], ['https://a.example/v2', 'more']],
  ...[['https://a.example/v2?a=1'], ['https://a.example/v2#a'], ['https://@a.example/v2'], ['https:///v2']],
  ['https://staging.example.com/v2', '--data', 'state'],
]) {
  test(`a proxy with the arguments "${argv.join(' ')}" is refused with one line and exit code 2`, () => {
    const { message, exitCode } = usageError(argv, {}, readProxyConfig);
    expect([exitCode, message]).toEqual([2, expect.stringMatching(/^.+$/)]);
  });
}

test('the address of a deployment loses the slashes at its end', () => {
  expect(readProxyConfig(['https://staging.example.com/v2//'], {})).toMatchObject({
    upstream: 'https://staging.example.com/v2',
  });
});

for (const [name, read, option] of [
  ['mock', readConfig, '--allow-origin'],
  ['proxy', readProxyConfig, '<upstream>'],
] as const) {
  test(`the help of the ${name} names ${option} and exits with 0`, () => {
    const { message, exitCode } = usageError(['--help'], {}, read);
    expect([exitCode, message.includes(option)]).toEqual([0, true]);
  });
}
