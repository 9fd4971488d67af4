import { expect, test } from 'vitest';
import { judgeChanges, readAcknowledgements, readEdition } from './changes.ts';

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
const none = 'changes: []\n';
const judge = (base: ReturnType<typeof edition>, revision: typeof base, today = none, before = none) =>
  judgeChanges(base, revision, readAcknowledgements(today, before, true));
const bare = { pointer: `${unit}/GB`, rule: 'request-enum-value-removed', reason: 'nobody sent one', owner: 'ann' };

const parameter = '      parameters: [{ name: colour, in: query, required: true, schema: { type: string } }]\n';

test('a change has its places in both editions, and the name of its element', async () => {
  const revision = edition('MB', parameter);
  const { verdict, requiredVersion, changes, unmatched } = await judge(edition('MB, GB'), revision);
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
  // A new part goes by its name in the revision and has no place at the base.
  expect(come).toMatchObject({ level: 'breaking', name: '/paths/~1things/post/parameters/query:colour' });
  expect(come).not.toHaveProperty('basePlace');
});

test('a breaking change has the entry that acknowledges it', async () => {
  const today = [bare.pointer, '/consumers/shop', `${unit}/TB`].map((pointer, at) =>
    entry(pointer, [bare.rule, 'consumer-calls', 'request-enum-value-added'][at]).replace('changes:\n', ''),
  );
  const { changes, unmatched } = await judge(edition('MB, GB'), edition('MB, TB'), `changes:\n${today.join('')}`);
  const [gone, come] = [changes.find(({ rule }) => rule === bare.rule), changes.find(({ level }) => level === 'safe')];
  expect(gone?.accepted).toEqual(bare);
  expect(come?.name).toBe(`${unit}/TB`);
  expect(come).not.toHaveProperty('accepted');
  expect(unmatched.map(({ rule }) => rule)).toEqual(['request-enum-value-added']);
});

test('a soft change needs no acknowledgement, so that an entry for it is unused', async () => {
  const today = entry('/paths/~1things/post/deprecated', 'operation-deprecated');
  const revision = edition('MB', '      deprecated: true\n');
  const { changes, unmatched } = await judge(edition('MB'), revision, today);
  expect(changes).toMatchObject([{ level: 'soft', name: unmatched[0]?.pointer }]);
});

test('an entry that landed before acknowledges no further change of its place', async () => {
  const landed = entry(bare.pointer);
  const { changes } = await judge(edition('MB, GB'), edition('MB'), landed, landed);
  expect(changes[0]).toMatchObject({ landed: bare });
  expect(changes[0]).not.toHaveProperty('accepted');
});

test('a chain of 200 schemas is compared, and one of 300 is refused in a line', async () => {
  const chain = (length: number, type: string) => {
    const links = Array.from(
      { length },
      (_, index) => `    L${index}: { properties: { next: { $ref: '#/components/schemas/L${index + 1}' } } }\n`,
    );
    const schema = "requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/L0' } } } }";
    const text = `openapi: 3.1.0
info: { title: Things, version: 2.0.0 }
paths: { /a: { post: { ${schema}, responses: { '200': { description: done } } } } }
components:
  schemas:
${links.join('')}    L${length}: { type: ${type} }
`;
    return readEdition(text, 'deep.yaml');
  };
  const { changes } = await judge(chain(200, 'string'), chain(200, 'integer'));
  expect(changes.map(({ name }) => name)).toEqual(['/components/schemas/L200/type']);
  const refused = () => judge(chain(300, 'string'), chain(300, 'integer'));
  await expect(refused()).rejects.toThrow(/^deep\.yaml:\d+:\d+: .+$/);
});
