import type { Schema } from '../api.ts';

type Mail = Schema<'Mail'>;

/** A mail as a line of its thread. */
export interface Line {
  mail: Mail;
  depth: number;
}

/** Mails, newest first, as lines of trees: the thread with the newest mail first, in it every reply under its mail, oldest first. */
export function threadsOf(mails: readonly Mail[]): Line[] {
  const parents = new Map(mails.map(({ id, parent }) => [id, parent]));
  const replies = new Map<string, Mail[]>();
  const tops = new Set<string>();
  for (const mail of mails) {
    if (mail.parent !== null) replies.set(mail.parent, [mail, ...(replies.get(mail.parent) ?? [])]);
    tops.add(topOf(mail.id, parents));
  }
  const byId = new Map(mails.map((mail) => [mail.id, mail]));
  const lines: Line[] = [];
  for (const id of tops) {
    const top = byId.get(id);
    const waiting: Line[] = top ? [{ mail: top, depth: 0 }] : [];
    for (let line = waiting.pop(); line; line = waiting.pop()) {
      lines.push(line);
      const { mail, depth } = line;
      const below = (replies.get(mail.id) ?? []).map((reply) => ({ mail: reply, depth: depth + 1 }));
      waiting.push(...below.reverse());
    }
  }
  return lines;
}

/** The mail at the top of a thread. The way that was gone is remembered, so that long threads are walked once. */
function topOf(id: string, parents: Map<string, string | null>): string {
  const way: string[] = [];
  let top = id;
  for (let parent = parents.get(top); parent; parent = parents.get(top)) {
    way.push(top);
    top = parent;
  }
  for (const step of way) parents.set(step, top);
  return top;
}
