import { type Fault, refusal } from './fault.ts';
import { type MailHeader, type Memory, messageFault } from './messages.ts';

const isCustom = (name: string) => /^X-/i.test(name);
const valuesOf = ({ headers }: { headers?: unknown }) =>
  typeof headers === 'object' && headers !== null ? Object.values(headers) : [];
const isText = (value: unknown) => typeof value === 'string';
const hasBreak = (value: unknown) => isText(value) && /[\r\n]/.test(value as string);

/** The value that the caller gave a header of this name, however it was spelled. */
function givenFor(header: MailHeader, memory: Memory, name: string): string | undefined {
  const given = Object.entries<string>(memory.get(header.id)?.body.headers ?? {});
  return given.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1];
}

/** A custom header replaces the header of the message, or is added to it. */
const getsThrough = (rule: Fault['rule'], name: string, isAdded = false) =>
  messageFault(rule, `a custom ${name} ${isAdded ? 'is added to' : 'replaces'} that of the message`, {
    mail: (header, memory) => {
      const value = givenFor(header, memory, name);
      if (value === undefined) return;
      if (isAdded) header.add(name, value);
      else header.set(name, value);
    },
  });

const accepts = (rule: Fault['rule'], title: string, test: (value: unknown) => boolean) =>
  messageFault(rule, title, {
    send: (body) => {
      for (const name of Object.keys(body.headers ?? {})) {
        if (test(body.headers[name])) body.headers[name] = 'repaired';
      }
    },
  });

const answersWith = (rule: Fault['rule'], status: number, title: string, test: (value: unknown) => boolean) =>
  messageFault(rule, title, { send: (body) => (valuesOf(body).some(test) ? refusal(status, '10015') : undefined) });

/** Faults of custom headers. */
export const faults: readonly Fault[] = [
  messageFault('EMAIL-HDR-1', 'custom headers are dropped', {
    mail: (header) => {
      for (const [name] of header.lines.filter(([own]) => isCustom(own))) header.set(name, undefined);
    },
  }),
  messageFault('EMAIL-HDR-1', 'only the first custom header is delivered', {
    mail: (header) => {
      for (const [name] of header.lines.filter(([own]) => isCustom(own)).slice(1)) header.set(name, undefined);
    },
  }),
  messageFault('EMAIL-HDR-1', 'values of custom headers are cut', {
    mail: (header) => {
      for (const line of header.lines) if (isCustom(line[0])) line[1] = line[1].slice(0, 100);
    },
  }),
  messageFault('EMAIL-HDR-1', 'replies lose their custom headers', {
    mail: (header) => {
      if (!header.get('In-Reply-To')) return;
      for (const [name] of header.lines.filter(([own]) => isCustom(own))) header.set(name, undefined);
    },
  }),
  messageFault('EMAIL-HDR-2', 'custom headers have another name', {
    send: (body) => {
      delete body.headers;
    },
  }),
  messageFault('EMAIL-HDR-2', 'custom headers are refused', {
    send: ({ headers }) => (headers === undefined ? undefined : refusal(422, '10015')),
  }),
  accepts('EMAIL-HDR-3', 'a value that is no string is written as one', (value) => !isText(value)),
  accepts('EMAIL-HDR-3', 'a value that is a number is written as a string', (value) => typeof value === 'number'),
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
  messageFault('EMAIL-HDR-4', 'a name in lower case gets through', {
    mail: (header, memory) => {
      const value = memory.get(header.id)?.body.headers?.['in-reply-to'];
      if (value) header.set('in-reply-to', value);
    },
  }),
  messageFault('EMAIL-HDR-5', 'a custom header with the name of a structural one is refused', {
    send: ({ headers }) =>
      Object.keys(headers ?? {}).some((name) => /^(message-id|from|to|subject|date)$/i.test(name))
        ? refusal(422, '10015')
        : undefined,
  }),
  messageFault('EMAIL-HDR-5', 'a custom Content-Type is refused', {
    send: ({ headers }) =>
      Object.keys(headers ?? {}).some((name) => /^content-type$/i.test(name)) ? refusal(400, '10015') : undefined,
  }),
  ...['Message-ID', 'From', 'To', 'Cc', 'Subject', 'Date', 'Reply-To', 'MIME-Version', 'Content-Type'].flatMap(
    (name) => [getsThrough('EMAIL-HDR-6', name), getsThrough('EMAIL-HDR-6', name, true)],
  ),
  accepts('EMAIL-HDR-7', 'a line break in a value is mended', hasBreak),
  accepts('EMAIL-HDR-7', 'LF in a value is mended', (value) => hasBreak(value) && !String(value).includes('\r')),
  accepts('EMAIL-HDR-7', 'CR in a value is mended', (value) => hasBreak(value) && !String(value).includes('\n')),
  accepts(
    'EMAIL-HDR-7',
    'a line break at the end of a value is cut',
    (value) => hasBreak(value) && !/[\r\n]+./.test(String(value)),
  ),
  answersWith('EMAIL-HDR-7', 400, 'a line break in a value is answered with 400', hasBreak),
];
