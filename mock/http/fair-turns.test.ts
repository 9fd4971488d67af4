import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { timeOfWork } from '../time/testing/time-of-work.ts';
import { ownTurn } from '../time/turns.ts';
import { type Sent, takeFairTurns } from './fair-turns.ts';

const takes = timeOfWork();

/** Requests that come at once, each of which takes two milliseconds, and in which order they were answered. */
async function crowd(...asked: (Sent & { bytes?: number })[]): Promise<string[]> {
  const app = Fastify();
  takeFairTurns(app, ({ headers }) => ({ key: String(headers.key), partition: String(headers.partition) }));
  const answered: string[] = [];
  app.post('/', async ({ headers: { key, partition } }) => {
    answered.push(`${key}.${partition}`);
    takes(2);
    return '';
  });
  await Promise.all(
    asked.map(({ bytes = 2, ...headers }) =>
      app.inject({ method: 'POST', url: '/', headers: { ...headers }, payload: { text: 'x'.repeat(bytes) } }),
    ),
  );
  await app.close();
  return answered;
}

const many = (sent: (index: number) => Sent & { bytes?: number }) => Array.from({ length: 60 }, (_, at) => sent(at));

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

test('in a crowd of long requests, a short one is answered after few of them, though its key is the same', async () => {
  const long = many((at) => ({ key: 'a', partition: `${at}`, bytes: 10_000 }));
  const answered = await crowd(...long, { key: 'a', partition: 'one' });
  expect(answered).toHaveLength(61);
  expect(answered.indexOf('a.one')).toBeLessThan(30);
});

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
