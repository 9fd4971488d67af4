import { expect, test } from 'vitest';
import { pathMeant, pathWith } from './paths.ts';

const operations = [
  { path: '/mail', method: 'post' },
  { path: '/mail/{id}', method: 'get' },
  { path: '/mailing', method: 'patch' },
  { path: '/teams/members/runs', method: 'get' },
] as const;

for (const [method, path, beside] of [
  ['GET', '/mail', '/mail/{id}'],
  ['POST', '/mail/{id}', '/mail'],
  ['PATCH', '/mail', undefined],
  ['POST', '/mailing', undefined],
  ['PUT', '/mail', undefined],
] as const) {
  test(`beside ${path}, ${method} is for ${beside ?? 'none'}`, () => {
    expect(pathWith(method, path, operations)).toBe(beside);
  });
}

const longest = `/v2/${'x'.repeat(996)}`;
for (const [asked, meant] of [
  ['/teams/members/runs', '/v2/teams/members/runs'],
  ['/runs', '/v2/teams/members/runs'],
  ['/v2/members/runs', '/v2/teams/members/runs'],
  ['/members/teams/runs', undefined],
  ['/v2/teams', '/v2/teams/members/runs'],
  ['/teams', undefined],
  ['/v2/mial/7', '/v2/mail/7'],
  ['/v2mail/7', '/v2/mail/7'],
  ['/v2/mail/7', '/v2/mail'],
] as const) {
  test(`by ${asked} is meant ${meant ?? 'none'}`, () => {
    expect(pathMeant(asked, '/v2', operations)).toBe(meant);
  });
}

test('what stands at the place of a parameter says nothing about which path was meant, without the base too', () => {
  const id = '9e85e0de-841b-4837-8cdc-17fc8e4affe1';
  const known = [{ path: '/sim_card_notifications/{id}', method: 'get' }] as const;
  for (const base of ['', '/v2'])
    expect(pathMeant(`${base}/sim_card_notification/${id}`, '/v2', known)).toBe(`/v2/sim_card_notifications/${id}`);
  expect(pathMeant(`/v2/lost/${id}`, '/v2', operations)).toBeUndefined();
  const parts = [{ path: '/mail/{id}/parts', method: 'get' }] as const;
  expect(pathMeant('/v2/mail/parts', '/v2', parts)).toBe('/v2/mail/{id}/parts');
});

test('a path is looked at that has no more than 1,000 characters', () => {
  const known = [{ path: longest.slice(3), method: 'get' }] as const;
  expect(pathMeant(`${longest.slice(0, -1)}y`, '/v2', known)).toBe(longest);
  expect(pathMeant(`${longest.slice(0, -1)}yz`, '/v2', known)).toBeUndefined();
});
