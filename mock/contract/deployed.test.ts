import { expect, test } from 'vitest';
import { completed } from '../../spec/deployment/read.ts';
import { ours } from '../../spec/generated/choices.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import { answer } from './answer.ts';
import { bare, deployedAs, servedDocument } from './deployed.ts';

const statusesOf = (json: object) =>
  Object.keys(
    (json as { paths: Record<string, { post: { responses: object } }> }).paths['/email_messages']?.post.responses ?? {},
  );

test('the contract itself has our choices, and tells answers as they are', () => {
  const { document: contract, validators: checks, choices, retell, operation, settled } = bare(document, validators);
  const given = answer(202, {});
  expect([contract, checks, choices, settled]).toEqual([document, validators, ours, undefined]);
  expect(retell(given, undefined, { path: '/' })).toBe(given);
  expect(document.operations.map(({ id }) => operation(id))).toEqual(document.operations);
});

test('a deployment has its choices beside ours, its order of errors, and the contract as it keeps it', async () => {
  const settled = completed({
    answers: { createEmailMessage: { status: 201 } },
    choices: { holdMinutes: 7 },
    errorOrder: 'byName',
  });
  const { document: contract, choices, retell, ...deployed } = await deployedAs(settled, document, { lazily: true });
  expect(deployed.settled).toBe(settled);
  expect(choices).toEqual({ ...ours, holdMinutes: 7, errorOrder: 'byName' });
  expect([statusesOf(contract.json)[0], statusesOf(document.json)[0]]).toEqual(['201', '202']);
  const spec = deployed.operation('createEmailMessage');
  expect(spec.responses.has('201')).toBe(true);
  expect(retell(answer(202, { data: {} }), { code: '10015', spec }, { path: '/' }).status).toBe(201);
  expect(deployed.check.breach(spec, answer(201, { data: {} }))).toContain(
    'createEmailMessage (201) breaks the contract',
  );
});

test('deployments that change the same of the contract and compile it alike share it, others do not', async () => {
  const as = (says: object, options?: { lazily: boolean }) => deployedAs(completed(says), document, options);
  const created = { answers: { createEmailMessage: { status: 201 } } };
  const [one, same, lazy, again, eager, other] = [
    await as(created, { lazily: true }),
    await as({ ...created, choices: { holdMinutes: 7 } }, { lazily: true }),
    await as({ choices: { holdMinutes: 7 } }, { lazily: true }),
    await as(created, { lazily: true }),
    await as(created),
    await as({ answers: { createEmailMessage: { status: 200 } } }, { lazily: true }),
  ];
  expect(same.document).toBe(one.document);
  expect(same.validators).toBe(one.validators);
  // Somebody who goes to and fro between two waits for each once.
  expect(again.document).toBe(one.document);
  expect(eager.validators).not.toBe(one.validators);
  expect([one, other, lazy].map((deployed) => statusesOf(deployed.document.json)[0])).toEqual(['201', '200', '202']);
  expect([one, same].map(({ choices }) => choices.holdMinutes)).toEqual([ours.holdMinutes, 7]);
});

test('a contract is served with the mock as its one server', () => {
  const json = { ...document.json, servers: [{ url: 'https://other' }] };
  expect(servedDocument({ ...document, json }, '/v2')).toEqual({ ...json, servers: [{ url: '/v2' }] });
});
