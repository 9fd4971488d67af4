import { expect, test } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import { type AnyAnswer, answer, refuse } from '../contract/answer.ts';
import { type CheckedRequest, ClientLeft } from '../contract/check.ts';
import { indexFixtures } from '../state/fixtures.ts';
import { Partitions } from '../state/partitions.ts';
import { ownTurn } from '../time/turns.ts';
import type { BehavedOperation } from './index.ts';
import { perform, refuseIdFirst, refuseKeysFirst } from './perform.ts';
import { caller, worldWith } from './testing.ts';

const fixtures = indexFixtures(seed);
const world = () => new Partitions(fixtures, { limit: 2 }).get('a');

const refusalOf = (status: number, name: string, pointer = `/${name}`) =>
  refuse(status, { code: '10015', detail: `${name}.`, pointer });
const [malformed, scope, id] = [refusalOf(422, 'form'), refusalOf(403, 'scope'), refusalOf(404, 'id')];

/** An operation whose work may take long; notes what is done. */
function longWork(happened: string[]): BehavedOperation {
  const handle = () => {
    happened.push('work');
    return answer(202, {});
  };
  return operationWith({ keyed: true, isLong: () => true, handle });
}

for (const [how, idempotencyKeys] of [
  ['without a key', []],
  ['under a key', ['key']],
] as const) {
  test(`work that may take long waits for those that came before it: ${how}`, async () => {
    const happened: string[] = [];
    const slice = performance.now() + 15;
    while (performance.now() < slice);
    const before = ownTurn().then(() => happened.push('turn'));
    await perform(checked({ idempotencyKeys }), malformed, longWork(happened), world());
    happened.push('refused');
    await perform(checked({ idempotencyKeys }), undefined, longWork(happened), world());
    await before;
    expect(happened).toEqual(['refused', 'turn', 'work']);
  });

  test(`work that may take long is not done when its client leaves before its turn: ${how}`, async () => {
    const happened: string[] = [];
    const left = new ClientLeft('');
    const leaving = checked({ idempotencyKeys, onLeft: (leave) => leave(left) });
    await expect(perform(leaving, undefined, longWork(happened), world())).rejects.toBe(left);
    expect(happened).toEqual([]);
  });
}

/** An operation whose refusals have names, and what is asked of it; its work is refused where a body says so. */
function operationWith(changes: Partial<BehavedOperation> = {}): BehavedOperation {
  const operation: Partial<BehavedOperation> = {
    spec: { id: 'createEmailMessage' } as BehavedOperation['spec'],
    keyed: false,
    refuseScope: () => scope,
    refuseId: () => id,
    handle: ({ body }) => (isRefused(body) ? refusalOf(400, 'work') : answer(202, { done: true })),
    ...changes,
  };
  return operation as BehavedOperation;
}
const isRefused = (body: unknown) => (body as { refused?: boolean } | undefined)?.refused === true;

const checked = (changes: Partial<CheckedRequest> = {}) =>
  ({
    ...{ caller, method: 'POST', path: '/email_messages', headers: {}, idempotencyKeys: [], violations: [] },
    ...{ body: {}, rawBody: Buffer.from('{}'), values: {} },
    ...changes,
  }) as Partial<CheckedRequest> as CheckedRequest;

/** The details of an answer that is a refusal, else its status. */
function told({ status, body }: AnyAnswer): unknown {
  const { errors } = body as { errors?: { detail: string }[] };
  return errors?.map(({ detail }) => detail).join(' ') ?? status;
}

const violatedIn = (...parts: string[]) =>
  parts.map((part) => ({ in: part })) as unknown as CheckedRequest['violations'];
const [inBody, inPath, inQuery] = [violatedIn('body'), violatedIn('body', 'path'), violatedIn('body', 'query')];
for (const [choices, first, request, expected] of [
  [{}, undefined, {}, 202],
  [{}, malformed, {}, 'form.'],
  [{ scopeAndBody: 'scopeFirst' }, malformed, {}, 'scope.'],
  [{ scopeAndBody: 'scopeFirst', idAndBody: 'idFirst' }, malformed, {}, 'scope.'],
  [{ idAndBody: 'idFirst' }, undefined, {}, 202],
  [{ idAndBody: 'idFirst' }, malformed, { violations: inBody }, 'id.'],
  [{ idAndBody: 'idFirst' }, malformed, { violations: inPath }, 'form.'],
  [{ idAndBody: 'idFirst' }, malformed, { violations: inQuery }, 'form.'],
  [{ idAndBody: 'idFirst' }, malformed, { violations: inBody, body: undefined }, 'form.'],
  [{ idAndBody: 'idFirst' }, malformed, { violations: inBody, body: null }, 'id.'],
  [{ idAndBody: 'idBeforeReading' }, malformed, { violations: inBody, body: undefined }, 'id.'],
] as [Partial<Choices>, AnyAnswer | undefined, Partial<CheckedRequest>, unknown][]) {
  test(`what is looked at first is told: ${JSON.stringify([choices, first?.status, request, expected])}`, async () => {
    expect(told(await perform(checked(request), first, operationWith(), worldWith(choices)))).toBe(expected);
  });
}

test('an operation that looks at no id has none that is told first', () => {
  const world = worldWith({ idAndBody: 'idBeforeReading' });
  const { refuseId: _, ...without } = operationWith();
  expect([refuseIdFirst(checked(), without, world), refuseIdFirst(checked(), operationWith(), world)]).toEqual([
    undefined,
    id,
  ]);
});

test('what is no key is told before the credentials where a deployment looks at it first', () => {
  const refused = (keys: string[], keyed = true, credentialsAndKey: Choices['credentialsAndKey'] = 'keyFirst') =>
    refuseKeysFirst({ idempotencyKeys: keys }, operationWith({ keyed }), { ...ours, credentialsAndKey })?.status;
  expect([refused(['no key']), refused([]), refused(['key']), refused(['no key'], false)]).toEqual([
    400,
    undefined,
    undefined,
    undefined,
  ]);
  expect(refused(['no key'], true, ours.credentialsAndKey)).toBeUndefined();
});

const beside = () => [refusalOf(422, 'beside'), refusalOf(422, 'again', '/form'), refusalOf(400, 'more')];
const members = () => [refusalOf(422, 'member'), refusalOf(422, 'other')];
for (const [faultsTold, body, expected, others = { wrongMembers: members, refuseBeside: beside }] of [
  ['first', {}, 'form.'],
  ['all', {}, 'form. member. other. beside. more.'],
  ['byStage', {}, 'form. member. other. beside. more.'],
  ['membersFirst', {}, 'form. member. other.'],
  ['all', [], 'form.'],
  ['all', undefined, 'form.'],
  ['all', {}, 'form. beside. more.', { refuseBeside: beside }],
  ['all', {}, 'form. member. other.', { wrongMembers: members }],
  ['membersFirst', {}, 'form.', { refuseBeside: beside }],
  ['all', {}, 'form.', {}],
] as [Choices['faultsTold'], unknown, string, Partial<BehavedOperation>?][]) {
  const which = [faultsTold, body, Object.keys(others)];
  test(`beside a refusal of a form others are told: ${JSON.stringify(which)}`, async () => {
    const answered = await perform(checked({ body }), malformed, operationWith(others), worldWith({ faultsTold }));
    expect([answered.status, told(answered), 'each' in answered]).toEqual([422, expected, expected !== 'form.']);
  });
}

for (const [keyAndBody, keys, body, first, expected] of [
  ['keyFirst', ['no key'], {}, malformed, 'The Idempotency-Key header'],
  ['formFirst', ['no key'], {}, malformed, 'The Idempotency-Key header'],
  ['bodyFirst', ['no key'], {}, malformed, 'form.'],
  ['bodyFirst', ['no key'], { refused: true }, undefined, 'body.'],
  ['bodyFirst', ['free'], { refused: true }, malformed, 'form.'],
  ['bodyFirst', ['no key'], {}, undefined, 'The Idempotency-Key header'],
  ['keyFirst', ['used'], { refused: true }, undefined, 'This idempotency key'],
  ['keyFirst', ['used'], {}, malformed, 'This idempotency key'],
  ['formFirst', ['used'], {}, malformed, 'form.'],
  ['formFirst', ['used'], { refused: true }, undefined, 'body.'],
  ['formFirst', ['used'], {}, undefined, 'This idempotency key'],
  ['keyFirst', ['free'], {}, malformed, 'form.'],
  ['keyFirst', ['free'], { refused: true }, undefined, 'work.'],
  ['keyFirst', [], { refused: true }, undefined, 'work.'],
  ['keyFirst', [], {}, malformed, 'form.'],
  ['keyFirst', [], {}, undefined, '202'],
] as [Choices['keyAndBody'], string[], unknown, AnyAnswer | undefined, string][]) {
  test(`of a key and a body this is told: ${JSON.stringify([keyAndBody, keys, body, first?.status])}`, async () => {
    const world = worldWith({ keyAndBody });
    const refuseBody: BehavedOperation['refuseBody'] = ({ body }) =>
      isRefused(body) ? refusalOf(400, 'body') : undefined;
    const operation = operationWith({ keyed: true, refuseBody });
    const used = checked({ idempotencyKeys: ['used'], rawBody: Buffer.from('first') });
    expect((await perform(used, undefined, operation, world)).status).toBe(202);
    const answered = await perform(checked({ idempotencyKeys: keys, body }), first, operation, world);
    expect(String(told(answered))).toMatch(new RegExp(`^${expected}`));
  });
}

for (const [keyAfterRefusal, refused, first, expected] of [
  ['free', { refused: true }, undefined, 202],
  ['free', {}, malformed, 202],
  ['bound', { refused: true }, undefined, 422],
  ['bound', {}, malformed, 422],
  ['bound', { unread: true, refused: true }, undefined, 422],
  ['boundOnceRead', { refused: true }, undefined, 422],
  ['boundOnceRead', {}, malformed, 202],
  ['boundOnceRead', { unread: true, refused: true }, undefined, 202],
] as [Choices['keyAfterRefusal'], object, AnyAnswer | undefined, number][]) {
  test(`after a refusal a key is free or not: ${JSON.stringify([keyAfterRefusal, refused, first?.status])}`, async () => {
    const world = worldWith({ keyAfterRefusal });
    const refuseBody: BehavedOperation['refuseBody'] = ({ body }) =>
      'unread' in (body as object) ? refusalOf(400, 'body') : undefined;
    const operation = operationWith({ keyed: true, refuseBody });
    const send = (body: object, text: string, first?: AnyAnswer) =>
      perform(checked({ idempotencyKeys: ['k'], body, rawBody: Buffer.from(text) }), first, operation, world);
    expect((await send(refused, 'one', first)).status).toBeGreaterThanOrEqual(400);
    expect((await send({}, 'two')).status).toBe(expected);
    // What was done binds its key, whatever refusals do.
    expect((await send({}, 'three')).status).toBe(422);
  });
}

test('a send whose work throws leaves its key free', async () => {
  const world = worldWith();
  let isBroken = true;
  const handle = () => {
    if (isBroken) throw new Error('broken');
    return answer(202, {});
  };
  const send = () =>
    perform(checked({ idempotencyKeys: ['k'] }), undefined, operationWith({ keyed: true, handle }), world);
  await expect(send()).rejects.toThrow('broken');
  isBroken = false;
  expect((await send()).status).toBe(202);
});

test('sends with a key are held back, also those that are refused, and those without one are not', async () => {
  const world = worldWith();
  world.sendHold.hold();
  const operation = operationWith({ keyed: true });
  const happened: string[] = [];
  const send = async (what: string, keys: string[], first?: AnyAnswer) => {
    await perform(checked({ idempotencyKeys: keys }), first, operation, world);
    happened.push(what);
  };
  const held = [send('held', ['k']), send('refused', ['r'], malformed)];
  await send('free', []);
  expect(happened).toEqual(['free']);
  world.sendHold.release();
  await Promise.all(held);
  expect(happened).toEqual(['free', 'held', 'refused']);
});

for (const keys of [[], ['k']]) {
  const what = keys.length > 0 ? 'with a key' : 'without one';
  test(`a send ${what} takes its time, and is not done when its client leaves meanwhile`, async () => {
    const world = worldWith();
    world.set({ processingTime: 3_600_000 });
    const happened: string[] = [];
    const operation = operationWith({
      keyed: true,
      handle: () => {
        happened.push('work');
        return answer(202, {});
      },
    });
    const left = new ClientLeft('');
    const leaving = perform(
      checked({ idempotencyKeys: keys, onLeft: (leave) => leave(left) }),
      undefined,
      operation,
      world,
    );
    await expect(leaving).rejects.toBe(left);
    const staying = perform(checked({ idempotencyKeys: keys }), undefined, operation, world);
    await ownTurn();
    expect(happened).toEqual([]);
    world.clock.moveTo(world.clock.now() + 3_600_000);
    expect((await staying).status).toBe(202);
    expect(happened).toEqual(['work']);
  });
}

test('a send that is held back is not done when its client leaves', async () => {
  const world = worldWith();
  world.sendHold.hold();
  const left = new ClientLeft('');
  const request = checked({ idempotencyKeys: ['k'], onLeft: (leave) => leave(left) });
  await expect(perform(request, undefined, operationWith({ keyed: true }), world)).rejects.toBe(left);
  world.sendHold.release();
  expect(
    (await perform(checked({ idempotencyKeys: ['k'] }), undefined, operationWith({ keyed: true }), world)).status,
  ).toBe(202);
});

test('where refusals bind their keys, the key of what was done is free after a day', async () => {
  const world = worldWith({ keyAfterRefusal: 'bound' });
  const send = async (text: string) =>
    (
      await perform(
        checked({ idempotencyKeys: ['k'], rawBody: Buffer.from(text) }),
        undefined,
        operationWith({ keyed: true }),
        world,
      )
    ).status;
  expect([await send('one'), await send('two')]).toEqual([202, 422]);
  world.clock.moveTo(world.clock.now() + 24 * 3_600_000);
  expect(await send('two')).toBe(202);
});
