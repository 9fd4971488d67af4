import { membersNamed, replyAndForward } from '../suite/calls/email-members.ts';
import { givenRefusal, isUnderstood, messageOf, needsKey, sendWithKey } from '../suite/calls/idempotency.ts';
import { type Answer, type Case, expect, rule, written } from '../suite/rule.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

rule('EMAIL-IDEM-2', 'the header of the key is known, in any letter case', async (given) => {
  const { idempotencyHeader: name } = given.target.wire;
  for (const header of new Set([name, name.toLowerCase(), name.toUpperCase()])) {
    const understood = await isUnderstood(given, header);
    expect(understood, `whether the header ${header} has an effect`).toBe(true);
  }
});

rule('EMAIL-IDEM-3', 'keys of one character and of 255, of every kind allowed, are accepted', async (given) => {
  const { api, email, unique, step, target } = given;
  await needsKey(given);
  for (const key of [alphabet + unique.key(), longKey(given, 255), longKey(given, 254)]) {
    await step(`a key of ${key.length} characters`, async () => {
      expect(await api.sendEmail(email(), { key })).toAccept();
    });
  }
  await step('two keys that differ at their end', async () => {
    const stem = longKey(given, 254);
    const first = await given.given(api.sendEmail(email(), { key: `${stem}x` }));
    const second = await api.sendEmail(email(), { key: `${stem}y` });
    expect(second).toAccept();
    // What the answer shows is open.
    const [one, other] = [first, second].map(({ body }) => membersNamed(body, 'id')[0]);
    if (one !== undefined) expect(other, 'the id of the message of the other key').not.toBe(one);
  });
  // There are few keys of one character, so they are used up within a day: always the same request, and a used key says nothing.
  const body = email({ to: [`one-character@${target.email.recipientDomain}`], subject: 'A key of one character' });
  const answers = await Promise.all(['A', 'z', '0', '_', '-'].map((key) => api.sendEmail(body, { key })));
  const telling = answers.filter(({ status }) => status !== 409 && status !== 422);
  for (const answer of telling) expect(answer).toAccept();
  if (telling.length === 0) given.inconclusive('the keys A, z, 0, _ and - were all used for other requests today');
});

rule('EMAIL-IDEM-4', 'two lines of the key header, equal or different, are refused', async (given) => {
  const { target, unique } = given;
  const { idempotencyHeader: name } = target.wire;
  await refusesKeys(given, (key) => ({
    'twice the same': [line(name, key), line(name, key)],
    'two different ones': [line(name, key), line(name, unique.key())],
    'in two spellings of the name': [line(name.toLowerCase(), key), line(name.toUpperCase(), key)],
    'the second one empty': [line(name, key), line(name, '')],
    'three lines': [line(name, unique.key()), line(name, key), line(name, key)],
  }));
});

rule('EMAIL-IDEM-5', 'an empty key is refused', async (given) => {
  const { idempotencyHeader: name } = given.target.wire;
  await refusesKeys(given, () => ({ empty: [line(name, '')], 'only blanks': [line(name, '   ')] }));
});

rule('EMAIL-IDEM-6', 'a malformed key is refused, wherever the wrong character stands', async (given) => {
  const { idempotencyHeader: name } = given.target.wire;
  const inTheMiddle = [...'.,:;/+=@!*~%&\'"`()[]{}<>|\\^#$? \t\u00e9', ', '];
  await refusesKeys(given, (key) => {
    const malformed = [
      `"${key}"`,
      `'${key}'`,
      `.${key}`,
      `${key}.`,
      `"${key}`,
      `{${key}}`,
      `${key},`,
      `${key}\u00df`,
      ...inTheMiddle.map((character) => `${key.slice(0, 4)}${character}${key.slice(4)}`),
    ];
    return Object.fromEntries(malformed.map((value) => [value, [line(name, value)]]));
  });
});

rule('EMAIL-IDEM-7', 'a key of 256 characters or more is refused, and 255 of them are accepted', async (given) => {
  const { idempotencyHeader: name } = given.target.wire;
  const longest = longKey(given, 255);
  // The first one has the longest valid key as its beginning: cut off, it would be replayed.
  await refusesKeys(
    given,
    () => ({
      '256 characters': [line(name, `${longest}x`)],
      '257 other characters': [line(name, longKey(given, 257))],
      '1000 characters': [line(name, longKey(given, 1000))],
    }),
    longest,
  );
});

rule('EMAIL-IDEM-20', 'other headers do not make a request different, and any other byte does', async (given) => {
  const { api, unique, target, step, each } = given;
  const { key, body, first } = await sendWithKey(given);
  const headers = {
    'a header that nobody knows': ['X-Conformance', unique.reference()],
    'a language': ['Accept-Language', 'de'],
    'a charset': ['Content-Type', 'application/json; charset=utf-8'],
  } as const;
  await each(headers, async (header) => expect(await api.sendEmail(body, { key, headers: [header] })).toReplay(first));
  const additions = {
    tags: ['a'],
    metadata: { a: 1 },
    headers: { 'X-A': 'a' },
    reply_to: unique.address('reply'),
    group_id: unique.uuid(),
    ignore_suppression: false,
    tracking_settings: { open_tracking: true },
    reply_to_all: false,
    attachments: [{ content: 'QQ==', filename: 'a.txt' }],
    inline_css: true,
  };
  for (const [name, value] of Object.entries(additions)) {
    await step(`with ${name}`, async () => {
      expect(await api.sendEmail({ ...body, [name]: value }, { key })).toRefuse(422);
    });
  }
  if (!target.isMock) return;
  await step('with a blank', async () => expect(await spelledOut(given, body, key)).toRefuse(422));
});

rule('EMAIL-IDEM-21', 'the same key in another account is another key', async (given) => {
  const { api, email, unique } = given;
  const { key, body, first } = await sendWithKey(given);
  await given.given(api.as('other').sendEmail(body), 'a send of the other account');
  const other = await api.as('other').sendEmail(body, { key });
  expect(other).toAccept();
  expect(messageOf(other), 'the message of the other account').not.toBe(messageOf(first));
  const second = unique.key();
  await given.given(api.as('other').sendEmail(body, { key: second }));
  expect(await api.sendEmail(email(), { key: second })).toAccept();
});

rule('EMAIL-IDEM-22', 'two API keys of one account share their records', async (given) => {
  const { api, email } = given;
  const { key, body, first } = await sendWithKey(given);
  expect(await api.as('restricted').sendEmail(body, { key })).toReplay(first);
  expect(await api.as('restricted').sendEmail(email(), { key })).toRefuse(422);
});

rule('EMAIL-IDEM-23', 'what else may be the same or not is observed', { thorough: true }, async (given) => {
  const { api, observe } = given;
  const { key, body, first } = await sendWithKey(given);
  const said = (answer: { accepted: boolean; status: number; text: string }) => {
    if (!answer.accepted) return `refused with ${answer.status}`;
    return answer.text === first.text ? 'replayed' : 'a request of its own';
  };
  observe(`the same JSON in other bytes: ${said(await spelledOut(given, body, key))}`);
  observe(`the other route: ${said(await api.sendEmail(body, { key, alias: true }))}`);
});

rule('EMAIL-IDEM-30', 'a key in other letter case is another key', async (given) => {
  const { api, email, unique } = given;
  const { key, body, first } = await sendWithKey(given, `Key-${unique.key()}`);
  await given.each([key.toUpperCase(), key.toLowerCase()], String, async (other) => {
    const answer = await api.sendEmail(body, { key: other });
    expect(answer).toAccept();
    expect(messageOf(answer), 'the message of the other key').not.toBe(messageOf(first));
  });
  // Another request under a key that is the same would be refused.
  expect(await api.sendEmail(email(), { key: key.replace('Key', 'kEY') })).toAccept();
});

rule('EMAIL-IDEM-24', 'the alias has a record of its own under the same key', async (given) => {
  const { api, email } = given;
  const { key, body, first } = await sendWithKey(given);
  const other = await api.sendEmail(body, { key, alias: true });
  expect(other).toAccept();
  expect(messageOf(other), 'the message of the alias').not.toBe(messageOf(first));
  expect(await api.sendEmail(email(), { key, alias: true })).toRefuse(422);
});

rule('EMAIL-IDEM-25', 'wrong credentials with an invalid key or body are an authentication failure', async (given) => {
  const { api, unique, each, target } = given;
  const callers = {
    'no credentials': { authorization: false },
    'an unknown token': { authorization: 'Bearer a-token-that-nobody-has' },
  } as const;
  await each(callers, async (wrong, name) => {
    const failure = await givenRefusal(given, api.sendEmail({}, { key: unique.key(), ...wrong }), name);
    if (![401, 403].includes(failure.status))
      given.blocked(`that is no authentication failure, see AUTH-5: ${failure}`);
    const answers: Answer[] = [
      await api.sendEmail({}, { key: 'a.b', ...wrong }),
      await api.sendEmail(written('{"to":'), wrong),
      await api.sendEmail(written('{"to":', 'text/plain'), wrong),
    ];
    if (target.allow.has('send')) {
      const key = unique.key();
      await given.given(api.sendEmail(given.email(), { key }), 'a send with a key');
      answers.push(await api.sendEmail({}, { key, ...wrong }));
    }
    for (const answer of answers) {
      expect(answer).toHaveStatus(failure.status);
      expect(answer.codes, 'the codes of the authentication failure').toEqual(failure.codes);
    }
  });
});

rule('EMAIL-IDEM-26', 'an invalid key with an invalid body is refused for the key', async (given) => {
  const { api, unique, each } = given;
  await needsKey(given);
  const invalid = invalidSends(given);
  let told = 0;
  await each(invalid, async (body, name) => {
    const forBody = await givenRefusal(given, api.sendEmail(body, { key: unique.key() }), name);
    if (forBody.status === 400) return;
    told += 1;
    expect(await api.sendEmail(body, { key: 'a.b' })).toRefuse(400, '10015');
  });
  if (told === 0) given.blocked('an invalid body is answered with 400 as well, so the two can not be told apart');
});

rule('EMAIL-IDEM-27', 'a used key with an invalid body is refused as a reused key', async (given) => {
  const { api, email, unique, each } = given;
  const { key } = await sendWithKey(given);
  const reused = await api.sendEmail(email(), { key });
  if (!reused.refused) given.blocked(`a reused key was not refused, see EMAIL-IDEM-11: ${reused}`);
  let told = 0;
  const invalid = {
    ...invalidSends(given),
    'no subject': email({ subject: undefined }),
    'an address twice': email({ cc: ['twice@example.com', 'twice@example.com'] }),
    'an unknown template': email({ subject: undefined, text_body: undefined, template_id: unique.uuid() }),
  };
  await each(invalid, async (body) => {
    // Which status and code a reused key has is another rule's. What is refused so for its body tells nothing.
    if (isToldAlike(await api.sendEmail(body), reused)) return;
    told += 1;
    expect(await api.sendEmail(body, { key })).toRefuse(reused.status, String(reused.codes[0]));
  });
  if (told === 0)
    given.notApplicable('an invalid body is refused as a reused key is, so the two can not be told apart');
});

rule('EMAIL-IDEM-28', 'a full ledger is a 503, and keeps its records for 24 hours', async (given) => {
  const { api, control, unique } = given;
  const { key: older, body, first } = await sendWithKey(given);
  const newer = unique.key();
  const second = await given.given(api.sendEmail(body, { key: newer }));
  await control.settings({ ledgerLimit: 1 });
  const full = await api.sendEmail(body, { key: unique.key() });
  expect(full).toHaveStatus(503);
  expect(full).toHaveErrorBody();
  expect(await api.sendEmail(body), 'a send without a key').toAccept();
  await control.advance('PT23H59M');
  expect(await api.sendEmail(body, { key: unique.key() })).toHaveStatus(503);
  expect(await api.sendEmail(body, { key: older })).toReplay(first);
  expect(await api.sendEmail(body, { key: newer })).toReplay(second);
  await control.advance('PT2M');
  expect(await api.sendEmail(body, { key: unique.key() })).toAccept();
});

/** Bodies that are refused, each for a reason of its own. */
function invalidSends({ email, unique }: Case) {
  return {
    'a wrong address': email({ to: ['nobody'] }),
    'a parent that does not exist': email({ in_reply_to_message_id: unique.uuid() }),
    'a reply that is a forward': email(replyAndForward(unique)),
    'a subject that is no text': email({ subject: 5 }),
    'nobody to send it to': email({ to: [] }),
    'several things at once': email({ to: ['nobody'], subject: 5, ...replyAndForward(unique) }),
  };
}

function isToldAlike(one: Answer, other: Answer): boolean {
  return one.status === other.status && one.codes.join() === other.codes.join();
}

const line = (name: string, value: string) => [name, value] as const;

/**
 * A valid key is accepted, and the same request with each of the others is refused. The valid key is used already: a service
 * that mends a key would replay.
 */
async function refusesKeys(
  given: Case,
  variants: (key: string) => Record<string, (readonly [string, string])[]>,
  key = given.unique.key(),
): Promise<void> {
  const { api, email, each } = given;
  await needsKey(given);
  const body = email();
  await given.given(api.sendEmail(body, { key }), 'a send with a valid key');
  await each(variants(key), async (headers) => expect(await api.sendEmail(body, { headers })).toRefuse(400, '10015'));
}

/** A key of so many characters that nobody else uses. */
function longKey({ unique }: Case, length: number): string {
  return unique.key().padEnd(length, alphabet);
}

/** The same JSON in other bytes: with a blank. */
function spelledOut({ api }: Case, body: unknown, key: string) {
  return api.sendEmail(written(JSON.stringify(body, undefined, 1)), { key });
}
