import type { Outbox } from '../outbox.ts';

/** What Mailpit tells about itself; the numbers that only a mail server has are zero. */
export function infoOf(outbox: Outbox) {
  const mails = outbox.list();
  const tags = new Map<string, number>();
  for (const tag of mails.flatMap((mail) => mail.message.tags)) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  return {
    Version: 'mock',
    LatestVersion: 'disabled',
    Database: 'memory',
    DatabaseSize: 0,
    Messages: mails.length,
    Unread: mails.filter((mail) => !mail.read).length,
    Tags: Object.fromEntries(tags),
    RuntimeStats: {
      Uptime: Math.floor(process.uptime()),
      Memory: process.memoryUsage.rss(),
      MessagesDeleted: 0,
      SMTPAccepted: 0,
      SMTPAcceptedSize: 0,
      SMTPRejected: 0,
      SMTPIgnored: 0,
    },
  };
}
