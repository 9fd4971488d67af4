import { membersNamed } from '../../suite/api/email-members.ts';
import { isRefusedLike } from '../../suite/api/expect.ts';
import { givenRefusal, isUnderstood, messageOf, needsKey, sendWithKey } from '../../suite/api/idempotency.ts';
import { wrongSends } from '../../suite/api/wrong-values.ts';
import { type Answer, type Case, expect, rule, test, written } from '../../suite/rule.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

test(
  ...rule('EMAIL-IDEM-2', 'the header of the key is known, in any letter case', async (t) => {
    const { idempotencyHeader: name } = t.target.wire;
    for (const header of new Set([name, name.toLowerCase(), name.toUpperCase()])) {
      const understood = await isUnderstood(t, header);
      expect(understood, `whether the header ${header} has an effect`).toBe(true);
    }
  }),
);

test(
  ...rule('EMAIL-IDEM-3', 'keys of one character and of 255, of every kind allowed, are accepted', async (t) => {
    await needsKey(t);
    for (const key of [alphabet + t.unique.key(), longKey(t, 255), longKey(t, 254)]) {
      await t.step(`a key of ${key.length} characters`, async () => {
        expect(await t.api.sendEmail(t.email(), { key })).toAccept();
      });
    }
    await t.step('two keys that differ at their end', async () => {
      const stem = longKey(t, 254);
      const first = await t.mustSucceed(t.api.sendEmail(t.email(), { key: `${stem}x` }));
      const second = await t.api.sendEmail(t.email(), { key: `${stem}y` });
      expect(second).toAccept();
      // What the answer shows is open.
      const [one, other] = [first, second].map(({ body }) => membersNamed(body, 'id')[0]);
      if (one !== undefined) expect(other, 'the id of the message of the other key').not.toBe(one);
    });
    // There are few keys of one character, so they are used up within a day: always the same request, and a used key says nothing.
    const body = t.email({
      to: [`one-character@${t.target.email.recipientDomain}`],
      subject: 'A key of one character',
    });
    const answers = await Promise.all(['A', 'z', '0', '_', '-'].map((key) => t.api.sendEmail(body, { key })));
    const telling = answers.filter(({ status }) => status !== 409 && status !== 422);
    for (const answer of telling) expect(answer).toAccept();
    if (telling.length === 0) t.inconclusive('the keys A, z, 0, _ and - were all used for other requests today');
  }),
);

test(
  ...rule('EMAIL-IDEM-4', 'two lines of the key header, equal or different, are refused', async (t) => {
    const { idempotencyHeader: name } = t.target.wire;
    await refusesKeys(t, (key) => ({
      'twice the same': [line(name, key), line(name, key)],
      'two different ones': [line(name, key), line(name, t.unique.key())],
      'in two spellings of the name': [line(name.toLowerCase(), key), line(name.toUpperCase(), key)],
      'the second one empty': [line(name, key), line(name, '')],
      'three lines': [line(name, t.unique.key()), line(name, key), line(name, key)],
    }));
  }),
);

test(
  ...rule('EMAIL-IDEM-5', 'an empty key is refused', async (t) => {
    const { idempotencyHeader: name } = t.target.wire;
    await refusesKeys(t, () => ({ empty: [line(name, '')], 'only blanks': [line(name, '   ')] }));
  }),
);

test(
  ...rule('EMAIL-IDEM-6', 'a malformed key is refused, wherever the wrong character stands', async (t) => {
    const { idempotencyHeader: name } = t.target.wire;
    const inTheMiddle = [...'.,:;/+=@!*~%&\'"`()[]{}<>|\\^#$? \t\u00e9', ', '];
    await refusesKeys(t, (key) => {
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
  }),
);

test(
  ...rule('EMAIL-IDEM-7', 'a key of 256 characters or more is refused, and 255 of them are accepted', async (t) => {
    const { idempotencyHeader: name } = t.target.wire;
    const longest = longKey(t, 255);
    // The first one has the longest valid key as its beginning: cut off, it would be replayed.
    await refusesKeys(
      t,
      () => ({
        '256 characters': [line(name, `${longest}x`)],
        '257 other characters': [line(name, longKey(t, 257))],
        '1000 characters': [line(name, longKey(t, 1000))],
      }),
      longest,
    );
  }),
);

test(
  ...rule('EMAIL-IDEM-20', 'other headers do not make a request different, and any other byte does', async (t) => {
    const { key, body, first } = await sendWithKey(t);
    const headers = {
      'a header that nobody knows': ['X-Conformance', t.unique.reference()],
      'a language': ['Accept-Language', 'de'],
      'a charset': ['Content-Type', 'application/json; charset=utf-8'],
    } as const;
    await t.each(headers, async (header) =>
      expect(await t.api.sendEmail(body, { key, headers: [header] })).toReplay(first),
    );
    const additions = {
      tags: ['a'],
      metadata: { a: 1 },
      headers: { 'X-A': 'a' },
      reply_to: t.unique.address('reply'),
      group_id: t.unique.uuid(),
      ignore_suppression: false,
      tracking_settings: { open_tracking: true },
      reply_to_all: false,
      attachments: [{ content: 'QQ==', filename: 'a.txt' }],
      inline_css: true,
    };
    for (const [name, value] of Object.entries(additions)) {
      await t.step(`with ${name}`, async () => {
        expect(await t.api.sendEmail({ ...body, [name]: value }, { key })).toRefuse(422);
      });
    }
    if (!t.target.isMock) return;
    await t.step('with a blank', async () => expect(await spelledOut(t, body, key)).toRefuse(422));
  }),
);

test(
  ...rule('EMAIL-IDEM-21', 'the same key in another account is another key', async (t) => {
    const { key, body, first } = await sendWithKey(t);
    await t.mustSucceed(t.api.as('other').sendEmail(body), 'a send of the other account');
    const other = await t.api.as('other').sendEmail(body, { key });
    expect(other).toAccept();
    expect(messageOf(other), 'the message of the other account').not.toBe(messageOf(first));
    const second = t.unique.key();
    await t.mustSucceed(t.api.as('other').sendEmail(body, { key: second }));
    expect(await t.api.sendEmail(t.email(), { key: second })).toAccept();
  }),
);

test(
  ...rule('EMAIL-IDEM-22', 'two API keys of one account share their records', async (t) => {
    const { key, body, first } = await sendWithKey(t);
    expect(await t.api.as('restricted').sendEmail(body, { key })).toReplay(first);
    expect(await t.api.as('restricted').sendEmail(t.email(), { key })).toRefuse(422);
  }),
);

test(
  ...rule('EMAIL-IDEM-23', 'what else may be the same or not is observed', { thorough: true }, async (t) => {
    const { key, body, first } = await sendWithKey(t);
    const said = (answer: { accepted: boolean; status: number; text: string }) => {
      if (!answer.accepted) return `refused with ${answer.status}`;
      return answer.text === first.text ? 'replayed' : 'a request of its own';
    };
    t.observe(`the same JSON in other bytes: ${said(await spelledOut(t, body, key))}`);
    t.observe(`the other route: ${said(await t.api.sendEmail(body, { key, alias: true }))}`);
  }),
);

test(
  ...rule('EMAIL-IDEM-30', 'a key in other letter case is another key', async (t) => {
    const { key, body, first } = await sendWithKey(t, `Key-${t.unique.key()}`);
    await t.each([key.toUpperCase(), key.toLowerCase()], String, async (other) => {
      const answer = await t.api.sendEmail(body, { key: other });
      expect(answer).toAccept();
      expect(messageOf(answer), 'the message of the other key').not.toBe(messageOf(first));
    });
    // Another request under a key that is the same would be refused.
    expect(await t.api.sendEmail(t.email(), { key: key.replace('Key', 'kEY') })).toAccept();
  }),
);

test(
  ...rule('EMAIL-IDEM-24', 'the alias has a record of its own under the same key', async (t) => {
    const { key, body, first } = await sendWithKey(t);
    const other = await t.api.sendEmail(body, { key, alias: true });
    expect(other).toAccept();
    expect(messageOf(other), 'the message of the alias').not.toBe(messageOf(first));
    expect(await t.api.sendEmail(t.email(), { key, alias: true })).toRefuse(422);
  }),
);

test(
  ...rule('EMAIL-IDEM-25', 'wrong credentials with an invalid key or body are an authentication failure', async (t) => {
    const key = t.unique.key();
    const maySend = t.target.allow.has('send');
    if (maySend) await t.mustSucceed(t.api.sendEmail(t.email(), { key }), 'a send with a key');
    const keys = { 'no key': undefined, 'an invalid key': 'a.b', ...(maySend && { 'a used key': key }) };
    for (const authorization of [false, 'Bearer a-token-that-nobody-has'] as const) {
      const send = (body: unknown, options: object = {}) => t.api.sendEmail(body, { ...options, authorization });
      const failure = await givenRefusal(t, send({}, { key: t.unique.key() }), 'a send with wrong credentials');
      if (![401, 403].includes(failure.status)) t.blocked(`that is no authentication failure, see AUTH-5: ${failure}`);
      await t.each({ ...wrongSends(t), 'no JSON type': written('{"to":', 'text/plain') }, async (body) => {
        for (const [name, key] of Object.entries(keys)) {
          const answer = await send(body, { key });
          expect(answer, name).toBeRefusedLike(failure);
        }
      });
    }
  }),
);

test(
  ...rule('EMAIL-IDEM-26', 'an invalid key with an invalid body is refused for the key', async (t) => {
    await needsKey(t);
    const forKey = await givenRefusal(t, t.api.sendEmail(t.email(), { key: 'a.b' }), 'an invalid key');
    const different = await checkOrder(t, forKey, 'a.b');
    if (!different) t.blocked('an invalid body is answered as an invalid key is, so the two can not be distinguished');
  }),
);

test(
  ...rule('EMAIL-IDEM-27', 'a used key with an invalid body is refused as a reused key', async (t) => {
    const { key } = await sendWithKey(t);
    const reused = await t.api.sendEmail(t.email(), { key });
    if (!reused.refused) t.blocked(`a reused key was not refused, see EMAIL-IDEM-11: ${reused}`);
    const different = await checkOrder(t, reused, key);
    if (!different)
      t.notApplicable('an invalid body is refused as a reused key is, so the two can not be distinguished');
  }),
);

test(
  ...rule('EMAIL-IDEM-28', 'a full ledger is a 503, and keeps its records for 24 hours', async (t) => {
    const { control } = t;
    const { key: older, body, first } = await sendWithKey(t);
    const newer = t.unique.key();
    const second = await t.mustSucceed(t.api.sendEmail(body, { key: newer }));
    await control.settings({ ledgerLimit: 1 });
    const full = await t.api.sendEmail(body, { key: t.unique.key() });
    expect(full).toHaveStatus(503);
    expect(full).toHaveErrorBody();
    expect(await t.api.sendEmail(body), 'a send without a key').toAccept();
    await control.advance('PT23H59M');
    expect(await t.api.sendEmail(body, { key: t.unique.key() })).toHaveStatus(503);
    expect(await t.api.sendEmail(body, { key: older })).toReplay(first);
    expect(await t.api.sendEmail(body, { key: newer })).toReplay(second);
    await control.advance('PT2M');
    expect(await t.api.sendEmail(body, { key: t.unique.key() })).toAccept();
  }),
);

/**
 * Sends bodies that fail at every stage of their check under a key that is refused: each has to be refused for the key. Returns how
 * many bodies are refused differently by themselves.
 */
async function checkOrder(t: Case, forKey: Answer, key: string): Promise<number> {
  let different = 0;
  await t.each(wrongSends(t), async (body) => {
    const forBody = await t.api.sendEmail(body, { key: t.unique.key() });
    if (!forBody.refused || isRefusedLike(forBody, forKey)) return;
    different += 1;
    expect(await t.api.sendEmail(body, { key })).toBeRefusedLike(forKey);
  });
  return different;
}

const line = (name: string, value: string) => [name, value] as const;

/**
 * A valid key is accepted, and the same request with each of the others is refused. The valid key is used already: a service
 * that mends a key would replay.
 */
async function refusesKeys(
  t: Case,
  variants: (key: string) => Record<string, (readonly [string, string])[]>,
  key = t.unique.key(),
): Promise<void> {
  await needsKey(t);
  const body = t.email();
  await t.mustSucceed(t.api.sendEmail(body, { key }), 'a send with a valid key');
  await t.each(variants(key), async (headers) =>
    expect(await t.api.sendEmail(body, { headers })).toRefuse(400, '10015'),
  );
}

/** A key of so many characters that nobody else uses. */
function longKey(t: Case, length: number): string {
  return t.unique.key().padEnd(length, alphabet);
}

/** The same JSON in other bytes: with a blank. */
function spelledOut(t: Case, body: unknown, key: string) {
  return t.api.sendEmail(written(JSON.stringify(body, undefined, 1)), { key });
}
