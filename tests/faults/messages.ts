import {
  type Body,
  changeMail,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  goesTo,
  headerOf,
  isAuthenticated,
  objectIn,
  parsed,
  type Rules,
  type Serve,
  stateful,
  withBody,
} from './fault.ts';

/** An accepted message, as the caller sent it. */
export interface Sent {
  id: string;
  body: Body;
  key: 'primary' | 'restricted' | 'other';
  isAlias: boolean;
}

/** The header of one delivered mail, unfolded; lines may be changed in place. */
export class MailHeader {
  constructor(readonly lines: [name: string, value: string][]) {}

  get(name: string): string | undefined {
    return this.lines.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1];
  }

  set(name: string, value: string | undefined): void {
    const others = this.lines.filter(([own]) => own.toLowerCase() !== name.toLowerCase());
    this.lines.splice(0, this.lines.length, ...others, ...(value === undefined ? [] : [[name, value] as never]));
  }

  add(name: string, value: string): void {
    this.lines.push([name, value]);
  }

  get references(): string[] {
    return this.get('References')?.match(/<[^>]+>/g) ?? [];
  }

  set references(ids: readonly string[]) {
    this.set('References', ids.length > 0 ? ids.join(' ') : undefined);
  }

  /** Of the message that this mail is: the mock makes its Message-ID from it. */
  get id(): string {
    return idOf(this.get('Message-ID'));
  }
}

/** The id of the message that a Message-ID of the mock belongs to. */
export function idOf(messageId: string | undefined): string {
  return /<([^@>]+)@/.exec(messageId ?? '')?.[1] ?? '';
}

/** All messages that were accepted so far, by their ids. */
export type Memory = ReadonlyMap<string, Sent>;

interface Parts {
  /** Changes the body of a send in place, or answers itself by returning an answer. */
  send?: (body: Body, memory: Memory, request: FaultRequest) => unknown;
  /** Changes the answer to a send: its JSON body in place, or its status by returning one. */
  answer?: (answer: Body, sent: Sent, status: number) => unknown;
  /** Changes the header of a mail that is read. */
  mail?: (header: MailHeader, memory: Memory) => unknown;
}

/** Declares a fault of sends or of their mail, which may depend on the messages that were sent before. */
export function messageFault(rules: Rules, title: string, parts: Parts): Fault {
  return stateful(rules, title, () => serveWith(parts, new Map()));
}

const messageFaultOf =
  <Name extends keyof Parts>(name: Name) =>
  (rules: Rules, title: string, part: Required<Parts>[Name]) =>
    messageFault(rules, title, { [name]: part });

export const onSend = messageFaultOf('send');
export const onAnswer = messageFaultOf('answer');
export const onMail = messageFaultOf('mail');

function serveWith({ send, answer, mail }: Parts, memory: Map<string, Sent>): Serve {
  return async (request, ask) => {
    if (goesTo('rawMail', request)) {
      const change = (raw: string) => (mail ? changeHeader(raw, mail, memory) : raw);
      return changeMail.serve(change)(request, ask);
    }
    const body = goesTo('send', request) && isAuthenticated(request) ? objectIn(request) : undefined;
    if (body === undefined) return ask(request);
    const changed = structuredClone(body);
    const instead = send?.(changed, memory, request);
    if (isAnswer(instead)) return instead;
    const isChanged = JSON.stringify(changed) !== JSON.stringify(body);
    const received = await ask(isChanged ? withBody(request, changed) : request);
    const said = parsed(received.body);
    const sent = { id: said?.data?.id, body, key: keyOf(request), isAlias: /^\/v2\/emails/.test(request.url) };
    if (received.status < 300) memory.set(sent.id, sent);
    const wanted = said && answer?.(said, sent, received.status);
    const status = typeof wanted === 'number' ? wanted : received.status;
    return { ...received, status, ...(said !== undefined && { body: Buffer.from(JSON.stringify(said)) }) };
  };
}

function isAnswer(value: unknown): value is FaultAnswer {
  return typeof value === 'object' && value !== null && 'status' in value && 'body' in value;
}

/** Whose key a request carries. */
export function keyOf(request: FaultRequest): Sent['key'] {
  const key = /key_(primary|restricted|other)/.exec(headerOf(request, 'authorization') ?? '')?.[1];
  return (key as Sent['key'] | undefined) ?? 'primary';
}

function changeHeader(raw: string, change: NonNullable<Parts['mail']>, memory: Memory): string {
  const end = raw.indexOf('\r\n\r\n');
  const before = raw.slice(0, end).replace(/\r\n(?=[ \t])/g, '');
  const lines = before.split('\r\n').map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const header = new MailHeader(lines);
  change(header, memory);
  const after = header.lines.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  return after === before.replace(/:\s+/g, ': ') ? raw : after + raw.slice(end);
}
