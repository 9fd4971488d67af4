import { expect, test } from '@playwright/test';
import Fastify from 'fastify';
import { takeFairTurns } from './fair-turns.ts';

test('in a crowd, the request of another partition is answered after few of the crowd', async () => {
  const app = Fastify();
  takeFairTurns(app, ({ headers }) => String(headers.partition));
  const answered: string[] = [];
  app.get('/', async ({ headers }) => {
    answered.push(String(headers.partition));
    const end = performance.now() + 2;
    while (performance.now() < end);
    return '';
  });
  const ask = (partition: string) => app.inject({ url: '/', headers: { partition } });
  await Promise.all([...Array.from({ length: 60 }, () => ask('many')), ask('one')]);
  expect(answered).toHaveLength(61);
  expect(answered.indexOf('one')).toBeLessThan(30);
  await app.close();
});
