import { isRefusedLike } from '../../suite/api/expect.ts';
import { givenRefusal, needsKey, sendWithKey } from '../../suite/api/idempotency.ts';
import { wrongReservations, wrongSends, wrongUpdates } from '../../suite/api/wrong-values.ts';
import { type Answer, type Case, expect, rule, test, written } from '../../suite/rule.ts';

// The order of two checks: requests fail the first, and the second at every stage; the first decides.

test(
  ...rule(['AUTH-4', 'AUTH-5'], 'without credentials, a wrong request is an authentication failure', async (t) => {
    const nobody = t.api.as('nobody');
    await t.each({ nothing: {}, ...wrongUpdates }, async (body, label) => {
      const answer = await nobody.updateNotification(t.unique.uuid(), body);
      // The order of the checks is an assumption; the status of this failure is not.
      const isJudged = t.target.assumptions === 'strict' || label === 'nothing';
      if (isJudged) t.check('AUTH-4', () => expect(answer).toRefuse(401));
      else t.observe(`an update by an unknown caller, ${label}: ${answer.status}`);
    });
    const check = async (sent: Promise<Answer>) => {
      const answer = await sent;
      t.check('AUTH-5', () => expect(answer).toRefuse(401));
    };
    await t.each([{ size: 0 }, { number: 'abc' }], 'types ', (query) => check(nobody.listDocumentTypes(query)));
    await t.each([{ size: 1001 }, { number: 0 }], 'runs ', (query) => check(nobody.listRuns(query)));
    await t.each({ nothing: {}, ...wrongReservations }, (body) => check(nobody.createReservation(body)));
    await t.each({ ...wrongSends(t) }, (body) => check(nobody.sendEmail(body)));
  }),
);

test(
  ...rule('EMAIL-IDEM-25', 'wrong credentials with an invalid key or body are an authentication failure', async (t) => {
    const used = t.unique.key();
    const maySend = t.target.allow.has('send');
    if (maySend) await t.mustSucceed(t.api.sendEmail(t.email(), { key: used }), 'a send with a key');
    const keys = [{}, { key: 'a.b' }, ...(maySend ? [{ key: used }] : [])];
    for (const authorization of [false, 'Bearer a-token-that-nobody-has'] as const) {
      const send = (body: unknown, options: object) => t.api.sendEmail(body, { ...options, authorization });
      const failure = await givenRefusal(t, send({}, { key: t.unique.key() }), 'a send with wrong credentials');
      if (![401, 403].includes(failure.status)) t.blocked(`that is no authentication failure, see AUTH-5: ${failure}`);
      await t.each({ ...wrongSends(t), 'no JSON type': written('{"to":', 'text/plain') }, async (body) => {
        for (const key of keys) expect(await send(body, key), JSON.stringify(key)).toBeRefusedLike(failure);
      });
    }
  }),
);

test(
  ...rule('EMAIL-IDEM-26', 'an invalid key with an invalid body is refused for the key', async (t) => {
    await needsKey(t);
    const forKey = await givenRefusal(t, t.api.sendEmail(t.email(), { key: 'a.b' }), 'an invalid key');
    if (!(await isRefusedForKey(t, forKey, 'a.b')))
      t.blocked('an invalid body is answered as an invalid key is, so the two can not be distinguished');
  }),
);

test(
  ...rule('EMAIL-IDEM-27', 'a used key with an invalid body is refused as a reused key', async (t) => {
    const { key } = await sendWithKey(t);
    const reused = await t.api.sendEmail(t.email(), { key });
    if (!reused.refused) t.blocked(`a reused key was not refused, see EMAIL-IDEM-11: ${reused}`);
    if (!(await isRefusedForKey(t, reused, key)))
      t.notApplicable('an invalid body is refused as a reused key is, so the two can not be distinguished');
  }),
);

/** Sends wrong bodies under a key that is refused: each is refused for the key. Returns whether any body shows the difference. */
async function isRefusedForKey(t: Case, forKey: Answer, key: string): Promise<boolean> {
  let isShown = false;
  await t.each({ ...wrongSends(t) }, async (body) => {
    const forBody = await t.api.sendEmail(body, { key: t.unique.key() });
    if (!forBody.refused || isRefusedLike(forBody, forKey)) return;
    isShown = true;
    expect(await t.api.sendEmail(body, { key })).toBeRefusedLike(forKey);
  });
  return isShown;
}
