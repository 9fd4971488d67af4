import { membersNamed, templated } from '../suite/calls/email-members.ts';
import { mailOf } from '../suite/calls/sending.ts';
import { type Answer, expect, rule } from '../suite/rule.ts';

rule('EMAIL-ANS-12', 'no answer to a creation has the bodies', async ({ api, email, time, unique, each, given }) => {
  const html_body = `<p>${unique.reference('html')}</p>`;
  // So long that a preview of it, which a service may show, is not the whole of it.
  const text_body = `${unique.reference('text')} and more`.repeat(50);
  const key = unique.key();
  const body = email({ html_body, text_body });
  const forms = {
    'in the sandbox': () => api.sendEmail(body, { key }),
    'through the alias': () => api.sendEmail(email({ html_body, text_body }), { alias: true }),
    'for later': () => api.sendEmail(email.real({ html_body, text_body, scheduled_at: time.in('PT1H') })),
    'sent now': () => api.sendEmail(email.real({ html_body, text_body })),
    'HTML only': () => api.sendEmail(email({ html_body, text_body: undefined })),
    'text only': () => api.sendEmail(email({ text_body })),
    replayed: () => api.sendEmail(body, { key }),
  };
  await each(forms, async (send) => showsNoBodies(await given(send(), 'a send'), [html_body, text_body]));
});

rule(
  'EMAIL-ANS-12',
  'no answer to a creation has the bodies that a template renders',
  { needs: ['send', 'email.templates.rendered'] },
  async ({ api, email, target, given, blocked }) => {
    const template = target.email.templates?.rendered ?? blocked('the profile names no template');
    showsNoBodies(await given(api.sendEmail(email(templated(template)))), []);
  },
);

rule('EMAIL-ANS-14', 'the bodies are those of the delivered mail', async (given) => {
  const { unique, each } = given;
  const long = (word: string) => Array.from({ length: 60 }, (_, line) => `${word} ${line + 1} ${unique.reference()}`);
  const paragraphs = long('html').map((line) => `<p>${line}</p>`);
  const lines = ['Grüße aus München, 3 € & <b>nothing</b> else.', ...long('text')];
  const [html, text] = [paragraphs.join('\n'), lines.join('\n')];
  const mails = {
    both: { html_body: html, text_body: text },
    'text only': { text_body: text },
    'HTML only': { html_body: html, text_body: undefined },
  };
  await each(mails, async (bodies, form) => {
    const mail = await mailOf(given, bodies);
    if ('html_body' in bodies) expect(missing(paragraphs, mail.html), 'html_body lacks in the HTML part').toEqual([]);
    if (bodies.text_body) expect(missing(lines, mail.text), 'text_body lacks in the text part').toEqual([]);
    if (form === 'both') expect((mail.text ?? '').includes('<p>'), 'the text part is HTML').toBe(false);
  });
});

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
