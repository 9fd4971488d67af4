import { sendParent } from '../../suite/api/sending.ts';
import { type Answer, type Case, expect, rule, test } from '../../suite/rule.ts';

const reply = (id: unknown) => ({ in_reply_to_message_id: id });
/** Sends a reply with the key of an account, sandboxed or real. */
const ask = (
  t: Case,
  id: unknown,
  { as = 'primary', real = false }: { as?: 'other' | 'primary'; real?: boolean } = {},
) => t.again(() => t.api.as(as).sendEmail(real ? t.email.real(reply(id)) : t.email(reply(id))));

const lookups = ['EMAIL-THREAD-5', 'EMAIL-THREAD-6', 'EMAIL-THREAD-10'] as const;

test(
  ...rule(lookups, 'an own parent is found, an unknown one is not', async (t) => {
    const { id } = await sendParent(t);
    const found = await t.eventually(() => ask(t, id));
    if (!t.check('EMAIL-THREAD-5', () => expect(found).toAccept()))
      t.blocked('a reply to a message of the account fails');
    const unknown = await ask(t, t.unique.uuid());
    const real = await ask(t, t.unique.uuid(), { real: true });
    t.check('EMAIL-THREAD-6', () => expect(unknown).toRefuse(404));
    t.check('EMAIL-THREAD-6', () => expect(real, 'outside the sandbox').toRefuse(404));
    t.check('EMAIL-THREAD-10', () => expect(unknown).toRefuse(undefined, '10001'));
  }),
);

const otherKey = { needs: ['send', 'accounts.restricted'], thorough: true };

test(
  ...rule('EMAIL-THREAD-5', 'another key of the account may answer a message', otherKey, async (t) => {
    const body = t.email(reply((await sendParent(t)).id));
    const answered = (api: Case['api'], body: unknown) => t.eventually(() => api.sendEmail(body));
    await t.mustSucceed(answered(t.api, body), 'a reply with the key of the parent');
    expect(await answered(t.api.as('restricted'), body)).toAccept();
    const ofOtherKey = await sendParent(t, {}, { as: 'restricted' });
    expect(await answered(t.api, t.email(reply(ofOtherKey.id)))).toAccept();
  }),
);

test(
  ...rule(['EMAIL-THREAD-7', 'EMAIL-THREAD-6'], "another account's message is no parent: 404", async (t) => {
    // A message that was really sent: a sandboxed one need not be a parent.
    const { id } = await sendParent(t, {}, { as: 'other' });
    const byOwner = t.eventually(() => ask(t, id, { as: 'other' }));
    await t.mustSucceed(byOwner, 'a reply by the account of the parent');
    await t.settle();
    const answers = [await ask(t, id), await ask(t, id, { real: true })];
    for (const answer of answers) t.check('EMAIL-THREAD-7', () => expect(answer).toRefuse(404));
    const byStranger = await ask(t, t.unique.uuid(), { as: 'other' });
    t.check('EMAIL-THREAD-6', () => expect(byStranger).toRefuse(404));
  }),
);

test(
  ...rule(['EMAIL-THREAD-8', 'EMAIL-THREAD-9'], 'a foreign parent is answered like an unknown one', async (t) => {
    const { id: foreign } = await sendParent(t, {}, { as: 'other' });
    const ids = [t.unique.uuid(), foreign, t.unique.uuid(), foreign];
    await t.settle();
    const answers: Answer[] = [];
    for (const id of ids) answers.push(await ask(t, id));
    const [unknown, foreignParent, unknownAgain, oneAgain] = answers as [Answer, Answer, Answer, Answer];
    t.check('EMAIL-THREAD-8', () => {
      expect(outlineOf(foreignParent)).toEqual(outlineOf(unknown));
      // Parts that never vary within each kind of refusal must be equal in both.
      const ofForeign = steadyParts(foreignParent, oneAgain, ids);
      for (const [name, text] of Object.entries(steadyParts(unknown, unknownAgain, ids)))
        if (ofForeign[name] !== undefined)
          expect(ofForeign[name], `${name} of the refusal of a foreign parent`).toBe(text);
    });
    t.check('EMAIL-THREAD-9', () => expect(foreignParent).toEqualAnswer(unknown));
  }),
);

/** The parts of a refusal that the standard error body defines; a service may add others. */
function outlineOf(answer: Answer) {
  const errors = answer.errors.map(({ code, title, source }) => ({ code, title, pointer: source?.pointer }));
  return { status: answer.status, errors };
}

/** Headers of the transport, which show nothing about the message. */
const ofTheWay = /^(connection|content-length|date|keep-alive|transfer-encoding)$/;

/** The equal parts of two answers to the same request, without requested ids and request ids. */
function steadyParts(answer: Answer, again: Answer, ids: readonly string[]): Record<string, string> {
  const withoutIds = (text: string, { requestId }: Answer) =>
    [...ids, ...(requestId ? [requestId] : [])].reduce((rest, id) => rest.replaceAll(new RegExp(id, 'gi'), '*'), text);
  const partsOf = (of: Answer) => {
    const names = new Set(of.headers.map(([name]) => name.toLowerCase()).filter((name) => !ofTheWay.test(name)));
    const details = JSON.stringify(of.errors.map(({ detail }) => detail));
    return { body: withoutIds(of.text, of), details: withoutIds(details, of), headers: [...names].sort().join(', ') };
  };
  const second: Record<string, string> = partsOf(again);
  return Object.fromEntries(Object.entries(partsOf(answer)).filter(([name, text]) => second[name] === text));
}
