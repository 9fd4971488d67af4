import { expect, rule, test } from '../../suite/rule.ts';

test(
  ...rule('EMAIL-SUBJ-1', 'the subject is that of the mail, whatever its letters and length', async (t) => {
    const subjects = [
      t.unique.reference('Plain'),
      `${t.unique.reference()} {{ name }} "quotes", <b>tags</b> & 100 %`,
      `Grüße, 日本語 und 🚀 ${t.unique.reference()}`,
      `${t.unique.reference()} ${'rather long words '.repeat(20)}end`,
    ];
    for (const subject of subjects) {
      await t.step(subject.slice(0, 30), async () => {
        const address = t.unique.address();
        const answer = await t.api.sendEmail(t.email.real({ to: [address], subject }));
        // How long a subject may be is open.
        if (answer.refused && subject.length > 200) return;
        await t.mustSucceed(answer);
        const mail = await t.mustSucceed(t.mailbox.find(address));
        // A blank may become another one where a line is broken.
        expect(mail.subject?.replace(/\s+/g, ' ')).toBe(subject);
      });
    }
  }),
);
