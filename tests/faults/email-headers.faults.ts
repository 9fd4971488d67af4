import { type Body, type Fault, type Rules, refusal } from './fault.ts';
import { answerSends, type MailHeader, type Memory, messageFault, onMail, refuseSends, rewriteSends } from './sends.ts';

const valuesOf = ({ headers }: Body): unknown[] =>
  typeof headers === 'object' && headers !== null ? Object.values(headers) : [];
const hasName = (pattern: RegExp) => (body: Body) => Object.keys(body.headers ?? {}).some((name) => pattern.test(name));
const isNoText = (value: unknown) => typeof value !== 'string';
const hasBreak = (value: unknown) => typeof value === 'string' && /[\r\n]/.test(value);

/** The custom headers that are delivered. */
const customIn = ({ lines }: MailHeader) => lines.filter(([name]) => /^(X-)?Conformance/i.test(name));

/** Changes the line of a custom header of the same name as one of the message. */
const custom = (rules: Rules, name: string, title: string, change: (header: MailHeader, value: string) => void) =>
  onMail(rules, title, (header, memory: Memory) => {
    const entries = Object.entries<string>(memory.get(header.id)?.body.headers ?? {});
    const found = entries.find(([own]) => own.toLowerCase() === name.toLowerCase());
    if (found) change(header, found[1]);
  });
const replaces = (rules: Rules, name: string) =>
  custom(rules, name, `a custom ${name} replaces that of the message`, (header, value) => header.set(name, value));
const isAdded = (rules: Rules, name: string) =>
  custom(rules, name, `a custom ${name} is added to that of the message`, (header, value) =>
    header.lines.push([name, value]),
  );

/** Sends values that pass a test as good ones. */
const accepts = (rules: Rules, title: string, test: (value: unknown) => boolean) =>
  rewriteSends(rules, title, { 'headers.*': (value) => (test(value) ? 'repaired' : value) });

/** Faults of custom headers. */
export const faults: readonly Fault[] = [
  onMail('EMAIL-HDR-1', 'only the first custom header is delivered', (header) => {
    for (const [name] of customIn(header).slice(1)) header.set(name, undefined);
  }),
  onMail('EMAIL-HDR-1', 'only custom headers with X- are delivered', (header) => {
    for (const [name] of customIn(header)) if (!name.startsWith('X-')) header.set(name, undefined);
  }),
  onMail('EMAIL-HDR-1', 'values of custom headers are cut', (header) => {
    for (const line of customIn(header)) line[1] = line[1].slice(0, 100);
  }),
  onMail('EMAIL-HDR-1', 'replies lose their custom headers', (header) => {
    if (header.get('In-Reply-To')) for (const [name] of customIn(header)) header.set(name, undefined);
  }),
  rewriteSends('EMAIL-HDR-2', 'custom headers have another name', { headers: undefined }),
  refuseSends('EMAIL-HDR-2', 'custom headers are refused', ({ headers }) => headers !== undefined),
  accepts('EMAIL-HDR-3', 'a non-string value becomes text', isNoText),
  answerSends(
    ['EMAIL-HDR-3', 'ERR-10', 'ERR-11'],
    'a non-string value is answered with 400',
    refusal(400, '10015'),
    (body) => valuesOf(body).some(isNoText),
  ),
  replaces('EMAIL-HDR-4', 'In-Reply-To'),
  replaces('EMAIL-HDR-4', 'References'),
  isAdded('EMAIL-HDR-4', 'References'),
  messageFault('EMAIL-HDR-4', 'a line break in a value smuggles a threading header in', {
    send: (body) => {
      for (const [name, value] of Object.entries(body.headers ?? {})) if (hasBreak(value)) body.headers[name] = 'cut';
    },
    mail: (header, memory) => {
      const smuggled = valuesOf(memory.get(header.id)?.body ?? {}).find(hasBreak);
      if (/References/.test(String(smuggled))) header.lines.push(['References', '<forged.by.the.caller@example.net>']);
    },
  }),
  onMail('EMAIL-HDR-4', 'a name in lower case gets through', (header, memory) => {
    const value = memory.get(header.id)?.body.headers?.['in-reply-to'];
    if (value) header.set('in-reply-to', value);
  }),
  refuseSends(
    'EMAIL-HDR-5',
    'a custom header with the name of a structural one is refused',
    hasName(/^(message-id|from|to|subject|date)$/i),
  ),
  answerSends('EMAIL-HDR-5', 'a custom Content-Type is refused', refusal(400, '10015'), hasName(/^content-type$/i)),
  ...['Message-ID', 'From', 'To', 'Cc', 'Subject', 'Date', 'Reply-To', 'MIME-Version', 'Content-Type'].flatMap(
    (name) => [replaces('EMAIL-HDR-6', name), isAdded('EMAIL-HDR-6', name)],
  ),
  accepts('EMAIL-HDR-7', 'a line break in a value is mended', hasBreak),
  accepts('EMAIL-HDR-7', 'CR in a value is mended', (value) => hasBreak(value) && !String(value).includes('\n')),
  accepts('EMAIL-HDR-7', 'a line break at the end of a value is cut', (value) => {
    return hasBreak(value) && !/[\r\n]+./.test(String(value));
  }),
  answerSends('EMAIL-HDR-7', 'a line break in a value is answered with 400', refusal(400, '10015'), (body) =>
    valuesOf(body).some(hasBreak),
  ),
];
