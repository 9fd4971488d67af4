import type { Message } from './messages.ts';

/** The threading headers of a message; both empty for one that replies to nothing. */
export type Threading = Pick<Message, 'inReplyTo' | 'references'>;

/** Neither header: a message of its own, or a forward (source document, Threading rules 4 and 6). */
export const standalone: Threading = { inReplyTo: null, references: [] };

/** A reply names its parent, and in References the parent's ancestors before it, each once (RFC 5322, 3.6.4). */
export function replyTo(parent: Message): Threading {
  const ancestors = parent.references.filter((id) => id !== parent.messageId);
  return { inReplyTo: parent.messageId, references: [...ancestors, parent.messageId] };
}
