import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { alphabet, identifyMessage, isUnderstood, makeKey, needKey, sendWithKey } from '../../suite/api/idempotency.ts';
import { findMembers } from '../../suite/api/message-bodies.ts';
import { type Answer, type Case, expect, rule, test, written } from '../../suite/rule.ts';

test(
  ...rule('EMAIL-IDEM-2', 'the header of the key is known, in any letter case', async (t) => {
    const { idempotencyHeader: name } = t.target.wire;
    for (const header of new Set([name, name.toLowerCase(), name.toUpperCase()]))
      expect(await isUnderstood(t, header), `the header ${header} has an effect`).toBe(true);
  }),
);

test(
  ...rule('EMAIL-IDEM-3', 'keys of one character and of 255, of every kind allowed, are accepted', async (t) => {
    await needKey(t);
    for (const key of [alphabet + t.unique.key(), makeKey(t, 255), makeKey(t, 254)]) {
      // A disturbed step is repeated and needs the same body for its key.
      const body = t.email();
      await t.step(`a key of ${key.length} characters`, async () =>
        expect(await t.api.sendEmail(body, { key })).toAccept(),
      );
    }
    const stem = makeKey(t, 254);
    const first = await t.mustSucceed(t.api.sendEmail(t.email(), { key: `${stem}x` }));
    const second = await t.api.sendEmail(t.email(), { key: `${stem}y` });
    expect(second, 'a key that differs at its end').toAccept();
    // Which members the answer shows is open.
    const [id, otherId] = [first, second].map(({ body }) => findMembers(body, 'id')[0]);
    if (id !== undefined) expect(otherId, 'the id of the message of the other key').not.toBe(id);
    // Keys of one character are used up within a day, so all runs send the same request.
    const to = [`one-character@${t.target.email.recipientDomain}`];
    const body = t.email({ to, subject: 'A key of one character' });
    const answers = await Promise.all(['A', 'z', '0', '_', '-'].map((key) => t.api.sendEmail(body, { key })));
    const unused = answers.filter(({ status }) => status !== 409 && status !== 422);
    for (const answer of unused) expect(answer).toAccept();
    if (unused.length === 0) t.inconclusive('the keys A, z, 0, _ and - were all used for other requests today');
  }),
);

const sameRequest = ['EMAIL-IDEM-20', 'EMAIL-IDEM-23'] as const;

test(
  ...rule(sameRequest, 'other headers do not make a request different, and any other byte does', async (t) => {
    const { key, body, first } = await sendWithKey(t);
    const spelled = await t.api.sendEmail(written(JSON.stringify(body, undefined, 1)), { key });
    const isReplay = identifyMessage(spelled) === identifyMessage(first);
    t.addChoice('keyedBody', spelled.either(isReplay ? 'json' : undefined, 'bytes'));
    t.check('EMAIL-IDEM-23', () => t.observe(`the same JSON in other bytes: ${isReplay ? 'replayed' : spelled}`));
    const headers = [
      ['X-Conformance', t.unique.reference()],
      ['Accept-Language', 'de'],
      ['Content-Type', 'application/json; charset=utf-8'],
    ] as const;
    await t.each(headers, async (header) => {
      const again = await t.api.sendEmail(body, { key, headers: [header] });
      t.check('EMAIL-IDEM-20', () => expect(again).toReplay(first));
    });
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
    await t.each(Object.entries(additions), 'with ', async ([name, value]) => {
      const changed = await t.api.sendEmail({ ...body, [name]: value }, { key });
      t.check('EMAIL-IDEM-20', () => expect(changed).toRefuse(422));
    });
    // Deployments, also the mock in the place of one, may compare bodies as JSON.
    if (t.target.isMock && t.target.assumptions === 'strict')
      t.check('EMAIL-IDEM-20', () => expect(spelled, 'with blanks').toRefuse(422));
  }),
);

/** A case about a send whose key is another one than that of the same plain send. */
function otherKey(id: RuleId, sentence: string, send: (t: Case, body: object, key: string) => Promise<Answer>) {
  return rule(id, sentence, async (t) => {
    const { key, body, first } = await sendWithKey(t, `Key-${t.unique.key()}`);
    await t.mustSucceed(send(t, body, t.unique.key()), 'such a send');
    const answer = await send(t, body, key);
    expect(answer).toAccept();
    expect(identifyMessage(answer), 'the message of the other request').not.toBe(identifyMessage(first));
    expect(await send(t, t.email(), key), 'another body under that key').toRefuse(422);
  });
}

test(
  ...otherKey('EMAIL-IDEM-21', 'the same key in another account is another key', (t, body, key) =>
    t.api.as('other').sendEmail(body, { key }),
  ),
);

test(
  ...otherKey('EMAIL-IDEM-24', 'the alias has a separate record under the same key', (t, body, key) =>
    t.api.sendEmail(body, { key, alias: true }),
  ),
);

test(
  ...otherKey('EMAIL-IDEM-30', 'a key in other letter case is another key', (t, body, key) =>
    t.api.sendEmail(body, { key: key.toUpperCase() }),
  ),
);

test(
  ...rule('EMAIL-IDEM-22', 'two API keys of one account share their records', async (t) => {
    const { key, body, first } = await sendWithKey(t);
    expect(await t.api.as('restricted').sendEmail(body, { key })).toReplay(first);
    expect(await t.api.as('restricted').sendEmail(t.email(), { key })).toRefuse(422);
  }),
);

test(
  ...rule('EMAIL-IDEM-28', 'a full ledger is a 503, and retains its records for 24 hours', async (t) => {
    const { control } = t;
    const { key: older, body, first } = await sendWithKey(t);
    const newer = t.unique.key();
    const second = await t.mustSucceed(t.api.sendEmail(body, { key: newer }));
    const sendAnew = () => t.api.sendEmail(body, { key: t.unique.key() });
    await control.settings({ ledgerLimit: 1 });
    const full = await sendAnew();
    expect(full).toRefuse(503);
    expect(full).toHaveErrorBody();
    expect(await t.api.sendEmail(body), 'a send without a key').toAccept();
    await control.advance('PT23H59M');
    expect(await sendAnew()).toRefuse(503);
    expect(await t.api.sendEmail(body, { key: older })).toReplay(first);
    expect(await t.api.sendEmail(body, { key: newer })).toReplay(second);
    await control.advance('PT2M');
    expect(await sendAnew()).toAccept();
  }),
);
