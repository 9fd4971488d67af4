import { expect, test } from 'vitest';
import { type Choice, choicesOf, loadRegister } from '../register.ts';
import { document } from '../testing/contract.ts';
import { parseYaml } from '../yaml.ts';
import type { Action } from './action.ts';
import type { Deployment } from './deployment.ts';
import { overlayActions, overlayOf } from './overlay.ts';
import { completed } from './read.ts';

/** How the contract of a deployment differs from ours, an action a line, and what the source forbids. */
function told(says: Partial<Deployment>): string {
  const { actions, refused } = overlayActions(completed(says), document);
  const lines = actions.map(({ target, update, remove }: Action) => {
    const text = JSON.stringify(update);
    // A whole operation that moves is known by its beginning and length.
    const short = text && text.length > 600 ? `${text.slice(0, 300)}... ${text.length} characters` : text;
    return remove === undefined ? `${target} = ${short}` : `${target} ${remove && 'goes'}`;
  });
  const all = [...lines, ...refused.map(({ pointer, message }) => `refused at ${pointer}: ${message}`)];
  return all.map((line) => `\n  ${line}`).join('');
}

/** The values of a choice other than ours. */
function othersOf({ name, ours, alternatives, range }: Choice): (string | number)[] {
  if (alternatives) return Object.keys(alternatives).filter((word) => word !== ours);
  if (range) return [range[0] === ours ? range[1] : range[0]];
  return name === 'messageMember' ? ['message', ''] : [name === 'emailPath' ? '/mail' : 'other'];
}

test('each choice changes the contract of a deployment as it should', async () => {
  const choices = [...choicesOf(loadRegister()).values()];
  const ours = choices.map(({ name, ours: own }) => [name, own]);
  expect(told({ choices: Object.fromEntries(ours) })).toBe('');
  const one = choices.flatMap((choice) =>
    othersOf(choice).map((value) => `${choice.name}: ${value}${told({ choices: { [choice.name]: value } })}`),
  );
  const together = [
    { missionRunsBelow: 'default', missionRunsNegative: 'refused' },
    { missionRunsBelow: 'refused', missionRunsNegative: 'default' },
    { emailPath: '/mail', messageMember: 'message' },
    { partlyHeld: 'held', noneHeld: 'held' },
    { addressBlanks: 'trimmed', namedAddress: 'read' },
  ].map((some) => `${JSON.stringify(some)}${told({ choices: some as Deployment['choices'] })}`);
  await expect(`${[...one, ...together].join('\n')}\n`).toMatchFileSnapshot('golden/choices.txt');
});

/** Answers of operations with members that are told otherwise, and statuses. */
const answers = [
  'createEmailMessage: { status: 201 }',
  'createEmailMessage: { where: { sandbox: 200, queued: 202 } }',
  'createEmailMessage: { status: 201, where: { sandbox: 202, queued: 203 } }',
  'createEmailMessage: { status: 201, where: { sandbox: 202, queued: 201 } }',
  'createEmail: { status: 201 }',
  'createEmailMessage: { members: { /data/subject: absent } }',
  'createEmailMessage: { members: { /data/events: { empty: absent } } }',
  'createEmailMessage: { members: { /data/events: { empty: unasked } } }',
  'createEmailMessage: { members: { /data/reply_to: { null: absent } } }',
  'createEmailMessage: { members: { /data/cc/*: { unasked: absent }, /data/reply_to: { unasked: absent } } }',
  'createEmailMessage: { members: { /data/from: { address: text }, /data/to/*: { address: text } } }',
  'createEmailMessage: { members: { /data/sandbox: { missing: null } } }',
  'createEmailMessage: { members: { /data/html_body: { missing: a } } }',
  'updateSimCardDataUsageNotification: { members: { /data/threshold/amount: { missing: null }, /data/threshold/unit: { missing: 1 } } }',
  'createEmailMessage: { members: { /data/new: { missing: [], where: { sandbox: 1.5, queued: true, sent: 7, failed: {}, bounced: null } } } }',
  'createEmailMessage: { members: { /data/new: { where: { sandbox: a, queued: b } } } }',
  'createEmailMessage: { members: { /data/new: { like: subject, missing: null } } }',
  'createEmailMessage: { members: { /data/new: { length: [to, cc] }, /new: { missing: 1 } } }',
  'createEmailMessage: { members: { /data/new: { nullWith: reply_to, missing: a } } }',
  'createEmailMessage: { members: { /data/new: { list: /suppressed, items: { a: email } } } }',
  'createEmailMessage: { members: { /data/status: { words: { queued: new } } } }',
  'createEmailMessage: { members: { /data/created_at: { time: .000Z } } }',
  'createEmailMessage: { members: { /data/created_at: { time: sent } } }',
  'listRecentAiMissionRuns: { members: { /data/*/status: { words: { running: going } }, /data/*/new: { missing: 1 } } }',
  'listRecentAiMissionRuns: { members: { /data/*/finished_at: { some: "null" }, /data/*/result: { some: absent } } }',
  'listRecentAiMissionRuns: { members: { /data/*/updated_at: { some: absent }, /data/*/started_at: { time: sent } } }',
  'listDirDocumentTypes: { members: { /data/*/description: absent, /meta/new: { missing: 1 } } }',
  'createNumberReservation: { members: { /data/updated_at: { time: "+02:00" }, /data/phone_numbers/*/new: { missing: a } } }',
  'createNumberReservation: { members: { /data/updated_at: { time: .###Z }, /data/status: { words: { pending: open } } } }',
  'updateSimCardDataUsageNotification: { members: { /data/threshold/unit: { words: { MB: mb } } } }',
];

/** Refusals under statuses and with bodies of their own. */
const refusals = [
  'ERR-10: { status: 400 }',
  'EMAIL-SUBJ-3: { status: 406, on: { createEmail: { status: 400, of: { type: { status: 415, at: { /subject: { status: 416 } } } } } } }',
  'EMAIL-SUBJ-3: { on: { createEmailMessage: { status: 418 } } }',
  'RUN-24: { status: 400, body: empty }',
  'SIM-20: { also: [{ code: "1" }], status: 409 }',
];

test('answers and refusals change the contract of a deployment as they should', async () => {
  const all = [
    ...[...answers, 'createEmail: { status: 201 }\n  createEmailMessage: { status: 203 }'].map(
      (says) => `answers:\n  ${says}`,
    ),
    ...refusals.map((says) => `refusals:\n  ${says}`),
    'choices: { emailPath: /mail }\nanswers:\n  createEmailMessage: { status: 201 }',
    'documentTypes: [{ short_name: a, description: b }]',
    'documentTypes: [{ short_name: a, description: b }, { short_name: c }]',
  ].map((says) => `${says}${told(parseYaml(says, 'says.yaml', 'product') as Partial<Deployment>)}`);
  await expect(`${all.join('\n')}\n`).toMatchFileSnapshot('golden/answers.txt');
});

test('an overlay says of which deployment and contract it is', () => {
  expect(overlayOf(completed({ contract: '2.0.0', settled: 'on Monday' }), document)).toEqual({
    overlay: '1.0.0',
    info: { title: 'The contract as it was settled: on Monday', version: '2.0.0' },
    actions: [],
  });
});
