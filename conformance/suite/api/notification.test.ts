import { existsSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeTestPath } from '../../../spec/testing/test-path.ts';
import type { Target } from '../target/target.ts';
import { Answer } from '../wire/answer.ts';
import type { Client } from './client.ts';
import type { Owner } from './harness.ts';
import {
  ensureAlone,
  ensureStorable,
  locateOriginal,
  readSavedNotification,
  restoreNotification,
  saveNotification,
} from './notification.ts';

const threshold = { amount: '2048.0', unit: 'MB' };
const path = '/sim_card_data_usage_notifications/n1';
const target = {
  baseUrl: 'https://staging.example.com/v2',
  simNotification: { id: 'n1', original: threshold },
} as unknown as Target;
/** The same, if the profile does not give the original threshold. */
const unknown = { ...target, simNotification: { id: 'n1' } } as Target;
const noCalls = {} as Client;

beforeEach(() => void vi.stubEnv('XDG_STATE_HOME', makeTestPath()));

const host = hostname();
const owners: [who: string, owner: Owner, isBusy: boolean][] = [
  ['another living process', { pid: process.ppid, host }, true],
  ['this process', { pid: process.pid, host }, false],
  ['an ended process', { pid: 2 ** 22 + 1, host }, false],
  ['a process of another machine', { pid: process.ppid, host: `not-${host}` }, false],
];
for (const [who, owner, isBusy] of owners) {
  test(`a notification that ${who} has changed is ${isBusy ? 'left to it' : 'put back'}`, async () => {
    await saveNotification(target, noCalls, owner);
    expect(readSavedNotification(target, { pid: process.pid, host })?.id).toBe(isBusy ? undefined : 'n1');
    if (isBusy) expect(() => ensureAlone(target, { pid: process.pid, host })).toThrow(`process ${owner.pid}`);
    else ensureAlone(target, { pid: process.pid, host });
  });
}

function makeAnswer(data: object | undefined, status = 200): Answer {
  const request = { method: 'PATCH', url: `${target.baseUrl}${path}`, headers: [], body: '{}' };
  const text = JSON.stringify({ data });
  return new Answer({ operation: 'updateSimCardDataUsageNotification', status, headers: [], text, request });
}
const reading = (answer: Answer) => ({ readNotification: async () => answer }) as unknown as Client;

test('an original that is not in the profile is read and put back', async () => {
  const data = { threshold, sim_card_id: 'c1' };
  await saveNotification(unknown, reading(makeAnswer({ ...data, id: 'n1' })));
  const saved = readSavedNotification(unknown);
  const updateNotification = vi.fn(async () => makeAnswer(data));
  if (saved) await restoreNotification(unknown, { updateNotification } as unknown as Client, saved);
  expect(updateNotification.mock.calls).toEqual([['n1', data]]);
  expect(readSavedNotification(unknown)).toBeUndefined();
});

const unreadable: [label: string, answer: Answer, error: object][] = [
  ['it does not exist', makeAnswer(undefined, 404), { name: 'MissingInAnswer' }],
  ['it is refused', makeAnswer({ threshold }, 422), { outcome: 'blocked' }],
  ['it shows no threshold', makeAnswer({ sim_card_id: 'c1' }), { outcome: 'blocked' }],
];
for (const [label, answer, error] of unreadable) {
  test(`a notification is not changed where its original can not be read: ${label}`, async () => {
    await expect(saveNotification(unknown, reading(answer))).rejects.toMatchObject(error);
    expect(existsSync(locateOriginal(unknown))).toBe(false);
  });
}

test('the first saved original stays', async () => {
  await saveNotification(target, noCalls);
  await saveNotification({ ...target, simNotification: { id: 'n1', original: { amount: '1' } } } as Target, noCalls);
  expect(readSavedNotification(target)?.threshold).toEqual(threshold);
});

test('an original that could not be put back stays saved', async () => {
  await saveNotification(target, noCalls);
  const saved = readSavedNotification(target);
  if (!saved) throw new Error('nothing was saved');
  const restore = (updateNotification: () => Promise<Answer>) =>
    restoreNotification(target, { updateNotification } as unknown as Client, saved);
  expect(await restore(async () => makeAnswer({}, 503))).toContain('503');
  expect(await restore(() => Promise.reject(new Error('the connection broke')))).toBe('the connection broke');
  expect(readSavedNotification(target)).toEqual(saved);
});

test('the file of an original depends only on target and notification', () => {
  expect(locateOriginal(unknown)).toBe(locateOriginal(target));
  const others = [{ baseUrl: 'https://other.example.com/v2' }, { simNotification: { id: 'n2' } }];
  for (const other of others)
    expect(locateOriginal({ ...target, ...other } as Target)).not.toBe(locateOriginal(target));
});

test('a run does not begin where the original can not be written', () => {
  ensureStorable(target);
  const file = makeTestPath('a-file');
  writeFileSync(file, '');
  vi.stubEnv('XDG_STATE_HOME', file);
  expect(() => ensureStorable(target)).toThrow('XDG_STATE_HOME');
});
