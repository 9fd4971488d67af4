import { send, sendParent } from '../../suite/api/sending.ts';
import { type Answer, type Case, expect, rule, test } from '../../suite/rule.ts';

const reply = (id: unknown) => ({ in_reply_to_message_id: id });

test(
  ...rule(
    ['EMAIL-THREAD-5', 'EMAIL-THREAD-6', 'EMAIL-THREAD-10'],
    'a parent of the account is found, and a UUID that names no message is refused with 404',
    async (t) => {
      const parent = await sendParent(t);
      const found = await t.eventually(() => t.api.sendEmail(t.email(reply(parent.id))));
      if (!t.check('EMAIL-THREAD-5', () => expect(found).toAccept()))
        t.blocked('a reply to a message of the account fails');
      const unknown = await t.api.sendEmail(t.email(reply(t.unique.uuid())));
      t.check('EMAIL-THREAD-6', () => expect(unknown).toRefuse(404));
      t.check('EMAIL-THREAD-10', () => expect(unknown).toHaveErrorCode('10001'));
      const real = await t.api.sendEmail(t.email.real(reply(t.unique.uuid())));
      t.check('EMAIL-THREAD-6', () => expect(real, 'outside the sandbox').toRefuse(404));
    },
  ),
);

test(
  ...rule(
    'EMAIL-THREAD-5',
    'the account decides, not the key: a message of one key may be answered with another',
    { needs: ['send', 'accounts.restricted'], thorough: true },
    async (t) => {
      const body = t.email(reply((await sendParent(t)).id));
      const answered = (api: Case['api'], body: unknown) => t.eventually(() => api.sendEmail(body));
      await t.mustSucceed(answered(t.api, body), 'a reply with the key of the parent');
      expect(await answered(t.api.as('restricted'), body)).toAccept();
      const other = await sendParent(t, {}, { as: 'restricted' });
      expect(await answered(t.api, t.email(reply(other.id)))).toAccept();
    },
  ),
);

test(
  ...rule(
    ['EMAIL-THREAD-7', 'EMAIL-THREAD-6'],
    'a message of another account is no parent, and is refused with 404, as is an unknown UUID',
    async (t) => {
      // One that was really sent: a sandboxed one need not be a parent anywhere.
      const { id: foreign } = await sendParent(t, {}, { as: 'other' });
      const byOwner = () => t.eventually(() => t.api.as('other').sendEmail(t.email(reply(foreign))));
      await t.mustSucceed(t.again(byOwner), 'a reply by the account of the parent');
      await t.settle();
      const answer = await t.again(() => t.api.sendEmail(t.email(reply(foreign))));
      const real = await t.again(() => t.api.sendEmail(t.email.real(reply(foreign))));
      t.check('EMAIL-THREAD-7', () => {
        expect(answer).toRefuse(404);
        expect(real, 'outside the sandbox').toRefuse(404);
      });
      const other = await t.again(() => t.api.as('other').sendEmail(t.email(reply(t.unique.uuid()))));
      t.check('EMAIL-THREAD-6', () => expect(other).toRefuse(404));
    },
  ),
);

test(
  ...rule(['EMAIL-THREAD-8', 'EMAIL-THREAD-9'], 'nothing tells an unknown parent from a foreign one', async (t) => {
    const { id: foreign } = await sendParent(t, {}, { as: 'other' });
    const ask = (id: string) => t.again(() => t.api.sendEmail(t.email(reply(id))));
    const ids = [t.unique.uuid(), foreign, t.unique.uuid(), foreign];
    await t.settle();
    const answers: Answer[] = [];
    for (const id of ids) answers.push(await ask(id));
    const [unknown, one, unknownAgain, oneAgain] = answers as [Answer, Answer, Answer, Answer];
    t.check('EMAIL-THREAD-8', () => {
      expect(outlineOf(one)).toEqual(outlineOf(unknown));
      // What differs between two answers to the same question tells nothing; what is steady within each and differs does.
      const ofForeign = tellingOf(one, oneAgain, ids);
      for (const [index, { name, text }] of tellingOf(unknown, unknownAgain, ids).entries()) {
        const foreignText = ofForeign[index]?.text;
        if (text === undefined || foreignText === undefined) continue;
        expect(foreignText, `${name} of the refusal of a foreign parent`).toBe(text);
      }
    });
    t.check('EMAIL-THREAD-9', () => expect(one).toEqualAnswer(unknown));
  }),
);

test(
  ...rule('EMAIL-THREAD-20', 'a parent or a forwarded message of null is an absent one', async (t) => {
    const parent = await sendParent(t);
    const [forward, id] = [t.unique.uuid(), parent.id];
    const send = (body: Record<string, unknown>) => t.eventually(() => t.api.sendEmail(t.email(body)));
    await t.mustSucceed(send({ forward_of_message_id: forward }), 'a forward');
    await t.mustSucceed(send(reply(id)), 'a reply');
    const bodies = [
      reply(null),
      { forward_of_message_id: null },
      { ...reply(null), forward_of_message_id: null },
      { ...reply(id), forward_of_message_id: null },
      { ...reply(null), forward_of_message_id: forward },
    ];
    await t.each(bodies, async (body) => expect(await send(body)).toAccept());
  }),
);

test(
  ...rule('EMAIL-THREAD-21', 'any message of the account may be a parent', async (t) => {
    const queued = await send(t);
    const parents = {
      'a queued one': queued,
      'a scheduled one': await send(t, { scheduled_at: t.time.in('PT1H') }),
      'a sandboxed one': await send(t, { sandbox_mode: true }),
      'a reply': await send(t, { ...reply(queued.id), sandbox_mode: true }),
      'a forward': await send(t, { forward_of_message_id: t.unique.uuid(), sandbox_mode: true }),
    };
    await t.each(parents, async ({ id }) => {
      expect(await t.eventually(() => t.api.sendEmail(t.email(reply(id))))).toAccept();
    });
  }),
);

/** What every refusal says in the standard error body, whatever else a service adds. */
function outlineOf(answer: Answer) {
  const errors = answer.errors.map(({ code, title, source }) => ({ code, title, pointer: source?.pointer }));
  return { status: answer.status, errors };
}

/** How a body is framed and a connection kept is settled on the way, and says nothing about the message. */
const ofTheWay = /^(connection|content-length|date|keep-alive|transfer-encoding)$/;

function namesOf(headers: Answer['headers']): string[] {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return [...names].filter((name) => !ofTheWay.test(name)).sort();
}

/** What two answers to the same question have in common, the ids that were asked for and those of requests aside. */
function tellingOf(answer: Answer, again: Answer, ids: readonly string[]) {
  const withoutIds = (text: string, { requestId }: Answer) =>
    [...ids, ...(requestId ? [requestId] : [])].reduce((rest, id) => rest.replaceAll(new RegExp(id, 'gi'), '*'), text);
  const parts = {
    body: (of: Answer) => withoutIds(of.text, of),
    details: (of: Answer) => withoutIds(JSON.stringify(of.errors.map(({ detail }) => detail)), of),
    headers: ({ headers }: Answer) => namesOf(headers).join(', '),
  };
  return Object.entries(parts).map(([name, part]) => ({
    name,
    text: part(answer) === part(again) ? part(answer) : undefined,
  }));
}
