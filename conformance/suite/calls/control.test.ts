import { expect, test } from 'vitest';
import type { Target } from '../target/target.ts';
import { TargetTime } from '../target/time.ts';
import type { Transport } from '../wire/transport.ts';
import { Control } from './control.ts';

const target = { control: { admin: 'http://a.example/__admin' } } as Target;

/** The control of a mock that answers each path as told, and what it was asked. */
function controlOf(answers: Record<string, unknown> = {}, status = 200, of = target) {
  const asked: string[] = [];
  const send = async ({
    method,
    url,
    headers,
    body,
  }: {
    method: string;
    url: string;
    headers: string[];
    body?: Buffer;
  }) => {
    const { pathname, search } = new URL(url);
    asked.push([method, pathname + search, ...headers, ...(body ? [String(body)] : [])].join(' '));
    const answer = answers[pathname.replace('/__admin', '')];
    return { status, body: Buffer.from(answer === undefined ? '' : JSON.stringify(answer)) };
  };
  const time = new TargetTime(0);
  const control = new Control(of, { send } as unknown as Transport, time, 'run 1&a');
  return { control, time, asked };
}

/** Later than any machine's clock. */
const later = '2999-01-01T00:00:00.000Z';

for (const [how, move] of [
  ['moved ahead', (control: Control) => control.advance('PT30M')],
  ['set', (control: Control) => control.set(later)],
] as const) {
  test(`after the clock was ${how}, times are reckoned from what it says`, async () => {
    const { control, time } = controlOf({ '/clock': { now: later } });
    await move(control);
    expect(time.in('PT1H').slice(0, 16)).toBe('2999-01-01T01:00');
  });
}

test('what is asked is about the state of the case alone', async () => {
  const { control, asked } = controlOf({ '/clock': { now: later }, '/settings': { holdLimit: 2 } });
  await control.advance('PT30M');
  await control.set(new Date(later));
  expect(await control.now()).toEqual(new Date(later));
  expect(await control.settings({ holdLimit: 2 })).toEqual({ holdLimit: 2 });
  expect(await control.settings()).toEqual({ holdLimit: 2 });
  expect(asked).toEqual([
    'POST /__admin/clock?partition=run%201%26a Content-Type,application/json {"advance":"PT30M"}',
    `POST /__admin/clock?partition=run%201%26a Content-Type,application/json {"now":"${later}"}`,
    'GET /__admin/clock?partition=run%201%26a',
    'POST /__admin/settings?partition=run%201%26a Content-Type,application/json {"holdLimit":2}',
    'POST /__admin/settings?partition=run%201%26a Content-Type,application/json {}',
  ]);
});

test('what a case still holds at its end is let go, and nothing else is', async () => {
  const { control, asked } = controlOf();
  await control.end();
  await control.hold();
  await control.end();
  await control.end();
  const about = '?partition=run%201%26a Content-Type,application/json {}';
  expect(asked).toEqual([`POST /__admin/hold${about}`, `POST /__admin/release${about}`]);
});

test('what may be held although no success came is let go, too', async () => {
  const { control, asked } = controlOf({}, 503);
  await expect(control.hold()).rejects.toThrow('the control plane answered POST /hold with 503');
  await control.end().catch(() => {});
  expect(asked.map((one) => one.split('?')[0])).toEqual(['POST /__admin/hold', 'POST /__admin/release']);
});

test('an answer of the control plane that is no success is an error that says what was asked', async () => {
  const { control } = controlOf({ '/clock': { errors: [] } }, 400);
  await expect(control.now()).rejects.toThrow('the control plane answered GET /clock with 400 {"errors":[]}');
});

test('what follows a redirection is no control plane either', async () => {
  const { control } = controlOf({ '/clock': { now: later } }, 300);
  await expect(control.advance('PT1M')).rejects.toMatchObject({ outcome: 'error' });
});

test('a target without a control plane blocks what needs one, and is not asked', async () => {
  const { control, asked } = controlOf({}, 200, { scope: {}, wrong: {} } as Target);
  await expect(control.hold()).rejects.toThrow('the profile lacks: control: { admin: http://HOST:PORT/__admin }');
  expect(asked).toEqual([]);
});
