import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { printError } from '../../spec/print.ts';
import { removeCredentials } from '../../spec/texts.ts';
import { compose } from './compose.ts';
import type { DeliveredMail } from './messages.ts';

type Failed = (reason: string) => void;

export interface Relay {
  /** Calls `failed` with the reason when the server does not accept the mail. */
  send(mail: DeliveredMail, failed: Failed): void;
  close(): void;
}

/**
 * Connects to a mail server, which receives each delivered mail for all its recipients. A refused mail stays in the outbox only,
 * and stderr has the reason.
 *
 * @param url `smtp://host:port` or `smtps://host:port`, with user and password if required
 */
export function createRelay(url: string): Relay {
  // Milliseconds that a mail server may be silent.
  const limits = { connectionTimeout: 120_000, greetingTimeout: 120_000, socketTimeout: 600_000 };
  const transport = createTransport({ url, pool: true, maxConnections: 5, ...limits });
  return {
    send: (mail, failed) => {
      const { from, to, cc, bcc, messageId } = mail;
      const recipients = [...to, ...cc, ...bcc].map(({ email }) => email);
      transport
        .sendMail({ envelope: { from: from.email, to: recipients }, raw: Readable.from(composeLater(mail)) })
        .catch(({ message }: Error) => {
          const reason = removeCredentials(message).slice(0, 500);
          failed(reason);
          printError(`mock: ${messageId} was not relayed: ${reason}`);
        });
    },
    close: () => transport.close(),
  };
}

/** Composes a mail when a connection is free, so that waiting mail takes no memory. */
async function* composeLater(mail: DeliveredMail): AsyncGenerator<Buffer> {
  yield await compose(mail);
}
