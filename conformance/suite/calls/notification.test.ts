import { existsSync, writeFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { ownPath } from '../../../spec/testing/own-path.ts';
import type { Target } from '../target/target.ts';
import { Answer } from '../wire/answer.ts';
import type { Client } from './client.ts';
import {
  ensureAlone,
  ensureKeepable,
  fileOfOriginal,
  noteChange,
  type Owner,
  restoreNotification,
  savedNotification,
  saveNotification,
} from './notification.ts';

const threshold = { amount: '2048.0', unit: 'MB' };
const path = '/sim_card_data_usage_notifications/n1';
const target = {
  baseUrl: 'https://staging.example.com/v2',
  simNotification: { id: 'n1', original: threshold },
} as unknown as Target;

beforeEach(() => void vi.stubEnv('XDG_STATE_HOME', ownPath()));

const sent: [what: string, request: { method: string; path: string; body?: string }, isToPutBack: boolean][] = [
  ['an update that names nothing', { method: 'PATCH', path, body: ' { } ' }, false],
  ['an update of another one', { method: 'PATCH', path: `${path.slice(0, -2)}n2`, body: '{"threshold":{}}' }, false],
  ['a request of another method', { method: 'POST', path, body: '{"threshold":{}}' }, false],
  ['an update', { method: 'PATCH', path, body: '{"threshold":{"unit":"GB"}}' }, true],
  ['an update that is no JSON', { method: 'PATCH', path, body: '{' }, true],
  ['an update without a body', { method: 'PATCH', path }, true],
];
for (const [what, request, isToPutBack] of sent) {
  test(`after ${what} there is ${isToPutBack ? 'something' : 'nothing'} to put back`, async () => {
    await saveNotification(target, {} as Client);
    noteChange(target, request);
    expect(savedNotification(target)).toEqual(
      isToPutBack ? expect.objectContaining({ id: 'n1', threshold }) : undefined,
    );
    expect(existsSync(fileOfOriginal(target))).toBe(isToPutBack);
  });
}

const host = hostname();
const owners: [who: string, owner: Owner, isAtWork: boolean][] = [
  ['another process that lives', { pid: process.ppid, host }, true],
  ['this process', { pid: process.pid, host }, false],
  ['a process that has ended', { pid: 2 ** 22 + 1, host }, false],
  ['a process of another machine', { pid: process.ppid, host: `not-${host}` }, false],
];
for (const [who, owner, isAtWork] of owners) {
  test(`what ${who} has changed is ${isAtWork ? 'its own' : 'to be put back'}`, async () => {
    await saveNotification(target, {} as Client, owner);
    noteChange(target, { method: 'PATCH', path, body: '{"threshold":{"unit":"GB"}}' });
    const own = { pid: process.pid, host };
    expect(savedNotification(target, own)?.id).toBe(isAtWork ? undefined : 'n1');
    const { savedAt } = savedNotification(target, owner) ?? {};
    const line = `another run (process ${owner.pid}) has been at work on the notification n1 of this target since ${savedAt}: wait for its end; if that process is no run, remove "owner" from ${fileOfOriginal(target)}`;
    if (isAtWork) expect(() => ensureAlone(target)).toThrow(line);
    else ensureAlone(target);
    expect(savedNotification(target, owner)).toBeDefined();
  });
}

const shown = (data: object | undefined, status = 200, text = JSON.stringify({ data })) =>
  new Answer({
    operation: 'updateSimCardDataUsageNotification',
    status,
    headers: [],
    text,
    request: { method: 'PATCH', url: `${target.baseUrl}${path}`, headers: [], body: '{}' },
  });
/** A target whose profile does not say what the notification is like. */
const unknown = { ...target, simNotification: { id: 'n1' } } as Target;
const reading = (answer: Answer) => ({ readNotification: async () => answer }) as unknown as Client;
const change = { method: 'PATCH', path, body: '{"threshold":{"unit":"GB"}}' };

for (const [what, data] of [
  ['with its SIM card', { threshold, sim_card_id: 'c1' }],
  ['alone', { threshold }],
] as const) {
  test(`what a profile does not say is read, and put back as it was: a threshold ${what}`, async () => {
    const owner = { pid: process.pid, host };
    await saveNotification(unknown, reading(shown({ ...data, id: 'other' })), owner);
    noteChange(unknown, change);
    const saved = savedNotification(unknown, owner);
    const savedAt = expect.stringMatching(/^20.*Z$/);
    expect(saved).toEqual({ id: 'n1', savedAt, owner, ...data, mayBeChanged: true });
    const asked: unknown[] = [];
    const updateNotification = async (...request: unknown[]) => {
      asked.push(request);
      return shown(data);
    };
    if (saved) await restoreNotification(unknown, { updateNotification } as unknown as Client, saved);
    expect([asked, savedNotification(unknown)]).toEqual([[['n1', data]], undefined]);
  });
}

const unreadable = /^the notification can not be read, so it could not be put back: simNotification: \{ original: /;
const unread: [what: string, answer: Answer, outcome: string | undefined, message: RegExp][] = [
  ['there is none', shown(undefined, 404), undefined, /^expected the notification of the profile, got 404 /],
  ['it is refused', shown({ threshold }, 422), 'blocked', unreadable],
  ['it shows no threshold', shown({ sim_card_id: 'c1' }), 'blocked', unreadable],
  ['it shows nothing', shown(undefined), 'blocked', unreadable],
  ['its answer is empty', shown(undefined, 200, ''), 'blocked', unreadable],
];
for (const [what, answer, outcome, message] of unread) {
  test(`a notification is not changed where it can not be put back, as ${what}`, async () => {
    const ended = await saveNotification(unknown, reading(answer)).catch((error: unknown) => error);
    expect(ended).toMatchObject({ message: expect.stringMatching(message) });
    expect((ended as { outcome?: string }).outcome).toBe(outcome);
    expect(existsSync(fileOfOriginal(unknown))).toBe(false);
  });
}

test('what was saved first stays, and a case is blocked while another run is at work', async () => {
  await saveNotification(target, {} as Client);
  await saveNotification({ ...unknown, baseUrl: target.baseUrl }, {} as Client);
  noteChange(target, change);
  expect(savedNotification(target)?.threshold).toEqual(threshold);
  const others = { ...savedNotification(target), owner: { pid: process.ppid, host } };
  writeFileSync(fileOfOriginal(target), JSON.stringify(others));
  await expect(saveNotification(target, {} as Client)).rejects.toThrow(
    'another run is at work on the notification: wait for its end',
  );
  // For that run itself it is as it was.
  await saveNotification(target, {} as Client, others.owner);
  expect(savedNotification(target, others.owner)).toEqual(others);
});

test('nothing is saved where the profile names no notification', async () => {
  const none = { ...target, simNotification: { original: threshold } } as unknown as Target;
  await saveNotification(none, {} as Client);
  noteChange(none, change);
  expect(existsSync(fileOfOriginal(none))).toBe(false);
});

test('what can not be put back stays saved, and why is said', async () => {
  await saveNotification(target, {} as Client);
  noteChange(target, change);
  const saved = savedNotification(target);
  if (!saved) throw new Error('nothing was saved');
  const restored = (updateNotification: () => Promise<Answer>) =>
    restoreNotification(target, { updateNotification } as unknown as Client, saved);
  expect(await restored(async () => shown({ a: 1 }, 503))).toBe('503 {"data":{"a":1}}');
  expect(await restored(() => Promise.reject(new Error('the connection broke')))).toBe('the connection broke');
  expect(savedNotification(target)).toEqual(saved);
});

test("the original lies in the user's state directory, under a name of the target and the notification alone", () => {
  const fileIn = (state: string | undefined, of: Target) => {
    vi.stubEnv('XDG_STATE_HOME', state);
    return fileOfOriginal(of);
  };
  const file = fileIn('/state', target);
  expect(file).toMatch(/^\/state\/telephony-conformance\/[0-9a-f]{32}\.json$/);
  expect(fileIn('/state', unknown)).toBe(file);
  for (const other of [
    { ...target, baseUrl: 'https://other.example.com/v2' },
    { ...target, simNotification: { id: 'n2' } },
  ])
    expect(fileIn('/state', other)).not.toBe(file);
  for (const none of [undefined, ''])
    expect(dirname(fileIn(none, target))).toBe(join(homedir(), '.local', 'state', 'telephony-conformance'));
});

test('a run does not begin where nothing can be kept', async () => {
  ensureKeepable(target);
  const file = ownPath('a-file');
  writeFileSync(file, '');
  vi.stubEnv('XDG_STATE_HOME', file);
  expect(() => ensureKeepable(target)).toThrow(
    `what the notification was like can't be kept in ${file}/telephony-conformance (ENOTDIR): set XDG_STATE_HOME to `,
  );
});
