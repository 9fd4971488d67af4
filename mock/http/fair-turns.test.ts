import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { timeOfWork } from '../time/testing/time-of-work.ts';
import { ownTurn } from '../time/turns.ts';
import { type Sent, takeFairTurns } from './fair-turns.ts';

const takes = timeOfWork();

/** Requests that come at once, each of which takes two milliseconds, and in which order they were answered. */
async function crowd(...asked: (Sent & { bytes?: number | 'chunked' })[]): Promise<string[]> {
  const app = Fastify();
  takeFairTurns(app, ({ headers }) => ({ key: String(headers.key), partition: String(headers.partition) }));
  const answered: string[] = [];
  app.all('/', async ({ headers: { key, partition } }) => {
    answered.push(`${key}.${partition}`);
    takes(2);
    return '';
  });
  await Promise.all(
    asked.map(({ bytes = 2, ...headers }) =>
      bytes === 'chunked'
        ? app.inject({ url: '/', headers: { ...headers, 'transfer-encoding': bytes } })
        : app.inject({ method: 'POST', url: '/', headers: { ...headers }, payload: { text: 'x'.repeat(bytes) } }),
    ),
  );
  await app.close();
  return answered;
}

const many = (sent: (index: number) => Sent & { bytes?: number | 'chunked' }) =>
  Array.from({ length: 60 }, (_, at) => sent(at));

test('in a crowd, the request of another partition is answered after few of the crowd', async () => {
  const answered = await crowd(...many(() => ({ key: 'a', partition: 'many' })), { key: 'a', partition: 'one' });
  expect(answered).toHaveLength(61);
  expect(answered.indexOf('a.one')).toBeLessThan(30);
});

test('in a crowd, the request with another key is answered after few of the crowd, whatever partitions that names', async () => {
  const answered = await crowd(...many((at) => ({ key: 'a', partition: `${at}` })), { key: 'b', partition: 'one' });
  expect(answered).toHaveLength(61);
  expect(answered.indexOf('b.one')).toBeLessThan(30);
});

for (const [what, bytes] of [
  ['long requests', 10_000],
  ['requests that do not say how long they are', 'chunked'],
] as const) {
  test(`in a crowd of ${what}, a short one is answered after few of them, though its key is the same`, async () => {
    const long = many((at) => ({ key: 'a', partition: `${at}`, bytes }));
    const answered = await crowd(...long, { key: 'a', partition: 'one' });
    expect(answered).toHaveLength(61);
    expect(answered.indexOf('a.one')).toBeLessThan(30);
  });
}

test('what is worked on besides waits in the same turns', async () => {
  const app = Fastify();
  const turn = takeFairTurns(app, ({ headers }) => ({ key: String(headers.key), partition: '' }));
  const worked: string[] = [];
  const work = (key: string) => turn({ headers: { key } } as never, 0).then(() => worked.push(key));
  const first = work('a');
  takes(20);
  await Promise.all([first, ...Array.from({ length: 60 }, () => work('a')), work('b')]);
  expect(worked.indexOf('b')).toBeLessThan(5);
  await app.close();
});

test('after a long request of a crowd several short ones are let in', async () => {
  const long = many(() => ({ key: 'a', partition: 'one', bytes: 10_000 }));
  const answered = await crowd(...long, ...many(() => ({ key: 'b', partition: 'two' })));
  expect(answered.lastIndexOf('b.two')).toBeLessThan(90);
});

test('a crowd of short requests is let in between few pieces of long work', async () => {
  let pieces = 0;
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      await ownTurn();
      pieces += 1;
    }
  };
  const working = work();
  await crowd(...many(() => ({ key: 'a', partition: 'many' })));
  isOver = true;
  await working;
  // Those who are let in make way for each other: else there were some forty.
  expect(pieces).toBeGreaterThan(1);
  expect(pieces).toBeLessThan(20);
});

/** The order in which what waits is let in, each with how many bytes it has and how long it takes. */
async function order(...waiting: (readonly [name: string, bytes: number, takes: number])[]): Promise<string> {
  const app = Fastify();
  const turn = takeFairTurns(app, ({ headers }) => {
    const [key = '', partition = ''] = String(headers.name).split('.');
    return { key, partition };
  });
  const letIn: string[] = [];
  const ask = async ([name, bytes, ms]: readonly [string, number, number]) => {
    await turn({ headers: { name } } as never, bytes);
    letIn.push(name);
    takes(ms);
  };
  // Its time is over with the first of them.
  const first = ask(['first', 0, 0]);
  takes(10);
  await Promise.all([first, ...waiting.map(ask)]);
  await app.close();
  return letIn.join(' ');
}

test('who waits is let in in turns: of each key one, and of each of its partitions one', async () => {
  const names = ['a.1', 'a.1', 'a.1', 'a.2', 'a.2', 'b.1', 'b.1'];
  const waiting = names.map((name) => [name, 4_095, 1] as const);
  expect(await order(...waiting)).toBe('first a.1 b.1 a.2 b.1 a.1 a.2 a.1');
});

test('after a long one, short ones have four turns, and as much time as it took', async () => {
  const long = (time: number) => Array.from({ length: 3 }, () => ['l.1', 4_096, time] as const);
  const short = Array.from({ length: 12 }, () => ['s.1', 4_095, 1] as const);
  const expected = (shorts: number, rest: number) =>
    [
      'first',
      ...Array(3)
        .fill(['l.1', ...Array(shorts).fill('s.1')])
        .flat(),
    ]
      .slice(0, rest)
      .join(' ');
  expect(await order(...long(0), ...short)).toBe(expected(4, 16));
  expect(await order(...long(6), ...short)).toBe(expected(6, 16));
});
