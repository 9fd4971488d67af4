import { expect, test } from 'vitest';
import { SendHold } from './send-hold.ts';

test('sends wait from the hold to the release, and none waits afterwards', async () => {
  const sendHold = new SendHold();
  const passed: string[] = [];
  sendHold.hold();
  const waits = ['a', 'b'].map((name) => sendHold.pass().then(() => passed.push(name)));
  expect([sendHold.state, passed]).toEqual([{ holding: true, held: 2 }, []]);
  sendHold.release();
  await Promise.all(waits);
  await sendHold.pass();
  expect([sendHold.state, passed]).toEqual([{ holding: false, held: 0 }, ['a', 'b']]);
});

test('a held send whose client leaves rejects with the reason, and the others stay held', async () => {
  const sendHold = new SendHold();
  sendHold.hold();
  const leave: ((reason: Error) => void)[] = [];
  const [first, second] = [1, 2].map(() => sendHold.pass((left) => leave.push(left)));
  leave[0]?.(new Error('left'));
  await expect(first).rejects.toThrow('left');
  expect(sendHold.state).toEqual({ holding: true, held: 1 });
  sendHold.release();
  await second;
});
