import { expect, test } from '@playwright/test';
import { judgeChanges } from './changes.ts';
import { readEdition } from './contract.ts';

const edition = (units: string, more = '') =>
  readEdition(
    `openapi: 3.1.0
info: { title: Things, version: 2.0.0 }
paths:
  /things:
    post:
      operationId: createThing
      requestBody:
        content:
          application/json:
            schema: { type: object, properties: { unit: { enum: [${units}] } } }
${more}      responses: { '200': { description: done } }
`,
    'spec/openapi.yaml',
  );

const unit = '/paths/~1things/post/requestBody/content/application~1json/schema/properties/unit/enum';
const entry = (pointer: string, rule = 'request-enum-value-removed') =>
  `changes:\n  - { rule: ${rule}, pointer: ${pointer}, reason: nobody sent one, owner: ann }\n`;
const none = { today: 'changes: []\n', before: 'changes: []\n', knowsBefore: true };
const bare = { pointer: `${unit}/GB`, rule: 'request-enum-value-removed', reason: 'nobody sent one', owner: 'ann' };

test('a change has its places in both editions, and the name of what it is about', async () => {
  const { verdict, requiredVersion, changes, unmatched } = await judgeChanges(edition('MB, GB'), edition('MB'), none);
  expect([verdict, requiredVersion, unmatched]).toEqual(['breaking', '3.0.0', []]);
  expect(changes).toMatchObject([
    {
      level: 'breaking',
      rule: bare.rule,
      name: bare.pointer,
      basePointer: `${unit}/1`,
      basePlace: { file: 'spec/openapi.yaml', line: 10, column: 70 },
      place: { file: 'spec/openapi.yaml', line: 10 },
    },
  ]);
  expect(changes[0]).not.toHaveProperty('accepted');
});

test('what is new goes by its name in the revision, and has no place at the base', async () => {
  const parameter = '      parameters: [{ name: colour, in: query, required: true, schema: { type: string } }]\n';
  const { changes } = await judgeChanges(edition('MB'), edition('MB', parameter), none);
  expect(changes).toMatchObject([{ level: 'breaking', name: '/paths/~1things/post/parameters/query:colour' }]);
  expect(changes[0]).not.toHaveProperty('basePlace');
});

test('who acknowledged a change stands at it, and only what breaks can be acknowledged', async () => {
  const narrower = await judgeChanges(edition('MB, GB'), edition('MB'), { ...none, today: entry(bare.pointer) });
  expect(narrower.changes).toMatchObject([{ accepted: bare }]);
  expect(narrower.changes[0]?.accepted).toEqual(bare);
  const added = entry(bare.pointer, 'request-enum-value-added');
  const wider = await judgeChanges(edition('MB'), edition('MB, GB'), { ...none, today: added });
  expect(wider.changes).toMatchObject([{ level: 'safe' }]);
  expect(wider.changes[0]).not.toHaveProperty('accepted');
  expect(wider.unmatched).toMatchObject([{ rule: 'request-enum-value-added' }]);
});

test('an entry that landed before stands at the next change of its place, and acknowledges nothing', async () => {
  const landed = entry(bare.pointer);
  const { changes } = await judgeChanges(edition('MB, GB'), edition('MB'), { ...none, today: landed, before: landed });
  expect(changes[0]).toMatchObject({ landed: bare });
  expect(changes[0]).not.toHaveProperty('accepted');
});

test('entries about the calls of consumers are no matter of the comparison', async () => {
  const today = entry('/consumers/shop', 'consumer-calls');
  expect(await judgeChanges(edition('MB'), edition('MB'), { ...none, today })).toEqual({
    verdict: 'safe',
    requiredVersion: '2.0.0',
    changes: [],
    unmatched: [],
  });
});
