import { expect, test } from 'vitest';
import { calledAs, extension, nodeArguments } from './form.ts';

test('in the repository commands are called by npm, and modules are TypeScript', () => {
  expect((['mock', 'proxy', 'conformance', 'gate'] as const).map(calledAs)).toEqual([
    'npm start --',
    'npm run proxy --',
    'npm run conformance --',
    'npm run gate --',
  ]);
  expect([extension, ...nodeArguments]).toEqual(['.ts', expect.stringMatching(/\/scripts\/run\.mjs$/)]);
});
