import { expect, rule } from '../suite/rule.ts';

rule('EMAIL-SUBJ-1', 'the subject is that of the mail, whatever its letters and length', async (given) => {
  const { api, email, mailbox, unique, step } = given;
  const subjects = [
    unique.reference('Plain'),
    `${unique.reference()} {{ name }} "quotes", <b>tags</b> & 100 %`,
    `Grüße, 日本語 und 🚀 ${unique.reference()}`,
    `${unique.reference()} ${'rather long words '.repeat(20)}end`,
  ];
  for (const subject of subjects) {
    await step(subject.slice(0, 30), async () => {
      const address = unique.address();
      const answer = await api.sendEmail(email.real({ to: [address], subject }));
      // How long a subject may be is open.
      if (answer.refused && subject.length > 200) return;
      await given.given(answer);
      const mail = await given.given(mailbox.find(address));
      // A blank may become another one where a line is broken.
      expect(mail.subject?.replace(/\s+/g, ' ')).toBe(subject);
    });
  }
});

rule(
  ['EMAIL-SUBJ-2', 'EMAIL-SUBJ-3'],
  'neither a subject nor a template is refused with 400',
  async ({ api, email, given, check, step, each }) => {
    const html_body = '<h1>Title</h1>';
    const bodies = {
      'with a text': () => email(),
      'with a text and HTML': () => email({ html_body }),
      'with HTML': () => email({ html_body, text_body: undefined }),
      'outside the sandbox': () => email.real(),
    };
    await each(bodies, async (make) => {
      const body = make();
      await given(api.sendEmail(body));
      const answer = await api.sendEmail({ ...body, subject: undefined });
      check('EMAIL-SUBJ-2', () => expect(answer).toRefuse());
      check('EMAIL-SUBJ-3', () => expect(answer).toRefuse(400, '10015'));
    });
    await step('with a variable of that name', async () => {
      const answer = await api.sendEmail(email({ subject: undefined, template_variables: { subject: 'Hello' } }));
      check('EMAIL-SUBJ-2', () => expect(answer).toRefuse());
    });
    await step('no body', async () => {
      const answer = await api.sendEmail(undefined);
      check('EMAIL-SUBJ-2', () => expect(answer).toRefuse());
    });
  },
);

rule('EMAIL-SUBJ-3', 'an empty subject without a template is refused with 400', async ({ api, email, given }) => {
  await given(api.sendEmail(email()));
  expect(await api.sendEmail(email({ subject: '' }))).toRefuse(400, '10015');
});
