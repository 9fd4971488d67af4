import { createTransport } from 'nodemailer';
import { complain } from '../../spec/print.ts';
import type { DeliveredMail } from './outbox.ts';

/** Takes delivered mail to where it is read besides the outbox. */
export interface Relay {
  send(mail: DeliveredMail): void;
  close(): void;
}

/**
 * Sends delivered mail on to a mail server, to all its recipients. What the server doesn't take is said in a line on stderr: the outbox
 * has the mail all the same.
 *
 * @param url `smtp://host:port` or `smtps://host:port`, with user and password where it wants them
 */
export function createRelay(url: string): Relay {
  const transport = createTransport({ url, pool: true });
  return {
    send: (mail) => void forward(mail),
    close: () => transport.close(),
  };

  async function forward(mail: DeliveredMail): Promise<void> {
    const { from, to, cc, bcc, messageId } = mail.message;
    const recipients = [...to, ...cc, ...bcc].map(({ email }) => email);
    try {
      await transport.sendMail({ envelope: { from: from.email, to: recipients }, raw: await mail.raw() });
    } catch (error) {
      complain(`mock: ${messageId} was not relayed: ${(error as Error).message}`);
    }
  }
}
