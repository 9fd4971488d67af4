import { expect, test } from 'vitest';
import { fixturesDirectory } from '../fixtures/seed.ts';
import { readConfig, readProxyConfig, UsageError } from './config.ts';
import { defaultLimits } from './state/world.ts';

/** The usage error of wrong arguments. */
function usageError(argv: string[], env: NodeJS.ProcessEnv = {}): UsageError {
  try {
    readConfig(argv, env);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error(`accepted: ${argv.join(' ')}`);
}

test('without arguments the defaults hold, loopback among them', () => {
  expect(readConfig([], {})).toEqual({
    host: '127.0.0.1',
    port: 4010,
    fixtures: fixturesDirectory,
    allowedHosts: [],
    allowedOrigins: [],
    partitions: 1000,
    limits: defaultLimits,
  });
});

test('the environment names port and host', () => {
  expect(readConfig([], { PORT: '5000', HOST: '::1' })).toMatchObject({ port: 5000, host: '::1' });
  expect(readConfig([], { PORT: '0' })).toMatchObject({ port: 0, host: '127.0.0.1' });
});

test('an empty variable counts as absent', () => {
  expect(readConfig([], { PORT: '', HOST: '' })).toEqual(readConfig([], {}));
});

test('an argument wins over the environment', () => {
  const argv = ['--port', '0', '--host', '0.0.0.0'];
  expect(readConfig(argv, { PORT: '5000', HOST: '::1' })).toMatchObject({ port: 0, host: '0.0.0.0' });
});

test('the other options are read', () => {
  const argv = ['--fixtures', '/seed', '--partitions', '7', '--allow-host', 'mock', 'mock.internal'];
  expect(readConfig(argv, {})).toMatchObject({
    fixtures: '/seed',
    partitions: 7,
    allowedHosts: ['mock', 'mock.internal'],
  });
});

test('a directory for the state, and how much is kept, are read', () => {
  const { data, limits } = readConfig(['--data', 'state', '--messages', '7', '--journal', '8', '--ledger', '9'], {});
  expect([data, limits]).toEqual(['state', { messages: 7, journal: 8, ledger: 9 }]);
  expect(readConfig([], {}).limits).toEqual({ messages: 20_000, journal: 500, ledger: 100_000 });
});

test('a proxy has no state to keep', () => {
  expect(() => readProxyConfig(['https://staging.example.com/v2', '--data', 'state'], {})).toThrow(UsageError);
});

for (const argv of [
  [],
  ['staging.example.com'],
  ['ftp://staging.example.com'],
  ['xhttps://staging.example.com'],
  ['https://a.example/v2', 'more'],
  ['https://a.example/v2?a=1'],
  ['https://a.example/v2#a'],
  ['https://a.example?a=1'],
  ['https://a.example#a'],
  ['https://@a.example/v2'],
  ['https://a.example/v2@b'],
  ['https://a.example/v2 b'],
  ['https:///v2'],
  ['https://a:b/v2'],
]) {
  test(`a proxy without the address of a deployment is refused in a line: ${argv.join(' ')}`, () => {
    expect(() => readProxyConfig(argv, {})).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringMatching(/^.+$/) }),
    );
  });
}

test('a proxy is told what an address of a deployment is like', () => {
  expect(() => readProxyConfig(['staging.example.com'], {})).toThrow(
    'error: upstream must be an address such as https://staging.example.com/v2, without user and password',
  );
});

test('a proxy takes the address of a deployment, without slashes at its end', () => {
  expect(readProxyConfig(['https://staging.example.com/v2//'], {})).toEqual({
    ...readConfig([], {}),
    upstream: 'https://staging.example.com/v2',
  });
  expect(readProxyConfig(['HTTP://127.0.0.1:8080', '--port', '0'], {})).toMatchObject({
    upstream: 'HTTP://127.0.0.1:8080',
    port: 0,
  });
});

test('a mail server is one behind smtp or smtps', () => {
  for (const smtp of ['smtp://127.0.0.1:1025', 'smtps://team:secret@mail.example.com']) {
    expect(readConfig(['--smtp', smtp], {}).smtp).toBe(smtp);
  }
  for (const smtp of ['http://127.0.0.1', 'xsmtp://127.0.0.1', 'smtp:///127.0.0.1', 'smtp://a b']) {
    expect(usageError(['--smtp', smtp]).message).toBe('error: --smtp must be smtp://host:port or smtps://host:port');
  }
});

test('a deployment file is read', () => {
  expect(readConfig(['--deployment', 'staging.yaml'], {}).deployment).toBe('staging.yaml');
});

test('origins can be allowed, together and one by one', () => {
  const argv = ['--allow-origin', 'http://localhost:5173', 'https://a.example', '--allow-origin', 'https://b.example'];
  expect(readConfig(argv, {}).allowedOrigins).toEqual([
    'http://localhost:5173',
    'https://a.example',
    'https://b.example',
  ]);
});

test('the bounds of numbers are taken, and nothing beyond', () => {
  for (const [option, least, most] of [
    ['--port', 0, 65_535],
    ['--partitions', 1, 1_000_000],
    ['--messages', 1, 100_000_000],
    ['--journal', 1, 100_000_000],
    ['--ledger', 1, 100_000_000],
  ] as const) {
    for (const number of [least, most]) expect(() => readConfig([option, `${number}`], {})).not.toThrow();
    expect(usageError([option, `${most + 1}`]).message).toContain(`a whole number from ${least} to ${most}`);
    if (least > 0) expect(usageError([option, `${least - 1}`]).exitCode).toBe(2);
  }
});

test('whoever asks for help did nothing wrong', () => {
  const { exitCode, message } = usageError(['--help']);
  expect(exitCode).toBe(0);
  const begins = (text: string) => expect.stringMatching(new RegExp(`^Usage: ${text}`));
  expect(message).toEqual(begins('npm start -- \\[options\\]\n\nServes the stateful mock of the contract\\.\n'));
  expect(message).toContain('--allow-origin');
  expect(() => readProxyConfig(['--help'], {})).toThrow(
    expect.objectContaining({
      exitCode: 0,
      message: begins('npm run proxy -- \\[options\\] <upstream>\n\nPasses requests on to a deployment'),
    }),
  );
});

test('host names can be allowed one by one', () => {
  expect(readConfig(['--allow-host', 'a', '--allow-host', 'b'], {}).allowedHosts).toEqual(['a', 'b']);
});

for (const argv of [
  ['--port', '65536'],
  ['--port', '-1'],
  ['--port', '4010x'],
  ['--port', '1e3'],
  ['--port'],
  ['--port', ''],
  ['--host', ''],
  ['--partitions', '0'],
  ['--messages', '0'],
  ['--data', ''],
  ['--fixtures', ' '],
  ['--deployment', ''],
  ['--allow-origin', 'http://localhost:5173/path'],
  ['--allow-origin', 'localhost:5173'],
  ['--allow-origin', 'ftp://localhost'],
  ['--allow-origin', 'http://'],
  ['--colour'],
  ['--prot', '4010'],
  ['left-over'],
]) {
  test(`wrong arguments are answered with one line and exit code 2: ${argv.join(' ')}`, () => {
    const { message, exitCode } = usageError(argv);
    expect(exitCode).toBe(2);
    expect(message).toMatch(/^.+$/);
  });
}

const passwords: [typeof readConfig, string[]][] = [
  [readProxyConfig, ['http://user:SECRET@127.0.0.1:5620/v2']],
  [readProxyConfig, ['http://SECRET@127.0.0.1:5620/v2']],
  [readProxyConfig, ['http://user:12/SECRET@127.0.0.1/v2']],
  [readProxyConfig, ['htps://user:SECRET@staging.example.com/v2']],
  [readProxyConfig, ['user:SECRET@staging.example.com']],
  [readConfig, ['--smtp', 'smpt://team:SECRET@mail:25']],
  [readConfig, ['--smtp', 'smtp://team:SEC/RET SECRET@mail:25']],
  [readConfig, ['--smpt=smtp://team:SECRET@mail:25']],
  [readConfig, ['--smpt=smtp://team:12@SECRET@mail:25']],
  [readConfig, ['--smpt=smtp://team:12\nSECRET@mail:25']],
];
for (const [read, argv] of passwords) {
  test(`a password in a wrong argument is not repeated: ${argv.join(' ')}`, () => {
    expect(() => read(argv, {})).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringMatching(/^(?!.*(SEC|user:|team)).+$/) }),
    );
  });
}

test('a wrong PORT is answered with one line that names it, and exit code 2', () => {
  const { message, exitCode } = usageError([], { PORT: 'many' });
  expect(message).toBe('PORT: must be a whole number from 0 to 65535');
  expect(exitCode).toBe(2);
});

test('help lists the options and is no error', () => {
  const { message, exitCode } = usageError(['--help']);
  expect(exitCode).toBe(0);
  for (const option of ['--port', '--host', '--fixtures', '--partitions', '--allow-host', '--data', '--messages']) {
    expect(message).toContain(option);
  }
});
