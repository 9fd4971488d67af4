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

test('of a send that waits or is given up is told, and who gives one up is told why', async () => {
  let told = 0;
  const sendHold = new SendHold(() => {
    told += 1;
  });
  expect(sendHold.hold()).toEqual({ holding: true, held: 0 });
  const leaving: ((reason: Error) => void)[] = [];
  const [first, second] = [1, 2].map(() => sendHold.pass((leave) => leaving.push(leave)));
  expect([told, sendHold.state]).toEqual([2, { holding: true, held: 2 }]);
  leaving[0]?.(new Error('left'));
  await expect(first).rejects.toThrow('left');
  expect([told, sendHold.state]).toEqual([3, { holding: true, held: 1 }]);
  expect(sendHold.release()).toEqual({ holding: false, held: 0 });
  leaving[1]?.(new Error('too late'));
  await second;
  expect(told).toBe(3);
});
