import { expect, test } from 'vitest';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { serverThat } from '../../suite/target/testing.ts';
import { Counterpart } from './counterpart.ts';

function seen(title: string, path: string): NotedExchange {
  const request = { method: 'GET', url: `http://target/v2${path}`, headers: [] };
  return { case: title, rules: [], request, at: 0, status: 200, headers: [], text: '{}', broken: [] };
}

test('what cases asked in turns our mock is asked case by case, each in its order, and told so', async () => {
  const { origin, asked } = await serverThat((what) => ({
    ...(what.includes('/__admin/') && { body: '{"requests":[]}' }),
  }));
  const profile = { baseUrl: 'http://target/v2', accounts: { primary: { apiKey: 'theirs' } } };
  const counterpart = new Counterpart({ origin, stop: async () => {} }, profile);
  const pairs = await counterpart.repeat([seen('a', '/1'), seen('b', '/2'), seen('a', '/3'), seen('b', '/4')]);
  await counterpart.stop();
  expect(asked.filter((what) => what.includes('/v2/'))).toEqual(['/1', '/3', '/2', '/4'].map((at) => `GET /v2${at}`));
  expect(pairs.map((pair) => pair.seen.case)).toEqual(['a', 'a', 'b', 'b']);
});
