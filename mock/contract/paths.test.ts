import { expect, test } from 'vitest';
import { pathMeant, pathWith } from './paths.ts';

const operations = [
  { path: '/mail', method: 'post' },
  { path: '/mail/{id}', method: 'get' },
  { path: '/mailing', method: 'patch' },
  { path: '/teams/members/runs', method: 'get' },
] as const;

for (const [method, path, related] of [
  ['GET', '/mail', '/mail/{id}'],
  ['POST', '/mail/{id}', '/mail'],
  ['PATCH', '/mail', undefined],
  ['PUT', '/mail', undefined],
] as const) {
  test(`${method} ${path} has the hint ${related ?? 'that no related path has the method'}`, () => {
    expect(pathWith(method, path, operations)).toBe(related);
  });
}

for (const [path, meant] of [
  ['/teams/members/runs', '/v2/teams/members/runs'],
  ['/runs', '/v2/teams/members/runs'],
  ['/members/teams/runs', undefined],
  ['/v2/teams', '/v2/teams/members/runs'],
  ['/teams', undefined],
  ['/v2/mial/7', '/v2/mail/7'],
  ['/v2mail/7', '/v2/mail/7'],
  ['/v2/mail/7', '/v2/mail'],
  ['/v2/mails/9e85e0de-841b-4837-8cdc-17fc8e4affe1', '/v2/mail/9e85e0de-841b-4837-8cdc-17fc8e4affe1'],
  ['/v2/lost/9e85e0de-841b-4837-8cdc-17fc8e4affe1', undefined],
] as const) {
  test(`the unknown path ${path} has ${meant ? `the hint ${meant}` : 'no hint'}`, () => {
    expect(pathMeant(path, '/v2', operations)).toBe(meant);
  });
}
