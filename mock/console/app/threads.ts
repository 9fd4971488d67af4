import type { Schema } from './api.ts';

type Mail = Schema<'Mail'>;

export interface Line {
  mail: Mail;
  depth: number;
}

/** Mails, newest first, as lines of trees: the thread with the newest mail first, in it every reply under its mail, oldest first. */
export function threadsOf(mails: readonly Mail[]): Line[] {
  const order = new Map(mails.map(({ id }, index) => [id, index]));
  const replies = Map.groupBy(mails.toReversed(), ({ parent }) => (order.has(parent ?? '') ? parent : null));
  const seen = new Set<Mail>();
  // In a circle of replies, which an edited state may have, no mail is the first: any begins it.
  const threads = [...(replies.get(null) ?? []), ...mails].map((top) => {
    const lines: Line[] = [];
    // A loop, since a thread may be deeper than the stack.
    const waiting: Line[] = [{ mail: top, depth: 0 }];
    for (let line = waiting.pop(); line; line = waiting.pop()) {
      const { mail, depth } = line;
      if (seen.has(mail)) continue;
      seen.add(mail);
      lines.push(line);
      const below = replies.get(mail.id) ?? [];
      waiting.push(...below.map((reply) => ({ mail: reply, depth: depth + 1 })).reverse());
    }
    return { lines, newest: lines.reduce((least, { mail }) => Math.min(least, order.get(mail.id) ?? least), Infinity) };
  });
  return threads.sort((a, b) => a.newest - b.newest).flatMap(({ lines }) => lines);
}
