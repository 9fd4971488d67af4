import { createTransport } from 'nodemailer';
import { withoutCredentials } from '../../spec/credentials.ts';
import { complain } from '../../spec/print.ts';
import { type Budget, MemoryUsage, processBudget } from '../collections/memory.ts';
import type { DeliveredMail } from './outbox.ts';

type Failed = (reason: string) => void;

/** Sends delivered mail to a mail server. */
export interface Relay {
  /** Calls `failed` with the reason when the server does not get the mail. */
  send(mail: DeliveredMail, failed: Failed): void;
  close(): void;
}

/** Mails under way at once; the rest waits and is composed later. */
const AT_ONCE = 5;

/** The part of the budget for waiting mails. */
const SHARE = 1 / 8;

/** Milliseconds that a mail server may be silent. */
const timeouts = { connectionTimeout: 120_000, greetingTimeout: 120_000, socketTimeout: 600_000 };

/**
 * Connects to a mail server that gets delivered mail for all its recipients. Mail that the server refuses, or that exceeds the budget,
 * stays in the outbox alone, and a line on stderr has the reason.
 *
 * @param url `smtp://host:port` or `smtps://host:port`, with user and password where it wants them
 */
export function createRelay(url: string, budget: Budget = processBudget): Relay {
  const transport = createTransport({ url, pool: true, maxConnections: AT_ONCE, ...timeouts });
  const usage = new MemoryUsage(budget.relay);
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
        report(mail, failed, (error as Error).message);
      }
      usage.add(-bytes);
    }
    underWay -= 1;
  }

  return {
    send: (mail, failed) => {
      const bytes = JSON.stringify(mail.message).length;
      if (usage.bytes + bytes > budget.limit * SHARE)
        return report(mail, failed, 'too much mail waits for the mail server');
      usage.add(bytes);
      waiting.push({ mail, failed, bytes });
      if (underWay < AT_ONCE) void work();
    },
    close: () => {
      for (const { mail, failed } of waiting.splice(0)) report(mail, failed, 'the mock ends');
      usage.leave();
      transport.close();
    },
  };
}

function report({ message }: DeliveredMail, failed: Failed, why: string): void {
  const reason = withoutCredentials(why).slice(0, 500);
  failed(reason);
  complain(`mock: ${message.messageId} was not relayed: ${reason}`);
}
