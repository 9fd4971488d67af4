import type { OutboundMessage } from './messages.ts';

/** The threading headers of a message; both are empty without a parent. */
export type Threading = Pick<OutboundMessage, 'inReplyTo' | 'references'>;

/** Neither header: a message of its own, or a forward (source document, Threading rules 4 and 6; EMAIL-THREAD-14, EMAIL-FWD-1). */
export const standalone: Threading = { inReplyTo: null, references: [] };

type Threaded = Threading & Pick<OutboundMessage, 'messageId'>;

/**
 * A reply names its parent, and in References the parent's ancestors before it, each once (RFC 5322, 3.6.4; EMAIL-THREAD-1,
 * EMAIL-THREAD-2, EMAIL-THREAD-3). Nothing else of the request counts (EMAIL-THREAD-15), nor the fate of the parent (EMAIL-THREAD-22).
 * A parent without a thread, such as a forward, has no ancestors (EMAIL-THREAD-17, EMAIL-FWD-2).
 */
export function replyTo(parent: Threaded): Threading {
  const ancestors = parent.references.filter((id) => id !== parent.messageId);
  return { inReplyTo: parent.messageId, references: [...ancestors, parent.messageId] };
}

/** The parents of mails in their threads: the mail that one replies to, or the nearest ancestor there is. An orphan's own is missing. */
export function parentsOf<Mail extends Threaded>(
  mails: readonly Mail[],
): Map<Mail, { parent: Mail | undefined; orphan: boolean }> {
  const known = new Map(mails.map((mail) => [mail.messageId, mail]));
  return new Map(
    mails.map((mail) => {
      const ancestors = [mail.inReplyTo, ...mail.references.toReversed()].filter((id) => id !== null);
      const parent = ancestors.map((id) => known.get(id)).find((found) => found && found !== mail);
      return [mail, { parent, orphan: ancestors[0] !== undefined && !known.has(ancestors[0]) }];
    }),
  );
}
