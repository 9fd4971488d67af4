import { membersNamed, templated } from '../../suite/api/email-members.ts';
import { mailOf } from '../../suite/api/sending.ts';
import { type Answer, expect, rule, test } from '../../suite/rule.ts';

test(
  ...rule('EMAIL-ANS-12', 'no answer to a creation has the bodies', async (t) => {
    const html_body = `<p>${t.unique.reference('html')}</p>`;
    // So long that a preview of it, which a service may show, is not the whole of it.
    const text_body = `${t.unique.reference('text')} and more`.repeat(50);
    const key = t.unique.key();
    const body = t.email({ html_body, text_body });
    const forms = {
      'in the sandbox': () => t.api.sendEmail(body, { key }),
      'through the alias': () => t.api.sendEmail(t.email({ html_body, text_body }), { alias: true }),
      'for later': () => t.api.sendEmail(t.email.real({ html_body, text_body, scheduled_at: t.time.in('PT1H') })),
      'sent now': () => t.api.sendEmail(t.email.real({ html_body, text_body })),
      'HTML only': () => t.api.sendEmail(t.email({ html_body, text_body: undefined })),
      'text only': () => t.api.sendEmail(t.email({ text_body })),
      replayed: () => t.api.sendEmail(body, { key }),
    };
    await t.each(forms, async (send) => showsNoBodies(await t.mustSucceed(send(), 'a send'), [html_body, text_body]));
  }),
);

test(
  ...rule(
    'EMAIL-ANS-12',
    'no answer to a creation has the bodies that a template renders',
    { needs: ['send', 'email.templates.rendered'] },
    async (t) => {
      const template = t.target.email.templates?.rendered ?? t.blocked('the profile names no template');
      showsNoBodies(await t.mustSucceed(t.api.sendEmail(t.email(templated(template)))), []);
    },
  ),
);

test(
  ...rule('EMAIL-ANS-14', 'the bodies are those of the delivered mail', async (t) => {
    const long = (word: string) =>
      Array.from({ length: 60 }, (_, line) => `${word} ${line + 1} ${t.unique.reference()}`);
    const paragraphs = long('html').map((line) => `<p>${line}</p>`);
    const lines = ['Grüße aus München, 3 € & <b>nothing</b> else.', ...long('text')];
    const [html, text] = [paragraphs.join('\n'), lines.join('\n')];
    const mails = {
      both: { html_body: html, text_body: text },
      'text only': { text_body: text },
      'HTML only': { html_body: html, text_body: undefined },
    };
    await t.each(mails, async (bodies, form) => {
      const mail = await mailOf(t, bodies);
      if ('html_body' in bodies) expect(missing(paragraphs, mail.html), 'html_body lacks in the HTML part').toEqual([]);
      if (bodies.text_body) expect(missing(lines, mail.text), 'text_body lacks in the text part').toEqual([]);
      if (form === 'both') expect((mail.text ?? '').includes('<p>'), 'the text part is HTML').toBe(false);
    });
  }),
);

/** The lines that are not in the text: mail may break and fill up lines, and a service may put something around them. */
function missing(lines: readonly string[], text = ''): string[] {
  const whole = text.replace(/\s+/g, ' ');
  return lines.filter((line) => !whole.includes(line));
}

function showsNoBodies(answer: Answer, values: readonly string[]): void {
  for (const name of ['html_body', 'text_body']) {
    expect(membersNamed(answer.body, name), `${name} in the answer`).toEqual([]);
  }
  for (const value of values) {
    expect(answer.text.includes(JSON.stringify(value)), `the answer has the body ${value}`).toBe(false);
  }
}
