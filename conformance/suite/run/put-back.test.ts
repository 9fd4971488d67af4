import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { expect, test, vi } from 'vitest';
import { ownPath } from '../../../spec/testing/own-path.ts';
import { printedBy } from '../../../spec/testing/printed.ts';
import { waitsOver } from '../../../spec/testing/waits.ts';
import type { Client } from '../calls/client.ts';
import { noteChange, saveNotification } from '../calls/notification.ts';
import { resolveTarget } from '../target/target.ts';
import { learnedIn, note } from './learned.ts';
import { putBack, putBackLeftovers } from './put-back.ts';
import type { Run } from './run.ts';

const id = '11111111-1111-4111-8111-111111111111';
const original = { amount: '2048.0', unit: 'MB' } as const;
const path = `/sim_card_data_usage_notifications/${id}`;
const owner = { pid: process.pid, host: hostname() };

/** A service that answers updates with a status, and what it was asked; a run of which the notification may be changed. */
async function withService(
  status: number,
  act: (given: { asked: unknown[]; run: Run; target: ReturnType<typeof resolveTarget> }) => Promise<void>,
  isChanged = true,
): Promise<void> {
  const asked: unknown[] = [];
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    asked.push([request.method, request.url, JSON.parse(text)]);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"data":{},"said":"by key_secret"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubEnv('XDG_STATE_HOME', ownPath());
  try {
    const target = resolveTarget(
      {
        baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
        accounts: { primary: { apiKey: 'key_secret' } },
        allow: ['read', 'write'],
        simNotification: { id, original },
      },
      { isMock: false, clockOffsetMs: 0 },
    );
    if (isChanged) {
      await saveNotification(target, {} as Client, owner);
      noteChange(target, { method: 'PATCH', path, body: '{"threshold":{"unit":"GB"}}' });
    }
    await act({ asked, target, run: { dir: ownPath(), owner } as Run });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const update = ['PATCH', `/v2${path}`, { threshold: original }];

test('what a run has changed is put back at its end, once, and said', async () => {
  await withService(200, async ({ asked, run, target }) => {
    const { stdout, stderr } = await printedBy(() => putBack(target, run));
    expect([stdout, stderr, asked]).toEqual([`The notification ${id} has been put back.\n`, '', [update]]);
    await putBack(target, run);
    expect([asked, learnedIn(run.dir)]).toEqual([[update], {}]);
  });
});

test('what could not be put back is said with what to do by hand, for the report, without credentials', async () => {
  await withService(500, async ({ run, target }) => {
    await printedBy(() => putBack(target, run));
    const { notPutBack = '' } = learnedIn(run.dir);
    expect(notPutBack).toMatch(
      /^The notification \S+ could not be put back \(500 .*\$API_KEY.*\): the next run against /,
    );
    expect(notPutBack).toMatch(/or set its threshold to 2048\.0 MB by hand\.$/);
  });
});

test('what an earlier run has left is put back before this one begins, and told', async () => {
  await withService(200, async ({ asked, run, target }) => {
    const { stdout } = await printedBy(() => putBackLeftovers(target, run));
    expect(stdout).toMatch(
      /^A run that began to change the notification \S+ at 20\S+Z ended before it had put it back: /,
    );
    expect([asked, learnedIn(run.dir)]).toEqual([[update], { putBack: stdout.trim() }]);
  });
});

test('what can not be put back before a run begins is complained of, and tried again at its end', async () => {
  await withService(500, async ({ asked, run, target }) => {
    const { stderr } = await printedBy(() => putBackLeftovers(target, run));
    expect(stderr).toMatch(/, and neither can this one \(500 .*\$API_KEY/);
    expect(learnedIn(run.dir)).toEqual({});
    await printedBy(() => putBack(target, run));
    expect(asked).toEqual([update, update]);
  });
});

test('what a gateway says in the place of the service is told without credentials as well', async () => {
  waitsOver();
  await withService(502, async ({ run, target }) => {
    const { stderr } = await printedBy(() => putBackLeftovers(target, run));
    await printedBy(() => putBack(target, run));
    for (const text of [stderr, learnedIn(run.dir).notPutBack]) {
      expect(text).toContain('by $API_KEY');
      expect(text).not.toContain('key_secret');
    }
  });
});

test('where nothing was changed, nothing is put back', async () => {
  await withService(
    200,
    async ({ asked, run, target }) => {
      const { stdout, stderr } = await printedBy(async () => {
        await putBackLeftovers(target, run);
        await putBack(target, run);
      });
      expect([asked, stdout, stderr]).toEqual([[], '', '']);
    },
    false,
  );
});

test('what the parts of a run have learned stands together, the last word of each', () => {
  const directory = ownPath();
  note(directory, 'pace', { disturbances: 1 });
  note(directory, 'pace', { disturbances: 2, requestsPerSecond: 3 });
  note(directory, 'start', { putBack: 'a' });
  note(directory, 'end', { notPutBack: 'b' });
  expect(learnedIn(directory)).toEqual({ disturbances: 2, requestsPerSecond: 3, putBack: 'a', notPutBack: 'b' });
  rmSync(directory, { recursive: true });
  expect([learnedIn(directory), existsSync(directory)]).toEqual([{}, false]);
});
