import { expect, test } from 'vitest';
import type { Deployment } from '../../../spec/deployment/deployment.ts';
import type { Choices } from '../../../spec/generated/choices.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import type { Counterpart } from '../asked/counterpart.ts';
import type { Pair } from '../asked/pair.ts';
import { atTheMock, findChoices, hiddenBy, judgedChoices, mendChoices, statusWords } from './choices.ts';

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

/** What our mock answers to an exchange by what it chose. */
type Answer = (choices: Partial<Choices>, to: NotedExchange) => { status: number; code?: string };

function mockOf(answer: Answer): Counterpart {
  const repeat = async (exchanges: readonly NotedExchange[], says: Partial<Deployment> = {}): Promise<Pair[]> =>
    exchanges.map((one) => {
      const { status, code = '10015' } = answer(says.choices ?? {}, one);
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

test('cases about many rules decide between the words that those about few leave, also where these are all', async () => {
  const [few, odd]: RuleId[][] = [['HTTP-11'], ['HTTP-11', 'ERR-1']];
  const many: RuleId[] = ['HTTP-11', 'ERR-1', 'ERR-2', 'ERR-3', 'ERR-4'];
  const mock = mockOf(({ unknownParameters: word }, { rules }) => ({
    status: word === (rules === few ? 'ignored' : 'refusedByLists') && rules !== odd ? 202 : 400,
  }));
  for (const first of [seen(400, few ?? []), seen(202, odd ?? [])]) {
    const { choices } = await findChoices([first, seen(202, many)], { ...about, mock });
    expect(choices).toEqual({ unknownParameters: 'refusedByLists' });
  }
});

test('a choice is tried together with those that were found before it, as the rest of the deployment is', async () => {
  const asked: unknown[] = [];
  const accepting = { unknownParameters: 'refused', missingSender: 'accepted' };
  const mock = mockOf((choices, { rules: [rule] }) => {
    if (rule === 'HTTP-11') return { status: choices.unknownParameters === 'refused' ? 400 : 202 };
    return { status: JSON.stringify(choices) === JSON.stringify(accepting) ? 202 : 422 };
  });
  const { choices } = await findChoices([seen(400, ['HTTP-11']), seen(202, ['EMAIL-FROM-4'])], { ...about, mock });
  expect(choices).toEqual(accepting);
  const repeat = async (exchanges: readonly NotedExchange[], says?: Partial<Deployment>) => {
    asked.push([exchanges.length, says]);
    return bySender.repeat(exchanges, says);
  };
  await findChoices([seen(202, ['EMAIL-FROM-4'])], { ...about, mock: { repeat } as unknown as Counterpart });
  // Nothing is asked again once one word is left, or where no case is about a choice.
  expect(asked).toEqual(['refused', 'accepted'].map((missingSender) => [1, { ...base, choices: { missingSender } }]));
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

test('a word under which more is accepted and refused alike is better than one under which fewer refusals are told so', async () => {
  const [first, ...others] = Array.from({ length: 3 }, () => seen(422, ['EMAIL-FROM-4'], '10007'));
  const mock = mockOf(({ missingSender }, to) => {
    if (missingSender === 'accepted') return { status: 422 };
    return to === first ? { status: 422, code: '10007' } : { status: 202 };
  });
  const exchanges = [first as NotedExchange, ...others];
  const { choices } = await mendChoices({ choices: {}, unseen: [] }, exchanges, { ...about, mock });
  expect(choices).toEqual({ missingSender: 'accepted' });
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
  const pair = (theirs: string, own?: string, [status = 200, ours = 200]: number[] = []): Pair => {
    const textOfStatus = (word?: string) => JSON.stringify({ data: { status: word } });
    const answer = { status: ours, text: textOfStatus(own), rules: [] };
    return { seen: { ...seen(status, []), text: textOfStatus(theirs) }, ours: answer };
  };
  const pairs = [pair('accepted', 'sent'), pair('accepted', 'queued'), pair('accepted', 'queued'), pair('odd')];
  const ofRefusals = [pair('odd', 'sent', [422, 200]), pair('odd', 'sent', [200, 422])];
  expect([...statusWords([...pairs, ...ofRefusals])]).toEqual([['accepted', 'queued']]);
});

test('a choice that no answer shows is read from whether its rule is kept, and is not ours where it was once not', () => {
  const otherwise: RuleId[] = ['EMAIL-SAND-3', 'EMAIL-SCHED-10'];
  expect(judgedChoices(otherwise, ['EMAIL-SCHED-11', 'EMAIL-SCHED-10', 'EMAIL-FROM-4'])).toEqual({
    sandboxDelivery: 'delivered',
    nullScheduledAt: 'absent',
    invalidScheduledAt: 'yields',
  });
});

test('a choice is hidden by a target that breaks a rule without which nothing is seen of it', () => {
  expect(hiddenBy(['EMAIL-IDEM-13'])).toContain('keyOwner');
  expect(hiddenBy(['EMAIL-IDEM-16'])).toEqual(['keyAfterRefusal']);
  expect(hiddenBy(['EMAIL-RCPT-2'])).toEqual([]);
});
