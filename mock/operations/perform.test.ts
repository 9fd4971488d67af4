import { expect, test } from 'vitest';
import { answer, refuse } from '../contract/answer.ts';
import { type CheckedRequest, ClientLeft } from '../contract/check.ts';
import type { BehavedOperation } from './index.ts';
import { perform } from './perform.ts';
import { caller, newWorld } from './testing.ts';

const malformed = refuse(422, { code: '10015', detail: 'The body is malformed.', pointer: '/to' });

/** A send that does the given work. */
const operation = (handle: BehavedOperation['handle'] = () => answer(202, {})) =>
  ({
    spec: { id: 'createEmailMessage' },
    keyed: true,
    handle,
  }) as Partial<BehavedOperation> as BehavedOperation;

const request = (changes: Partial<CheckedRequest> = {}) =>
  ({
    ...{ caller, method: 'POST', path: '/email_messages', headers: {}, idempotencyKeys: ['k'], violations: [] },
    ...{ body: {}, rawBody: Buffer.from('{}'), values: {} },
    ...changes,
  }) as Partial<CheckedRequest> as CheckedRequest;

for (const [what, idempotencyKeys, refusal, expected] of [
  ['an invalid key', ['no key'], malformed, 400],
  ['a reused key', ['used'], malformed, 422],
  ['a free key', ['free'], malformed, 422],
] as const) {
  test(`${what} is judged before a malformed body`, async () => {
    const world = newWorld();
    await perform(request({ idempotencyKeys: ['used'], rawBody: Buffer.from('first') }), undefined, operation(), world);
    const answered = await perform(request({ idempotencyKeys }), refusal, operation(), world);
    expect(answered.status).toBe(expected);
    expect(answered === refusal).toBe(idempotencyKeys[0] === 'free');
  });
}

test('a refused send leaves its key free for another body', async () => {
  const world = newWorld();
  expect((await perform(request(), malformed, operation(), world)).status).toBe(422);
  const corrected = request({ rawBody: Buffer.from('{ }') });
  expect((await perform(corrected, undefined, operation(), world)).status).toBe(202);
});

test('a send whose work throws leaves its key free', async () => {
  const world = newWorld();
  const broken = operation(() => {
    throw new Error('broken');
  });
  await expect(Promise.resolve(perform(request(), undefined, broken, world))).rejects.toThrow('broken');
  expect((await perform(request(), undefined, operation(), world)).status).toBe(202);
});

test('held sends with a key wait for their release, and a send without a key does not', async () => {
  const world = newWorld();
  world.sendHold.hold();
  const done: string[] = [];
  const send = async (name: string, idempotencyKeys: string[]) => {
    await perform(request({ idempotencyKeys }), undefined, operation(), world);
    done.push(name);
  };
  const held = send('held', ['k']);
  await send('free', []);
  expect(done).toEqual(['free']);
  world.sendHold.release();
  await held;
  expect(done).toEqual(['free', 'held']);
});

for (const [what, wait] of [
  ['is held', (world: ReturnType<typeof newWorld>) => world.sendHold.hold()],
  ['is processed', (world: ReturnType<typeof newWorld>) => world.set({ processingTime: 3_600_000 })],
] as const) {
  test(`a send whose client leaves while it ${what} is not done, and its key is free`, async () => {
    const world = newWorld();
    wait(world);
    let works = 0;
    const counting = operation(() => {
      works += 1;
      return answer(202, {});
    });
    const left = new ClientLeft('');
    const leaving = request({ onLeft: (leave) => leave(left) });
    await expect(perform(leaving, undefined, counting, world)).rejects.toBe(left);
    world.sendHold.release();
    world.set({ processingTime: 0 });
    expect((await perform(request(), undefined, counting, world)).status).toBe(202);
    expect(works).toBe(1);
  });
}
