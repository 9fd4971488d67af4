import type { Case } from './case.ts';
import { type Mail, textOfHeader } from './mailbox.ts';

/** Members of a send that make use of everything that shows in its mail but recipients and threads. */
export function everything(t: Pick<Case, 'unique'>) {
  const word = t.unique.reference('whole');
  return {
    subject: `Everything ${word}`,
    from_name: 'Ada of Conformance',
    reply_to: t.unique.address('replies'),
    headers: { 'X-Conformance': word },
    html_body: `<p>Everything in HTML: ${word}</p>`,
    text_body: `Everything in plain text: ${word}`,
    attachments: [{ filename: 'whole.txt', content_type: 'text/plain', content: Buffer.from(word).toString('base64') }],
  };
}

/**
 * What a mail shows of them, by the rules that say so. Not every service knows all names: two mails of equal requests
 * are compared, and what neither shows says nothing.
 */
export const wholeMail = {
  'EMAIL-SUBJ-1': ({ subject }: Mail): unknown => subject?.replace(/\s+/g, ' '),
  'EMAIL-FROM-5': ({ from }: Mail): unknown => from?.name,
  'EMAIL-FROM-9': ({ replyTo }: Mail): unknown => replyTo.map(({ address }) => address.toLowerCase()),
  'EMAIL-HDR-1': (mail: Mail): unknown => mail.all('X-Conformance').map(textOfHeader),
  'EMAIL-ANS-14': ({ html, text }: Mail): unknown => ({
    html: html?.includes('Everything in HTML: '),
    text: text?.includes('Everything in plain text: '),
  }),
  'EMAIL-ATT-2': ({ attachments }: Mail): unknown => attachments.map(({ filename }) => filename),
} as const;

/** The rules about what a mail shows. */
export const wholeMailRules = Object.keys(wholeMail) as (keyof typeof wholeMail)[];

/** All that a mail shows of them. */
export function allShown(mail: Mail): Record<string, unknown> {
  return Object.fromEntries(wholeMailRules.map((rule) => [rule, wholeMail[rule](mail)]));
}
