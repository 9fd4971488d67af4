import { expect, test } from 'vitest';
import { ours } from '../../spec/generated/choices.ts';
import type { CheckedRequest } from '../contract/check.ts';
import type { ServedOperation } from './index.ts';
import { keyedRequest } from './keyed-request.ts';

/** What counts of a send with this body under a key. */
function counted(text: string, choices: Partial<typeof ours>, type = 'application/json'): string {
  const request = {
    caller: { account: 'acme', scopes: [], partition: 'default' },
    idempotencyKeys: ['k'],
    headers: { 'content-type': type },
    body: JSON.parse(text),
    rawBody: Buffer.from(text),
  } as Partial<CheckedRequest> as CheckedRequest;
  const operation = { spec: { id: 'createEmailMessage' } } as ServedOperation;
  return keyedRequest(request, operation, { ...ours, ...choices }).body.toString();
}

const [one, same, ...others] = [
  '{"a":1,"b":[{"c":2,"d":3,"e":null},7]}',
  '{ "b": [{ "e": null, "d": 3, "c": 2 }, 7], "a": 1 }',
  '{"a":1,"b":[]}',
  '{"a":1,"b":[7,{"c":2,"d":3,"e":null}]}',
  '{"a":1,"b":[{"c":2,"d":3},7]}',
  '{"a":1,"b":[{"c":2,"d":3,"e":null},7],"__proto__":{},"":0}',
  '{"a":1,"b":[{"c":2,"d":3,"e":null},7],"__proto__":{"x":1},"":0}',
] as const;

test('the bytes of a body count, and of its headers none', () => {
  expect(counted(one, {})).toBe(one);
  expect(counted(same, {})).not.toBe(counted(one, {}));
  expect(counted(one, {}, 'text/plain')).toBe(one);
});

for (const keyHeaders of ['ignored', 'counted'] as const) {
  test(`where JSON counts and headers are ${keyHeaders}, members may come in any order`, () => {
    const choices = { keysCover: 'json', keyHeaders } as const;
    expect(counted(same, choices)).toBe(counted(one, choices));
    expect(new Set([one, ...others].map((text) => counted(text, choices))).size).toBe(1 + others.length);
    expect(counted(one, choices, 'text/plain') === counted(one, choices)).toBe(keyHeaders === 'ignored');
  });
}

for (const [choices, changed, aliasOf = 'createEmailMessage'] of [
  [{}, {}],
  [{ keyHeaders: 'counted' }, {}],
  [{ keyCase: 'folded' }, { keys: ['key', 'ä'] }],
  [{ keysAcrossRoutes: 'together' }, { path: 'createEmailMessage' }],
  [{ keysAcrossRoutes: 'together' }, { path: 'createEmail' }, null],
  [{ keyOwner: 'apiKey' }, { owner: 'Bearer key_primary' }],
] as const) {
  test(`account, method, path and keys count, or what a deployment chose: ${JSON.stringify([choices, aliasOf])}`, () => {
    const request = {
      caller: { account: 'acme', scopes: [], partition: 'ci' },
      ...{ method: 'POST', path: '/emails', idempotencyKeys: ['Key', 'Ä'] },
      headers: { authorization: 'Bearer key_primary' },
      rawBody: Buffer.from('{'),
    } as Partial<CheckedRequest> as CheckedRequest;
    const operation = { spec: { id: 'createEmail', ...(aliasOf && { aliasOf }) } } as ServedOperation;
    expect(keyedRequest(request, operation, { ...ours, keysCover: 'json', ...choices })).toEqual({
      ...{ account: 'acme', partition: 'ci', method: 'POST', path: '/emails', keys: ['Key', 'Ä'] },
      body: Buffer.from('{'),
      ...changed,
    });
  });
}
