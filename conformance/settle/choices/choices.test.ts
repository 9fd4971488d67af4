import { expect, test } from 'vitest';
import type { Deployment } from '../../../spec/deployment/deployment.ts';
import type { Choices } from '../../../spec/generated/choices.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import type { Counterpart } from '../asked/counterpart.ts';
import type { Pair } from '../asked/pair.ts';
import { atTheMock, findChoices, mendChoices, statusWords } from './choices.ts';

const base: Deployment = {
  contract: '2.0.0',
  settled: 'a run',
  refusals: {},
  answers: {},
  choices: {},
  unsettled: [],
  otherwise: [],
};

/** An exchange of a case about these rules; a refusal has a code. */
function seen(status: number, rules: RuleId[], code = '10015'): NotedExchange {
  const request = { method: 'POST', url: 'http://target/v2/x', headers: [] };
  return { case: 'a case', rules, request, at: 0, status, headers: [], text: textOf(status, code), broken: [] };
}

const textOf = (status: number, code: string) =>
  status < 300 ? '{"data":{}}' : JSON.stringify({ errors: [{ code }] });

/** Our mock, that answers all by what it chose. */
function mockOf(answer: (choices: Partial<Choices>) => { status: number; code?: string }): Counterpart {
  const repeat = async (exchanges: readonly NotedExchange[], says: Partial<Deployment> = {}): Promise<Pair[]> =>
    exchanges.map((one) => {
      const { status, code = '10015' } = answer(says.choices ?? {});
      return { seen: one, ours: { status, text: textOf(status, code), rules: [] } };
    });
  return { repeat } as unknown as Counterpart;
}

/** Our mock, that accepts a message without a sender where it chose so. */
const bySender = mockOf(({ missingSender }) => ({ status: missingSender === 'accepted' ? 202 : 422 }));
const about = { known: {}, hidden: [], words: new Map<string, string>(), base };

/** The choice of senders that exchanges show, and whether it is among the unseen. */
async function senderBy(...exchanges: NotedExchange[]): Promise<[word: string | undefined, isUnseen: boolean]> {
  const { choices, unseen } = await findChoices(exchanges, { ...about, mock: bySender });
  return [choices.missingSender, unseen.includes('missingSender')];
}

test('a choice is the word under which our mock accepts and refuses as the target did, and unseen where no exchange is about it', async () => {
  expect(await senderBy(seen(202, ['EMAIL-FROM-4']))).toEqual(['accepted', false]);
  expect(await senderBy(seen(422, ['EMAIL-FROM-4']))).toEqual(['refused', false]);
  expect(await senderBy(seen(202, ['EMAIL-SUBJ-3']))).toEqual([undefined, true]);
  const both = [seen(202, ['EMAIL-FROM-4']), seen(422, ['EMAIL-FROM-4'])];
  expect(await senderBy(...both)).toEqual([undefined, true]);
});

test('the cases about few rules decide first, then all about the rule, then those about its concern alone', async () => {
  const few = seen(202, ['EMAIL-FROM-4', 'ERR-1', 'ERR-2', 'ERR-3']);
  const many = seen(422, ['EMAIL-FROM-4', 'ERR-1', 'ERR-2', 'ERR-3', 'ERR-4']);
  const concern = seen(202, ['EMAIL-FROM-1', 'EMAIL-FROM-2']);
  expect(await senderBy(many, few, many)).toEqual(['accepted', false]);
  expect(await senderBy(many, concern, concern)).toEqual(['refused', false]);
  expect(await senderBy(concern)).toEqual(['accepted', false]);
  expect(await senderBy(seen(202, ['EMAIL-FROM-1', 'ERR-1']))).toEqual([undefined, true]);
});

test('of words that are as good as each other the one that is chosen already stays, else the first of them is taken', async () => {
  const mock = mockOf(({ unknownParameters }) => ({ status: unknownParameters === 'ignored' ? 200 : 400 }));
  const exchanges = [seen(400, ['HTTP-11'])];
  expect((await findChoices(exchanges, { ...about, mock })).choices).toEqual({ unknownParameters: 'refused' });
  const chosen = { choices: { unknownParameters: 'refusedByLists' }, unseen: [] } as const;
  expect(await mendChoices(chosen, exchanges, { ...about, mock })).toEqual(chosen);
});

test('what is known is not tried, and neither is what can not be seen', async () => {
  const exchanges = [seen(202, ['EMAIL-FROM-4'])];
  const known = await findChoices(exchanges, { ...about, mock: bySender, known: { missingSender: 'refused' } });
  expect([known.choices, known.unseen.includes('missingSender')]).toEqual([{ missingSender: 'refused' }, false]);
  const { choices, unseen } = await findChoices(exchanges, { ...about, mock: bySender, hidden: ['missingSender'] });
  expect([choices, unseen.includes('missingSender')]).toEqual([{}, true]);
});

test('how a refusal is told decides once everything else is settled', async () => {
  const mock = mockOf(({ missingSender }) => ({ status: 422, code: missingSender === 'accepted' ? '10007' : '10015' }));
  const exchanges = [seen(422, ['EMAIL-FROM-4'], '10007')];
  const found = await findChoices(exchanges, { ...about, mock });
  expect(found.choices).toEqual({});
  const { choices, unseen } = await mendChoices(found, exchanges, { ...about, mock });
  expect([choices, unseen.includes('missingSender')]).toEqual([{ missingSender: 'accepted' }, false]);
});

test('a partition is asked for what it can choose, and not for what is chosen at the start', async () => {
  const choices: Partial<Choices> = {
    emailPath: '/mails',
    bodyLimit: 1000,
    wwwAuthenticate: 'absent',
    credentialsAndReading: 'readingFirst',
    credentialsAndKey: 'keyFirst',
    credentialsAndPath: 'credentialsFirst',
    recipients: 'anyList',
  };
  const own = { recipients: 'anyList' };
  expect(atTheMock({ ...base, choices })).toEqual({ ...base, choices: own });
  const asked: unknown[] = [];
  const mock = mockOf((said) => {
    asked.push(said);
    return { status: 422 };
  });
  await findChoices([seen(422, ['EMAIL-FROM-4'])], { ...about, mock, known: choices });
  expect(asked).toContainEqual({ ...own, missingSender: 'accepted' });
});

test('a status of the target stands for that of ours which is most often in its place, where both succeed', () => {
  const pair = (theirs: string, own: string, [status = 200, ours = 200]: number[] = []): Pair => {
    const textOfStatus = (word: string) => JSON.stringify({ data: { status: word } });
    const answer = { status: ours, text: textOfStatus(own), rules: [] };
    return { seen: { ...seen(status, []), text: textOfStatus(theirs) }, ours: answer };
  };
  const pairs = [pair('accepted', 'sent'), pair('accepted', 'queued'), pair('accepted', 'queued')];
  const ofRefusals = [pair('odd', 'sent', [422, 200]), pair('odd', 'sent', [200, 422])];
  expect([...statusWords([...pairs, ...ofRefusals])]).toEqual([['accepted', 'queued']]);
});
