import { expect, test } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import type { Relay } from '../email/relay.ts';
import { defaultLimits } from '../limits.ts';
import { Entries, Storage } from '../store/store.ts';
import { createMessage } from '../testing.ts';
import { indexFixtures } from './fixtures.ts';
import { removeInvalid, type StateCheck } from './snapshot.ts';
import { World } from './world.ts';

const fixtures = indexFixtures(seed);

/** A world that starts at 1,000 ms of real time. */
function begin(parts: Partial<ConstructorParameters<typeof World>[1]> = {}) {
  const state = { now: 1_000, changes: 0 };
  const world = new World(fixtures, {
    realTime: () => state.now,
    newId: () => 'an id',
    limits: { ...defaultLimits, ledger: 7 },
    storage: new Storage(),
    emit: () => {
      state.changes += 1;
    },
    ...parts,
  });
  const mails = () =>
    world.messages.listDelivered().map(({ id, deliveredAt, status }) => [id, Date.parse(deliveredAt), status]);
  const statusOf = (id: string) => world.messages.get('acme', id)?.status;
  return { world, state, mails, statusOf };
}

const makeScheduled = (id: string, due: number) =>
  createMessage({ id, status: 'scheduled', scheduledAt: new Date(due).toISOString() });

/** A storage that another world can open, with the tasks that wait for its writes. */
function sharedStorage() {
  const opened = new Map<string, Entries<unknown>>();
  const entries = (kind: string) => opened.get(kind) ?? opened.set(kind, new Entries()).get(kind);
  const tasks: (() => void)[] = [];
  const storage = Object.assign(new Storage(), {
    entries: entries as never,
    runAfterCommit: (task: () => void) => void tasks.push(task),
  });
  return { storage, tasks };
}

test('late mail is queued until it arrives, counted from its send or its scheduled time', () => {
  const { world, state, mails, statusOf } = begin();
  world.messages.add(makeScheduled('scheduled', 1_500));
  world.scenarios.add({ id: 'late', lateMail: 'PT7S' }, []);
  world.post(createMessage({ id: 'posted' }), 0);
  state.now = 2_000;
  world.advance();
  expect([mails(), statusOf('posted'), statusOf('scheduled')]).toEqual([[], 'queued', 'queued']);
  state.now = 8_500;
  world.advance();
  expect(mails()).toEqual([['posted', 8_000, 'sent']]);
  state.now = 9_000;
  world.advance();
  expect(mails()[0]).toEqual(['scheduled', 9_000, 'sent']);
});

test('mail goes to the mail server once it is stored, and its failure there is recorded', () => {
  const { storage, tasks } = sharedStorage();
  const sent: [id: string, failed: (reason: string) => void][] = [];
  const relay: Relay = { send: (mail, failed) => void sent.push([mail.id, failed]), close: () => {} };
  const { world, state } = begin({ storage, relay });
  world.post(createMessage({ id: 'a' }), 500);
  expect(sent).toEqual([]);
  for (const task of tasks) task();
  sent[0]?.[1]('no such host');
  expect([sent.length, world.messages.findDelivered('a')?.unrelayed, state.changes]).toEqual([1, 'no such host', 1]);
});

test('settings and the shift of the clock are stored', () => {
  const { storage } = sharedStorage();
  const { world } = begin({ storage });
  world.changeSettings({ holdLimit: 5 });
  world.changeSettings({ processingTime: 'PT2S' });
  world.clock.moveTo(4_000);
  const reopened = begin({ storage });
  reopened.state.now = 2_000;
  expect(reopened.world.settings).toEqual({ processingTime: 'PT2S', ledgerLimit: 7, holdLimit: 5 });
  expect(reopened.world.clock.now()).toBe(5_000);
});

/** A world with a hold and a mail, checked so that each entry passes or fails. */
function worldLeavingOut(isGood: boolean) {
  const { world } = begin();
  world.numbers.hold({ number: '+13125550100', until: '1970-01-01T00:00:09.000Z' });
  world.post(createMessage({ id: 'a' }), 0);
  const check: StateCheck = (state) =>
    isGood ? [] : Object.keys(state).map((list) => ({ pointer: `/${list}/0/x`, message: 'is odd' }));
  return { world, leftOut: removeInvalid(world, check) };
}

test('new fixtures leave the state that passes its check', () => {
  const { world, leftOut } = worldLeavingOut(true);
  expect([leftOut, world.numbers.listHolds(0).length, world.messages.listDelivered().length]).toEqual([[], 1, 1]);
});

test('leaving out the state that fails its check names each entry', () => {
  const { world, leftOut } = worldLeavingOut(false);
  expect(leftOut).toEqual(['hold +13125550100: /x is odd', 'message a: /x is odd']);
  expect([world.numbers.listHolds(0).length, world.messages.list()]).toEqual([0, []]);
});
