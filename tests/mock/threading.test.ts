import { type Api, refusal } from './support/api.ts';
import { expect, test } from './support/test.ts';

const unknown = '00000000-0000-4000-8000-000000000000';
const forward = '11111111-1111-4111-8111-111111111111';

/** The threading headers of the newest mail; missing ones are undefined. */
async function threading(api: Api) {
  const headers = await api.mailHeaders();
  return {
    id: headers['Message-Id']?.[0] ?? headers['Message-ID']?.[0],
    inReplyTo: headers['In-Reply-To']?.[0],
    references: headers.References?.[0]?.split(/\s+/),
  };
}

test('a thread carries its ancestors from the root to the parent, each once', async ({ api }) => {
  const ids: string[] = [];
  let parent: string | null = null;
  for (let depth = 0; depth < 6; depth++) {
    parent = (await api.accepted({ in_reply_to_message_id: parent })).id;
    const { id, inReplyTo, references } = await threading(api);
    expect(id).toMatch(/^<[^<>\s@]+@[^<>\s@]+>$/);
    expect(inReplyTo).toBe(ids.at(-1));
    expect(references ?? []).toEqual(ids);
    ids.push(id ?? '');
  }
});

test('a forward starts a new thread, and the forwarded message is not looked up', async ({ api }) => {
  await api.accepted({ forward_of_message_id: forward });
  expect(await threading(api)).toMatchObject({ inReplyTo: undefined, references: undefined });
});

test('an unknown parent and one of another account get equal answers, byte for byte', async ({ api }) => {
  const { id } = await api.accepted({}, { as: 'key_other' });
  const answers = await Promise.all([id, unknown].map((parent) => api.send({ in_reply_to_message_id: parent })));
  for (const answer of answers) expect(answer).toMatchObject(refusal(404, '10001'));
  expect(answers[0]?.text).toBe(answers[1]?.text);
  expect(await api.mails()).toHaveLength(1);
});

test('a message that is both reply and forward is refused', async ({ api }) => {
  const { id } = await api.accepted();
  for (const parent of [id, unknown]) {
    const both = { in_reply_to_message_id: parent, forward_of_message_id: forward };
    expect(await api.send(both)).toMatchObject(refusal(422, '10015', { pointer: '/forward_of_message_id' }));
  }
});
