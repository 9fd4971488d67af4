import type { Outbox } from '../outbox.ts';
import { tagCounts } from './shapes.ts';

/** What Mailpit tells about itself; the numbers that only a mail server has are zero. */
export function infoOf(outbox: Outbox) {
  const mails = outbox.list();
  return {
    Version: 'mock',
    LatestVersion: 'disabled',
    Database: 'memory',
    DatabaseSize: 0,
    Messages: mails.length,
    Unread: mails.filter((mail) => !mail.read).length,
    Tags: Object.fromEntries(tagCounts(mails)),
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
