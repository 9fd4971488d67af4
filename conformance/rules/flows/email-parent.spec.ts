import { sendParent } from '../../suite/api/sending.ts';
import { type Answer, expect, rule, test } from '../../suite/rule.ts';

test(
  ...rule(['EMAIL-THREAD-8', 'EMAIL-THREAD-9'], 'a foreign parent is answered like an unknown one', async (t) => {
    const { id: foreign } = await sendParent(t, {}, { as: 'other' });
    const ids = [t.unique.uuid(), foreign, t.unique.uuid(), foreign];
    await t.settle();
    const answers: Answer[] = [];
    for (const id of ids) answers.push(await t.again(() => t.api.sendEmail(t.email({ in_reply_to_message_id: id }))));
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
