import {
  formatTimes,
  identifyMessage,
  needKey,
  type Pursuit,
  pursue,
  sendWithKey,
  wasMadeToWait,
} from '../../suite/api/idempotency.ts';
import { type Answer, type Case, expect, rule, test } from '../../suite/rule.ts';

const parallel = ['EMAIL-IDEM-9', 'EMAIL-IDEM-8', 'EMAIL-IDEM-10'] as const;
const sends = { needs: ['send'] };

/** Answers to requests that are sent while their key is in progress. */
function checkInProgress(t: Case, answers: readonly Answer[]): void {
  t.check('EMAIL-IDEM-8', () => {
    for (const answer of answers) expect(answer).toRefuse(409);
  });
  t.check('EMAIL-IDEM-10', () => {
    for (const answer of answers) if (answer.refused) expect(answer).toRefuse(undefined, '10036');
  });
}

test(
  ...rule(parallel, 'of parallel requests each is the one success or a 409', sends, async (t) => {
    await needKey(t);
    // Where the processing time can be set, the other requests arrive during the first one.
    if (t.target.control) await t.control.settings({ processingTime: 'PT0.2S' });
    const key = t.unique.key();
    const body = t.email();
    const atOnce = (keyOf: () => string) =>
      Promise.all(Array.from({ length: 8 }, () => t.api.sendEmail(body, { key: keyOf() })));
    // Requests with different keys succeed in the same number, so only the key explains the answers below.
    for (const answer of await atOnce(() => t.unique.key()))
      await t.mustSucceed(answer, 'one of several sends at once');
    const answers = await atOnce(() => key);
    const later = await t.api.sendEmail(body, { key });
    const successes = answers.filter(({ accepted }) => accepted);
    const refusals = answers.filter(({ accepted }) => !accepted);
    t.check('EMAIL-IDEM-9', () => {
      for (const answer of refusals) expect(answer).toRefuse(409);
      expect(later).toAccept();
      for (const answer of [...successes, later])
        expect(identifyMessage(answer), 'the message of each success and of a later retry').toBe(
          identifyMessage(successes[0] ?? later),
        );
    });
    if (refusals.length === 0) t.notApplicable('no request came while another one was in progress');
    checkInProgress(t, refusals);
  }),
);

test(
  ...rule(parallel, 'a request right behind another one with its key is refused at once', sends, async (t) => {
    if (t.target.control) await t.control.settings({ processingTime: 'PT1S' });
    const replayed = await sendWithKey(t);
    const pursuits: Pursuit[] = [];
    const waits = () => pursuits.filter(wasMadeToWait).map(formatTimes);
    const refusals = () => pursuits.flatMap(({ first, second }) => [first, second]).filter(({ accepted }) => !accepted);
    // A late answer may have been delayed on its way: three of three must have waited, or most of all.
    for (const gapMs of [5, 2, 10, 20, 5, 10, 2]) {
      const isClear = pursuits.length === 3 && waits().length === 3;
      if (refusals().length === 0 && !isClear) pursuits.push(await t.again(() => pursue(t, gapMs, replayed)));
    }
    t.check('EMAIL-IDEM-9', () => {
      for (const { first, second } of pursuits) {
        // The requests may have overtaken each other.
        const [served, latter] = first.accepted ? [first, second] : [second, first];
        expect(served, 'the send that came first').toAccept();
        if (latter.accepted) expect(identifyMessage(latter), 'the message').toBe(identifyMessage(served));
        else expect(latter).toRefuse(409);
      }
    });
    if (refusals().length > 0) return checkInProgress(t, refusals());
    const share = waits().length / pursuits.length;
    const none = `no request came while another one was in progress: ${pursuits.map(formatTimes).join('; ')}`;
    t.check('EMAIL-IDEM-8', () => {
      if (share > 1 / 2) expect(waits(), 'sends that waited for another one and got its answer').toEqual([]);
      (share > 1 / 3 ? t.inconclusive : t.notApplicable)(none);
    });
    t.check('EMAIL-IDEM-10', () => t.notApplicable(none));
  }),
);
