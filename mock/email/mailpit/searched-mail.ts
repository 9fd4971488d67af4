import { turn } from '../../time/turns.ts';
import type { Address, OutboundMessage } from '../message.ts';
import type { DeliveredMail } from '../outbox.ts';
import { short, textPieces } from './html.ts';

/** The texts of a mail that words can be looked for in; `all` is the whole mail. */
export const texts = {
  to: ({ to }) => addressTexts(to),
  from: ({ from }) => addressTexts([from]),
  cc: ({ cc }) => addressTexts(cc),
  bcc: ({ bcc }) => addressTexts(bcc),
  'reply-to': ({ replyTo }) => [replyTo ?? ''],
  addressed: (m) => [...addressTexts([m.from, ...m.to, ...m.cc, ...m.bcc]), m.replyTo ?? ''],
  subject: ({ subject }) => [subject],
  'message-id': ({ messageId }) => [messageId],
  *all({ from, subject, to, cc, bcc, replyTo, html, text, attachments }) {
    yield* addressTexts([from]);
    yield `${subject} `;
    yield* addressTexts([...to, ...cc, ...bcc]);
    yield `${replyTo ?? ''} `;
    yield* html === null ? [text ?? ''] : textPieces(html);
    for (const { filename } of attachments) yield ` ${filename}`;
  },
} satisfies Record<string, (message: OutboundMessage) => Iterable<string>>;
/** One of these texts. */
export type TextKind = keyof typeof texts;

/** A mail while it is searched: each of its texts is prepared once, in steps that others get in between. */
export class SearchedMail {
  private readonly known = new Map<TextKind, string>();

  constructor(readonly mail: DeliveredMail) {}

  /** A text in lower case, with blanks and the characters that stand around addresses as one blank, as Mailpit compares text. */
  async text(kind: TextKind): Promise<string> {
    const known = this.known.get(kind);
    if (known !== undefined) return known;
    const pieces: string[] = [];
    let endsBlank = true;
    for (const piece of short(texts[kind](this.mail.message))) {
      const simple = simplify(piece);
      pieces.push(endsBlank ? simple.trimStart() : simple);
      endsBlank = simple.endsWith(' ');
      await turn();
    }
    const text = pieces.join('');
    this.known.set(kind, text);
    return text;
  }
}

/** Lower case, blanks as one. */
export function simplify(text: string): string {
  return text.replace(/[\s<>",;()]+/g, ' ').toLowerCase();
}

function* addressTexts(list: readonly Address[]): Generator<string> {
  for (const { name, email } of list) yield `${name ?? ''} ${email} `;
}
