import { expect, test } from 'vitest';
import type { Target } from '../target/target.ts';
import { TargetTime } from '../target/time.ts';
import type { SafeRequest, Transport } from '../wire/transport.ts';
import { Control } from './control.ts';

const mock = { control: { admin: 'http://a.example/__admin' } } as Target;
const later = '2999-01-01T00:00:00.000Z';

/** The control of a mock, with the paths that it called. */
function controlOf(status = 200, target = mock) {
  const called: string[] = [];
  const send = async ({ method, url }: SafeRequest) => {
    called.push(`${method} ${url.replace('http://a.example/__admin', '')}`);
    return { status, body: Buffer.from(JSON.stringify({ now: later })) };
  };
  const time = new TargetTime(0);
  return { control: new Control(target, { send } as unknown as Transport, time, 'run 1&a'), time, called };
}

test('times are counted from the clock of the mock after it was moved', async () => {
  const { control, time, called } = controlOf();
  await control.advance('PT30M');
  expect(time.in('PT1H').slice(0, 16)).toBe('2999-01-01T01:00');
  expect(called).toEqual(['POST /clock?partition=run%201%26a']);
});

test.each([200, 503])('sends that a case holds are released at its end, also when the hold got %i', async (status) => {
  const { control, called } = controlOf(status);
  await control.hold().catch(() => {});
  await control.end().catch(() => {});
  await control.end();
  expect(called.map((call) => call.split('?')[0])).toEqual(['POST /hold', 'POST /release']);
});

test.each([300, 400])('%i from the control plane is an error', async (status) => {
  await expect(controlOf(status).control.now()).rejects.toMatchObject({ outcome: 'error' });
});
