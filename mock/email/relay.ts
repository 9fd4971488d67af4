import { createTransport } from 'nodemailer';
import { withoutCredentials } from '../../spec/credentials.ts';
import { complain } from '../../spec/print.ts';
import { type Budget, MemoryUsage, memorySize, processBudget } from '../collections/memory.ts';
import { getSocket } from './mail-server.ts';
import type { DeliveredMail } from './outbox.ts';

type Failed = (reason: string) => void;

/** Takes delivered mail to where it is read besides the outbox. */
export interface Relay {
  /** `failed` is told why a mail did not get there. */
  send(mail: DeliveredMail, failed: Failed): void;
  close(): void;
}

/** Mails under way at once; the others wait, and are written when their turn comes. */
const AT_ONCE = 5;

/** The part of the budget that mails may take that wait. */
const SHARE = 1 / 8;

/** Milliseconds that a mail server may be silent. */
const timeouts = { connectionTimeout: 120_000, greetingTimeout: 120_000, socketTimeout: 600_000 };

/**
 * Sends delivered mail on to a mail server, to all its recipients. What the server doesn't take, and what too much waits before, is said in
 * a line on stderr besides: the outbox has the mail all the same.
 *
 * @param url `smtp://host:port` or `smtps://host:port`, with user and password where it wants them
 * @param budget what the mails that wait take of the memory counts there
 */
export function createRelay(url: string, budget: Budget = processBudget): Relay {
  const transport = createTransport({ url, pool: true, maxConnections: AT_ONCE, getSocket, ...timeouts });
  const usage = new MemoryUsage(budget.of('relay'));
  const waiting: { mail: DeliveredMail; failed: Failed; bytes: number }[] = [];
  let underWay = 0;

  async function work(): Promise<void> {
    underWay += 1;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { mail, failed, bytes } = next;
      const { from, to, cc, bcc } = mail.message;
      const recipients = [...to, ...cc, ...bcc].map(({ email }) => email);
      try {
        await transport.sendMail({ envelope: { from: from.email, to: recipients }, raw: await mail.raw() });
      } catch (error) {
        tell(mail, failed, (error as Error).message);
      }
      usage.add(-bytes);
    }
    underWay -= 1;
  }

  return {
    send: (mail, failed) => {
      const bytes = memorySize(mail.message);
      if (usage.bytes + bytes > budget.limit * SHARE || !budget.fits(bytes)) {
        tell(mail, failed, 'too much mail waits for the mail server');
        return;
      }
      usage.add(bytes);
      waiting.push({ mail, failed, bytes });
      if (underWay < AT_ONCE) void work();
    },
    close: () => {
      for (const { mail, failed } of waiting.splice(0)) tell(mail, failed, 'the mock ends');
      usage.leave();
      transport.close();
    },
  };
}

/** Characters that are kept of what a mail server says: it may say megabytes. */
const REASON = 500;

function tell({ message }: DeliveredMail, failed: Failed, why: string): void {
  const said = withoutCredentials(why);
  const reason = said.length > REASON ? `${said.slice(0, REASON)}…` : said;
  failed(reason);
  complain(`mock: ${message.messageId} was not relayed: ${reason}`);
}
