import { expect, test } from 'vitest';
import { SendHold } from './send-hold.ts';

test('sends that nobody holds go on at once', async () => {
  const sendHold = new SendHold();
  await sendHold.pass();
  expect(sendHold.state).toEqual({ holding: false, held: 0 });
});

test('sends are held from the hold to the release', async () => {
  const sendHold = new SendHold();
  const passed: string[] = [];
  sendHold.hold();
  const waits = ['a', 'b'].map((name) => sendHold.pass().then(() => passed.push(name)));
  expect(sendHold.state).toEqual({ holding: true, held: 2 });
  expect(passed).toEqual([]);
  sendHold.release();
  await Promise.all(waits);
  expect(passed).toEqual(['a', 'b']);
  expect(sendHold.state).toEqual({ holding: false, held: 0 });
});

test('after a release nobody is held', async () => {
  const sendHold = new SendHold();
  sendHold.hold();
  sendHold.release();
  await sendHold.pass();
});
