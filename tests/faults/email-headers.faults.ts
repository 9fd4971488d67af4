import { type Fault, type Rules, refusal } from './fault.ts';
import { type MailHeader, type Memory, messageFault, onMail, onSend } from './messages.ts';

const isCustom = (name: string) => /^X-/i.test(name);
const valuesOf = ({ headers }: { headers?: unknown }) =>
  typeof headers === 'object' && headers !== null ? Object.values(headers) : [];
const isText = (value: unknown) => typeof value === 'string';
const hasBreak = (value: unknown) => isText(value) && /[\r\n]/.test(value as string);

/** The value that the caller gave a header of this name, however it was spelled. */
function givenFor(header: MailHeader, memory: Memory, name: string): string | undefined {
  const entries = Object.entries<string>(memory.get(header.id)?.body.headers ?? {});
  return entries.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1];
}

/** A custom header replaces the header of the message, or is added to it. */
const getsThrough = (rules: Rules, name: string, isAdded = false) =>
  onMail(rules, `a custom ${name} ${isAdded ? 'is added to' : 'replaces'} that of the message`, (header, memory) => {
    const value = givenFor(header, memory, name);
    if (value === undefined) return;
    if (isAdded) header.add(name, value);
    else header.set(name, value);
  });

const accepts = (rules: Rules, title: string, test: (value: unknown) => boolean) =>
  onSend(rules, title, (body) => {
    for (const name of Object.keys(body.headers ?? {})) {
      if (test(body.headers[name])) body.headers[name] = 'repaired';
    }
  });

const answersWith = (rules: Rules, status: number, title: string, test: (value: unknown) => boolean) =>
  onSend(rules, title, (body) => (valuesOf(body).some(test) ? refusal(status, '10015') : undefined));

/** Faults of custom headers. */
export const faults: readonly Fault[] = [
  onMail('EMAIL-HDR-1', 'only the first custom header is delivered', (header) => {
    for (const [name] of header.lines.filter(([own]) => isCustom(own)).slice(1)) header.set(name, undefined);
  }),
  onMail('EMAIL-HDR-1', 'values of custom headers are cut', (header) => {
    for (const line of header.lines) if (isCustom(line[0])) line[1] = line[1].slice(0, 100);
  }),
  onMail('EMAIL-HDR-1', 'replies lose their custom headers', (header) => {
    if (!header.get('In-Reply-To')) return;
    for (const [name] of header.lines.filter(([own]) => isCustom(own))) header.set(name, undefined);
  }),
  onSend('EMAIL-HDR-2', 'custom headers have another name', (body) => delete body.headers),
  onSend('EMAIL-HDR-2', 'custom headers are refused', ({ headers }) =>
    headers === undefined ? undefined : refusal(422, '10015'),
  ),
  accepts('EMAIL-HDR-3', 'a value that is no string is written as one', (value) => !isText(value)),
  answersWith('EMAIL-HDR-3', 400, 'a value that is no string is answered with 400', (value) => !isText(value)),
  getsThrough('EMAIL-HDR-4', 'In-Reply-To'),
  getsThrough('EMAIL-HDR-4', 'References'),
  getsThrough('EMAIL-HDR-4', 'References', true),
  messageFault('EMAIL-HDR-4', 'a line break in a value smuggles a threading header in', {
    send: (body) => {
      for (const [name, value] of Object.entries(body.headers ?? {})) {
        if (hasBreak(value)) body.headers[name] = 'cut';
      }
    },
    mail: (header, memory) => {
      const smuggled = valuesOf(memory.get(header.id)?.body ?? {}).find(hasBreak);
      if (/References/.test(String(smuggled))) header.add('References', '<forged.by.the.caller@example.net>');
    },
  }),
  onMail('EMAIL-HDR-4', 'a name in lower case gets through', (header, memory) => {
    const value = memory.get(header.id)?.body.headers?.['in-reply-to'];
    if (value) header.set('in-reply-to', value);
  }),
  onSend('EMAIL-HDR-5', 'a custom header with the name of a structural one is refused', ({ headers }) =>
    Object.keys(headers ?? {}).some((name) => /^(message-id|from|to|subject|date)$/i.test(name))
      ? refusal(422, '10015')
      : undefined,
  ),
  onSend('EMAIL-HDR-5', 'a custom Content-Type is refused', ({ headers }) =>
    Object.keys(headers ?? {}).some((name) => /^content-type$/i.test(name)) ? refusal(400, '10015') : undefined,
  ),
  ...['Message-ID', 'From', 'To', 'Cc', 'Subject', 'Date', 'Reply-To', 'MIME-Version', 'Content-Type'].flatMap(
    (name) => [getsThrough('EMAIL-HDR-6', name), getsThrough('EMAIL-HDR-6', name, true)],
  ),
  accepts('EMAIL-HDR-7', 'a line break in a value is mended', hasBreak),
  accepts('EMAIL-HDR-7', 'CR in a value is mended', (value) => hasBreak(value) && !String(value).includes('\n')),
  accepts(
    'EMAIL-HDR-7',
    'a line break at the end of a value is cut',
    (value) => hasBreak(value) && !/[\r\n]+./.test(String(value)),
  ),
  answersWith('EMAIL-HDR-7', 400, 'a line break in a value is answered with 400', hasBreak),
];
