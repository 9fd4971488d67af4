import { grouped } from '../../spec/grouped.ts';
import { addressOf } from '../email/compose.ts';
import type { Address, OutboundMessage } from '../email/messages.ts';
import type { DeliveredMail } from '../email/outbox.ts';
import { normalise } from '../email/recipients.ts';

/**
 * The source of a mail as a Mailpit has it that received it by SMTP: `Return-Path` names the sender, and `Bcc` the recipients that no
 * header names. The composed mail has neither line.
 */
export async function sourceOf(mail: DeliveredMail): Promise<Buffer> {
  const blind = blindRecipients(mail.message).map(({ email }) => addressOf(email));
  // One address a line: many on one would exceed the 998 characters of RFC 5322, 2.1.1.
  const bcc = blind.length > 0 ? `Bcc: ${blind.join(',\r\n ')}\r\n` : '';
  const returnPath = addressOf(mail.message.from.email).replace(/^<|>$/g, '');
  return Buffer.concat([Buffer.from(`Return-Path: <${returnPath}>\r\n${bcc}`), await mail.raw()]);
}

/** Sizes by mail: a source never changes, and composing it takes time. */
const sizes = new WeakMap<DeliveredMail, number>();

export async function sizeOf(mail: DeliveredMail): Promise<number> {
  const size = sizes.get(mail) ?? (await sourceOf(mail)).length;
  sizes.set(mail, size);
  return size;
}

export function blindRecipients({ to, cc, bcc }: OutboundMessage): Address[] {
  const named = new Set([...to, ...cc].map(({ email }) => normalise(email)));
  return bcc.filter(({ email }) => !named.has(normalise(email)));
}

/** The header fields of a source under the names that Go's `net/mail` gives them (`Message-ID` becomes `Message-Id`), sorted. */
export function headersOf(source: Buffer): Record<string, string[]> {
  const head = source.subarray(0, source.indexOf('\r\n\r\n')).toString();
  const fields = head.split(/\r\n(?![ \t])/).map((field) => {
    const [, name = '', value = ''] = /^([^:]*):(.*)$/s.exec(field) ?? [];
    const canonical = name.toLowerCase().replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
    return { name: canonical, value: value.replaceAll('\r\n', '').trim() };
  });
  const byName = [...grouped(fields, ({ name }) => name)].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(byName.map(([name, group]) => [name, group.map(({ value }) => value)]));
}
