import { expect, test } from '@playwright/test';
import { Gate } from './send-hold.ts';

test('an open gate lets everybody pass', async () => {
  const gate = new Gate();
  await gate.pass();
  expect(gate.state).toEqual({ holding: false, held: 0 });
});

test('a shut gate holds whoever comes until it is released', async () => {
  const gate = new Gate();
  const passed: string[] = [];
  gate.hold();
  const waits = ['a', 'b'].map((name) => gate.pass().then(() => passed.push(name)));
  expect(gate.state).toEqual({ holding: true, held: 2 });
  expect(passed).toEqual([]);
  gate.release();
  await Promise.all(waits);
  expect(passed).toEqual(['a', 'b']);
  expect(gate.state).toEqual({ holding: false, held: 0 });
});

test('after a release nobody is held', async () => {
  const gate = new Gate();
  gate.hold();
  gate.release();
  await gate.pass();
});
