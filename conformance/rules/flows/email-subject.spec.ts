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

test(
  ...rule(['EMAIL-SUBJ-2', 'EMAIL-SUBJ-3'], 'neither a subject nor a template is refused with 400', async (t) => {
    const html_body = '<h1>Title</h1>';
    const bodies = {
      'with a text': () => t.email(),
      'with a text and HTML': () => t.email({ html_body }),
      'with HTML': () => t.email({ html_body, text_body: undefined }),
      'outside the sandbox': () => t.email.real(),
    };
    await t.each(bodies, async (make) => {
      const body = make();
      await t.mustSucceed(t.api.sendEmail(body));
      const answer = await t.api.sendEmail({ ...body, subject: undefined });
      t.check('EMAIL-SUBJ-2', () => expect(answer).toRefuse());
      t.check('EMAIL-SUBJ-3', () => expect(answer).toRefuse(400, '10015'));
    });
    await t.step('with a variable of that name', async () => {
      const answer = await t.api.sendEmail(t.email({ subject: undefined, template_variables: { subject: 'Hello' } }));
      t.check('EMAIL-SUBJ-2', () => expect(answer).toRefuse());
    });
    await t.step('no body', async () => {
      const answer = await t.api.sendEmail(undefined);
      t.check('EMAIL-SUBJ-2', () => expect(answer).toRefuse());
    });
  }),
);

test(
  ...rule('EMAIL-SUBJ-3', 'an empty subject without a template is refused with 400', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email()));
    expect(await t.api.sendEmail(t.email({ subject: '' }))).toRefuse(400, '10015');
  }),
);
