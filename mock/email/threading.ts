import type { Message } from './messages.ts';

/** The threading headers of a message; both empty for one that replies to nothing. */
export type Threading = Pick<Message, 'inReplyTo' | 'references'>;

/** Neither header: a message of its own, or a forward (source document, Threading rules 4 and 6; EMAIL-THREAD-14, EMAIL-FWD-1). */
export const standalone: Threading = { inReplyTo: null, references: [] };

/**
 * A reply names its parent, and in References the parent's ancestors before it, each once (RFC 5322, 3.6.4; EMAIL-THREAD-1,
 * EMAIL-THREAD-2, EMAIL-THREAD-3). Nothing else of the request counts (EMAIL-THREAD-15), nor what became of the parent
 * (EMAIL-THREAD-22). A parent without a thread, as a forward, has no ancestors (EMAIL-THREAD-17, EMAIL-FWD-2).
 */
export function replyTo(parent: Message): Threading {
  const ancestors = parent.references.filter((id) => id !== parent.messageId);
  return { inReplyTo: parent.messageId, references: [...ancestors, parent.messageId] };
}
