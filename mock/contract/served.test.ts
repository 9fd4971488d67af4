import { expect, test } from 'vitest';
import { document } from '../../spec/testing/contract.ts';
import { remembered } from './served.ts';

test('a contract is written at each address, once for callers who ask alike in a row', () => {
  const serve = remembered(({ servers, openapi }: { servers?: unknown; openapi?: unknown }) =>
    JSON.stringify({ servers, openapi }),
  );
  const other = { ...document, json: { ...document.json, openapi: '3.2.0' } };
  const asked = [
    [document, '/a'],
    [document, '/a'],
    [document, '/b'],
    [other, '/b'],
    [document, '/b'],
  ] as const;
  const told = asked.map(([one, address]) => serve(one, address));
  const { openapi } = document.json;
  expect(told.map((bytes) => JSON.parse(bytes.toString()))).toEqual([
    { servers: [{ url: '/a' }], openapi },
    { servers: [{ url: '/a' }], openapi },
    { servers: [{ url: '/b' }], openapi },
    { servers: [{ url: '/b' }], openapi: '3.2.0' },
    { servers: [{ url: '/b' }], openapi },
  ]);
  expect(told[1]).toBe(told[0]);
});
