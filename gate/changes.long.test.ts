import { expect, test } from 'vitest';
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

const parameter = '      parameters: [{ name: colour, in: query, required: true, schema: { type: string } }]\n';

test('a change has its places in both editions, and the name of what it is about', async () => {
  const revision = edition('MB', parameter);
  const { verdict, requiredVersion, changes, unmatched } = await judgeChanges(edition('MB, GB'), revision, none);
  expect([verdict, requiredVersion, unmatched]).toEqual(['breaking', '3.0.0', []]);
  const [gone, come] = [changes.find(({ rule }) => rule === bare.rule), changes.find(({ rule }) => rule !== bare.rule)];
  expect(gone).toMatchObject({
    level: 'breaking',
    name: bare.pointer,
    basePointer: `${unit}/1`,
    basePlace: { file: 'spec/openapi.yaml', line: 10, column: 70 },
    place: { file: 'spec/openapi.yaml', line: 10 },
  });
  expect(gone).not.toHaveProperty('accepted');
  // What is new goes by its name in the revision, and has no place at the base.
  expect(come).toMatchObject({ level: 'breaking', name: '/paths/~1things/post/parameters/query:colour' });
  expect(come).not.toHaveProperty('basePlace');
});

test('a breaking change has the entry that acknowledges it', async () => {
  const today = [bare.pointer, '/consumers/shop', `${unit}/TB`].map((pointer, at) =>
    entry(pointer, [bare.rule, 'consumer-calls', 'request-enum-value-added'][at]).replace('changes:\n', ''),
  );
  const { changes, unmatched } = await judgeChanges(edition('MB, GB'), edition('MB, TB'), {
    ...none,
    today: `changes:\n${today.join('')}`,
  });
  const [gone, come] = [changes.find(({ rule }) => rule === bare.rule), changes.find(({ level }) => level === 'safe')];
  expect(gone?.accepted).toEqual(bare);
  expect(come?.name).toBe(`${unit}/TB`);
  expect(come).not.toHaveProperty('accepted');
  expect(unmatched.map(({ rule }) => rule)).toEqual(['request-enum-value-added']);
});

test('a soft change needs no acknowledgement, so that an entry for it is unused', async () => {
  const today = entry('/paths/~1things/post/deprecated', 'operation-deprecated');
  const revision = edition('MB', '      deprecated: true\n');
  const { changes, unmatched } = await judgeChanges(edition('MB'), revision, { ...none, today });
  expect(changes).toMatchObject([{ level: 'soft', name: unmatched[0]?.pointer }]);
});

test('an entry that landed before acknowledges no further change of its place', async () => {
  const landed = entry(bare.pointer);
  const { changes } = await judgeChanges(edition('MB, GB'), edition('MB'), { ...none, today: landed, before: landed });
  expect(changes[0]).toMatchObject({ landed: bare });
  expect(changes[0]).not.toHaveProperty('accepted');
});

test('a comparison that goes deep has room for that, and one that goes too deep is refused in a line', async () => {
  const link = (index: number) =>
    `    L${index}: { type: object, properties: { next: { $ref: '#/components/schemas/L${index + 1}' } } }\n`;
  const deep = (type: string) => {
    const links = Array.from({ length: 400 }, (_, index) => link(index)).join('');
    const schema = "requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/L0' } } } }";
    const text = `openapi: 3.1.0
info: { title: Things, version: 2.0.0 }
paths: { /a: { post: { ${schema}, responses: { '200': { description: done } } } } }
components:
  schemas:
${links}    L400: { type: ${type} }
`;
    return readEdition(text, 'deep.yaml', `the one with ${type}`);
  };
  const [before, now] = [deep('string'), deep('integer')];
  const { changes } = await judgeChanges(before, now, none);
  expect(changes.map(({ name }) => name)).toEqual(['/components/schemas/L400/type']);
  await expect(judgeChanges(before, now, none, { seconds: 120, megabytes: 2000, stack: 1 })).rejects.toThrow(
    /^deep\.yaml: the comparison with the one with string takes more than 1 MB of stack, at [^\n]+$/,
  );
});
