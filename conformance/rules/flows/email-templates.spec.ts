import { makeTemplated } from '../../suite/api/email-members.ts';
import { deliver, sendAndRead } from '../../suite/api/sending.ts';
import { type Case, expect, rule, test } from '../../suite/rule.ts';

function renderedOf(t: Case) {
  return t.target.email.templates?.rendered ?? t.blocked('the profile names no template that can be rendered');
}

/** The text with single blanks: engines leave different white space. */
function plain(text = ''): string {
  return text.replace(/\s+/g, ' ').trim();
}

test(
  ...rule(['EMAIL-SUBJ-5', 'EMAIL-TMPL-1'], 'the mail has the rendered subject and body', async (t) => {
    const template = renderedOf(t);
    const { mail, id } = await deliver(t, makeTemplated(template));
    // A readable message has rendered bodies, too.
    const read = await t.eventually(() => t.api.getEmail(id));
    t.check('EMAIL-SUBJ-5', () => expect(plain(mail.subject)).toBe(plain(template.subject)));
    t.check('EMAIL-TMPL-1', () => {
      expect(plain(mail.subject)).toBe(plain(template.subject));
      const body = `${mail.html ?? ''}${mail.text ?? ''}`;
      expect(body.trim(), 'the body of the mail').not.toBe('');
      expect(body, 'the body of the mail').not.toMatch(/\{\{|\{%/);
      if (!read.accepted) return;
      expect(`${read.data.html_body}${read.data.text_body}`, 'the read bodies').not.toMatch(/\{\{|\{%/);
    });
  }),
);

test(
  ...rule('EMAIL-TMPL-1', 'other values of the variables give another text', async (t) => {
    const template = renderedOf(t);
    const isShown = (value: unknown) =>
      typeof value === 'string' && /^\p{L}+$/u.test(value) && template.subject.split(value).length === 2;
    const shown = Object.entries(template.variables ?? {}).find(([, value]) => isShown(value));
    const [name, value] = shown ?? t.notApplicable('no variable of the template is unchanged in its subject');
    const withValue = (word: string) =>
      makeTemplated({ ...template, variables: { ...template.variables, [name]: word } });
    await t.mustSucceed(sendAndRead(t, makeTemplated(template)), 'the mail with the values of the profile');
    const word = shifted(String(value));
    const mail = await sendAndRead(t, withValue(word));
    expect(plain(mail.subject)).toBe(plain(template.subject.replace(String(value), word)));

    // The value of a variable is text, not Liquid; a service may refuse it for its form.
    const literal = withValue('{{7919|times:7907}}');
    if ((await t.api.sendEmail(t.email(literal))).refused) return;
    const { subject } = await sendAndRead(t, literal);
    expect(subject?.includes(String(7919 * 7907)), `${subject} shows the value rendered once more`).toBe(false);
  }),
);

/** A word of the same length and case: each letter of the alphabet becomes the next one. */
function shifted(word: string): string {
  const next = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + (/z/i.test(letter) ? -25 : 1));
  return word.replace(/[a-z]/gi, next);
}

/** Values other than objects; some look like variables. */
function noObjects(variables: object = { name: 'Ada' }): unknown[] {
  return ['text', 7, true, [variables], JSON.stringify(variables), Object.keys(variables), null];
}

const variablesPath = '/components/schemas/EmailMessageRequest/properties/template_variables';
const nonObjects = ['EMAIL-TMPL-8', 'EMAIL-TMPL-9', 'ERR-10', 'EMAIL-TMPL-10'] as const;
const withTemplate = { needs: ['send', 'email.templates.rendered'] };

test(
  ...rule(
    nonObjects,
    'variables that are no object are refused with 422 or render as none',
    withTemplate,
    async (t) => {
      const template = renderedOf(t);
      const none = makeTemplated({ ...template, variables: {} });
      await t.mustSucceed(t.api.sendEmail(t.email(none)), 'the template without variables');
      const accepted: object[] = [];
      await t.each(noObjects(template.variables), async (template_variables) => {
        const answer = await t.api.sendEmail(t.email({ ...none, template_variables }));
        const isNull = template_variables === null;
        if (answer.accepted && !isNull) {
          accepted.push({ ...none, template_variables });
          t.addVariant({ path: variablesPath, about: 'type', isAsContract: false });
        }
        t.check('EMAIL-TMPL-8', () => t.observe(`${typeof template_variables}: ${answer.status}`));
        t.check('EMAIL-TMPL-9', () => {
          // The source leaves open if null means absent.
          if (!answer.accepted) expect(answer).toRefuse(isNull ? undefined : 422);
        });
        t.check('ERR-10', () => {
          if (answer.status === 422) expect(answer).toRefuse(undefined, '10015');
        });
      });
      await t.check('EMAIL-TMPL-10', async () => {
        if (accepted.length === 0) t.notApplicable('the target refuses all variables that are no object');
        const [empty, repeated] = [await sendAndRead(t, none), await sendAndRead(t, none)];
        for (const body of accepted) {
          const mail = await sendAndRead(t, body);
          expect(mail.subject).toBe(empty.subject);
          if (repeated.text === empty.text) expect(mail.text, 'the text').toBe(empty.text);
          if (repeated.html === empty.html) expect(mail.html, 'the HTML').toBe(empty.html);
        }
      });
    },
  ),
);
