import childProcess from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { runNode } from './run-node.ts';

/** Takes the place of the process that is started; what it is started with is noted. */
function standIn() {
  const { spawn } = childProcess;
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const child = Object.assign(new EventEmitter(), streams, { killed: false });
  const started: unknown[] = [];
  const put = (start: unknown) => {
    Object.assign(childProcess, { spawn: start });
    syncBuiltinESMExports();
  };
  put((...given: unknown[]) => {
    started.push(given);
    return child;
  });
  onTestFinished(() => put(spawn));
  /** It ends as a process does: when all that it said is read. */
  const end = async (code: number | null) => {
    const read = Object.values(streams).map((stream) => once(stream, 'close'));
    for (const stream of Object.values(streams)) stream.end();
    await Promise.all(read);
    child.emit('close', code);
  };
  return { child, started, end };
}

test('what a process says is kept as it is, and heard line by line in whatever pieces it comes', async () => {
  const { child, started, end } = standIn();
  const heard: string[] = [];
  const ended = runNode(['a.ts', '--b'], { cwd: '/c', env: { D: 'e' }, heard: (line) => heard.push(line) });
  const said = Buffer.from('12/30 cases, ü\n\n13/30 cases\nlast');
  for (const [from, to] of [
    [0, 1],
    [1, 14],
    [14, 20],
    [20, said.length],
  ])
    child.stdout.write(said.subarray(from, to));
  for (const piece of [Buffer.from([0xc3]), Buffer.from([0xbc, 0x0a])]) child.stderr.write(piece);
  await end(0);
  expect(await ended).toEqual({ code: 0, stdout: said.toString(), stderr: 'ü\n' });
  expect(heard).toEqual(['12/30 cases, ü', '13/30 cases', 'last']);
  const options = { cwd: '/c', stdio: ['ignore', 'pipe', 'pipe'], env: { D: 'e' } };
  expect(started).toEqual([[process.execPath, ['a.ts', '--b'], options]]);
});

test('a process that something else has ended has failed', async () => {
  const { end } = standIn();
  const ended = runNode(['a.ts']);
  await end(null);
  expect(await ended).toEqual({ code: 1, stdout: '', stderr: '' });
});

test('a process that takes too long, or that cannot be started, is told so', async () => {
  const late = standIn();
  const ended = runNode(['a.ts'], { seconds: 0.5 });
  late.child.killed = true;
  await Promise.all([expect(ended).rejects.toThrow(/^takes more than 0\.5 s$/), late.end(null)]);
  const none = standIn();
  const started = runNode(['a.ts']);
  none.child.emit('error', new Error('spawn node EAGAIN'));
  await expect(started).rejects.toThrow(/^spawn node EAGAIN$/);
});
