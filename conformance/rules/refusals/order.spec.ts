import { isRefusedLike } from '../../suite/api/expect.ts';
import { mustRefuse, needKey, sendWithKey } from '../../suite/api/idempotency.ts';
import { makeWrongSends, wrongReservations, wrongUpdates } from '../../suite/api/wrong-values.ts';
import { type Answer, type Case, expect, rule, test, written } from '../../suite/rule.ts';

// Requests fail two checks, the second one at every stage; the refusal of the first is expected.

test(
  ...rule(['AUTH-4', 'AUTH-5'], 'an invalid request without credentials is refused with 401', async (t) => {
    const anonymous = t.api.as('anonymous');
    await t.each({ nothing: {}, ...wrongUpdates }, async (body, label) => {
      const answer = await anonymous.updateNotification(t.unique.uuid(), body);
      // The order of the checks is an assumption; the status of this failure is not.
      const isJudged = t.target.assumptions === 'strict' || label === 'nothing';
      if (isJudged) t.check('AUTH-4', () => expect(answer).toRefuse(401));
      else t.observe(`an update by an unknown caller, ${label}: ${answer.status}`);
    });
    const check = async (sent: Promise<Answer>) => {
      const answer = await sent;
      t.check('AUTH-5', () => expect(answer).toRefuse(401));
    };
    await t.each([{ size: 0 }, { number: 'abc' }], 'types ', (query) => check(anonymous.listDocumentTypes(query)));
    await t.each([{ size: 1001 }, { number: 0 }], 'runs ', (query) => check(anonymous.listRuns(query)));
    await t.each({ nothing: {}, ...wrongReservations }, (body) => check(anonymous.createReservation(body)));
    await t.each({ ...makeWrongSends(t) }, (body) => check(anonymous.sendEmail(body)));
  }),
);

test(
  ...rule('EMAIL-IDEM-25', 'wrong credentials are refused before an invalid key or body', async (t) => {
    const used = t.unique.key();
    const maySend = t.target.allow.has('send');
    if (maySend) await t.mustSucceed(t.api.sendEmail(t.email(), { key: used }), 'a send with a key');
    const keys = [{}, { key: 'a.b' }, ...(maySend ? [{ key: used }] : [])];
    for (const authorization of [false, 'Bearer unknown-token'] as const) {
      const send = (body: unknown, options: object) => t.api.sendEmail(body, { ...options, authorization });
      const failure = await mustRefuse(t, send({}, { key: t.unique.key() }), 'a send with wrong credentials');
      if (![401, 403].includes(failure.status)) t.blocked(`not an authentication failure, see AUTH-5: ${failure}`);
      await t.each({ ...makeWrongSends(t), 'no JSON type': written('{"to":', 'text/plain') }, async (body) => {
        for (const key of keys) expect(await send(body, key), JSON.stringify(key)).toBeRefusedLike(failure);
      });
    }
  }),
);

test(
  ...rule('EMAIL-IDEM-26', 'an invalid key with an invalid body is refused for the key', async (t) => {
    await needKey(t);
    const forKey = await mustRefuse(t, t.api.sendEmail(t.email(), { key: 'a.b' }), 'an invalid key');
    if (!(await checkKeyFirst(t, forKey, 'a.b')))
      t.blocked('invalid keys and bodies get equal refusals, so their order is hidden');
  }),
);

test(
  ...rule('EMAIL-IDEM-27', 'a used key with an invalid body is refused as a reused key', async (t) => {
    const { key } = await sendWithKey(t);
    const reused = await t.api.sendEmail(t.email(), { key });
    if (!reused.refused) t.blocked(`a reused key was not refused, see EMAIL-IDEM-11: ${reused}`);
    if (!(await checkKeyFirst(t, reused, key)))
      t.notApplicable('reused keys and invalid bodies get equal refusals, so their order is hidden');
  }),
);

/** Asserts that wrong bodies are refused for their refused key; false if no body can show the difference. */
async function checkKeyFirst(t: Case, forKey: Answer, key: string): Promise<boolean> {
  let isShown = false;
  await t.each({ ...makeWrongSends(t) }, async (body) => {
    const forBody = await t.api.sendEmail(body, { key: t.unique.key() });
    if (!forBody.refused || isRefusedLike(forBody, forKey)) return;
    isShown = true;
    expect(await t.api.sendEmail(body, { key })).toBeRefusedLike(forKey);
  });
  return isShown;
}
