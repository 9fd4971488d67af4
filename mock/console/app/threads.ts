import type { Schema } from './api.ts';

type Mail = Schema<'Mail'>;

/** A mail as a line of its thread. */
export interface Line {
  mail: Mail;
  depth: number;
}

/** Mails, newest first, as lines of trees: the thread with the newest mail first, in it every reply under its mail, oldest first. */
export function threadsOf(mails: readonly Mail[]): Line[] {
  const order = new Map(mails.map(({ id }, index) => [id, index]));
  const replies = Map.groupBy(mails.toReversed(), ({ parent }) => parent);
  const threads = (replies.get(null) ?? []).map((top) => {
    const lines = threadOf(top, replies);
    return { lines, newest: Math.min(...lines.map(({ mail }) => order.get(mail.id) ?? 0)) };
  });
  return threads.sort((a, b) => a.newest - b.newest).flatMap(({ lines }) => lines);
}

/** A mail and its replies. A loop, since a thread may be deeper than the stack. */
function threadOf(top: Mail, replies: Map<string | null, Mail[]>): Line[] {
  const lines: Line[] = [];
  const waiting: Line[] = [{ mail: top, depth: 0 }];
  for (let line = waiting.pop(); line; line = waiting.pop()) {
    lines.push(line);
    const { mail, depth } = line;
    const below = (replies.get(mail.id) ?? []).map((reply) => ({ mail: reply, depth: depth + 1 }));
    waiting.push(...below.reverse());
  }
  return lines;
}
