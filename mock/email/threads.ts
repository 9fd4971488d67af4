import type { OutboundMessage } from './message.ts';

/** What decides where a mail stands in its thread: its msg-id and the threading headers. */
export type Threaded = Pick<OutboundMessage, 'messageId' | 'inReplyTo' | 'references'>;

/** A mail's position in its thread: the mail that it hangs under, and whether the mail that it replies to is missing. */
interface Position<Mail> {
  parent: Mail | undefined;
  orphan: boolean;
}

/**
 * Arranges mails as trees: a mail hangs under the one that it replies to, or, when that is missing, under the nearest
 * ancestor that is there. Headers that lead in a circle are cut open.
 */
export function arrange<Mail extends Threaded>(mails: readonly Mail[]): Map<Mail, Position<Mail>> {
  const known = new Map(mails.map((mail) => [mail.messageId, mail]));
  const positions = new Map<Mail, Position<Mail>>();
  for (const mail of mails) {
    const ancestors = [...mail.references, mail.inReplyTo ?? ''].reverse();
    const [direct] = ancestors.filter((id) => id !== '');
    const parent = ancestors.map((id) => known.get(id)).find((one) => one !== undefined && one !== mail);
    positions.set(mail, { parent, orphan: direct !== undefined && !known.has(direct) });
  }
  cutCircles(positions);
  return positions;
}

/** Follows every mail upwards once; a mail that is met twice on the way has lost its parent. */
function cutCircles<Mail>(positions: Map<Mail, Position<Mail>>): void {
  const done = new Set<Mail>();
  for (const start of positions.keys()) {
    const way = new Set<Mail>();
    for (let mail: Mail | undefined = start; mail !== undefined && !done.has(mail); ) {
      way.add(mail);
      const position: Position<Mail> | undefined = positions.get(mail);
      if (position?.parent !== undefined && way.has(position.parent)) position.parent = undefined;
      mail = position?.parent;
    }
    for (const mail of way) done.add(mail);
  }
}
