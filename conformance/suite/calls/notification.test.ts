import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Target } from '../target/target.ts';
import type { Client } from './client.ts';
import { noteChange, savedNotification, saveNotification } from './notification.ts';

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
    const { XDG_STATE_HOME } = process.env;
    const directory = mkdtempSync(join(tmpdir(), 'conformance-'));
    process.env.XDG_STATE_HOME = directory;
    try {
      await saveNotification(target, {} as Client);
      noteChange(target, request);
      expect(savedNotification(target)).toEqual(
        isToPutBack ? expect.objectContaining({ id: 'n1', threshold }) : undefined,
      );
    } finally {
      if (XDG_STATE_HOME === undefined) delete process.env.XDG_STATE_HOME;
      else process.env.XDG_STATE_HOME = XDG_STATE_HOME;
      rmSync(directory, { recursive: true });
    }
  });
}
