import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { ownPath } from '../../../spec/testing/own-path.ts';
import type { Target } from '../target/target.ts';
import type { Client } from './client.ts';
import { ensureAlone, noteChange, type Owner, savedNotification, saveNotification } from './notification.ts';

const threshold = { amount: '2048.0', unit: 'MB' };
const path = '/sim_card_data_usage_notifications/n1';
const target = {
  baseUrl: 'https://staging.example.com/v2',
  simNotification: { id: 'n1', original: threshold },
} as unknown as Target;

const sent: [what: string, request: { method: string; path: string; body?: string }, isToPutBack: boolean][] = [
  ['an update that names nothing', { method: 'PATCH', path, body: ' { } ' }, false],
  ['an update of another one', { method: 'PATCH', path: `${path.slice(0, -2)}n2`, body: '{"threshold":{}}' }, false],
  ['an update', { method: 'PATCH', path, body: '{"threshold":{"unit":"GB"}}' }, true],
  ['an update that is no JSON', { method: 'PATCH', path, body: '{' }, true],
];
for (const [what, request, isToPutBack] of sent) {
  test(`after ${what} there is ${isToPutBack ? 'something' : 'nothing'} to put back`, async () => {
    await inAnEmptyState(async () => {
      await saveNotification(target, {} as Client);
      noteChange(target, request);
      expect(savedNotification(target)).toEqual(
        isToPutBack ? expect.objectContaining({ id: 'n1', threshold }) : undefined,
      );
    });
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
    await inAnEmptyState(async () => {
      await saveNotification(target, {} as Client, owner);
      noteChange(target, { method: 'PATCH', path, body: '{"threshold":{"unit":"GB"}}' });
      const own = { pid: process.pid, host };
      expect(savedNotification(target, own)?.id).toBe(isAtWork ? undefined : 'n1');
      const line = new RegExp(`^another run \\(process ${owner.pid}\\) has been at work on the notification n1 `);
      if (isAtWork) expect(() => ensureAlone(target)).toThrow(line);
      else ensureAlone(target);
      expect(savedNotification(target, owner)).toBeDefined();
    });
  });
}

async function inAnEmptyState(act: () => Promise<void>): Promise<void> {
  const { XDG_STATE_HOME } = process.env;
  process.env.XDG_STATE_HOME = ownPath();
  try {
    await act();
  } finally {
    if (XDG_STATE_HOME === undefined) delete process.env.XDG_STATE_HOME;
    else process.env.XDG_STATE_HOME = XDG_STATE_HOME;
  }
}
