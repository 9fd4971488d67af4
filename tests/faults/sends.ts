import { apply, type Change, changeAnswer, changeBody, changeMail, shows } from './changes.ts';
import {
  type Body,
  declareFaults,
  type Fault,
  type FaultAnswer,
  type FaultRequest,
  getApiKey,
  goesTo,
  parseJson,
  parseObject,
  type Rules,
  refusal,
  type Serve,
  stateful,
  withBody,
} from './fault.ts';
import { withoutKey } from './keys.ts';

/** Changes the message that a successful send answers with. */
export const created = shows('send');

/** Changes the message that reading it answers with. */
export const read = shows('getEmail');

/** Changes sends before the service sees them. */
export const rewriteSends = declareFaults((change: Change<[FaultRequest]>) => changeBody.serve('send', change));

/** The same for sends that really mail, so that all other answers stay right. */
export const rewriteMail = declareFaults((change: Change<[FaultRequest]>) =>
  changeBody.serve('send', (body, request) => (body.sandbox_mode ? undefined : apply(body, change, request))),
);

/** Gives refusals of sends another status or, as a text, another code. */
export const refuseAs = declareFaults((wrong: number | string, when: (sent: Body) => unknown) =>
  changeAnswer.serve('send', (answer, { body }) => {
    if (answer.status < 400 || !when(parseJson(body) ?? {})) return;
    if (typeof wrong === 'number') answer.status = wrong;
    else answer.body.errors[0].code = wrong;
  }),
);

/** Mails real sends that were refused, corrected by other members: all that pass a test. */
export const mailsRefused = declareFaults(
  (correct: (sent: Body) => object | false): Serve =>
    async (request, call) => {
      const answer = await call(request);
      const sent = goesTo('send', request) && answer.status >= 400 ? parseObject(request) : undefined;
      const correction = sent?.sandbox_mode !== true && sent && correct(sent);
      if (correction) await call(withoutKey(withBody(request, { ...sent, ...correction })));
      return answer;
    },
);

/** The address of a recipient in either form. */
export function getAddress(entry: Body): string {
  return String(typeof entry === 'object' && entry !== null ? entry.email : entry);
}

/** An accepted message, as the caller sent it. */
export interface Sent {
  id: string;
  body: Body;
  key: ReturnType<typeof getApiKey>;
  isAlias: boolean;
}

/** All messages that were accepted so far, by their ids. */
export type Memory = ReadonlyMap<string, Sent>;

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

  get references(): string[] {
    return this.get('References')?.match(/<[^>]+>/g) ?? [];
  }

  set references(ids: readonly string[]) {
    this.set('References', ids.length > 0 ? ids.join(' ') : undefined);
  }

  /** The id of its message: the mock makes the Message-ID from it. */
  get id(): string {
    return parseMessageId(this.get('Message-ID'));
  }
}

/** The id of the message that a Message-ID of the mock belongs to. */
export function parseMessageId(messageId: string | undefined): string {
  return /<([^@>]+)@/.exec(messageId ?? '')?.[1] ?? '';
}

interface Parts {
  /** Changes the body of a send in place, or answers it. */
  send?: (body: Body, memory: Memory, request: FaultRequest) => unknown;
  /** Changes the header of a mail that is read. */
  mail?: (header: MailHeader, memory: Memory) => unknown;
}

/** Declares a fault of sends or of their mail, which may depend on the messages that were sent before. */
export function messageFault(rules: Rules, title: string, parts: Parts): Fault {
  return stateful(rules, title, () => serveWith(parts, new Map()));
}

export const onSend = (rules: Rules, title: string, send: Required<Parts>['send']) =>
  messageFault(rules, title, { send });

export const onMail = (rules: Rules, title: string, mail: Required<Parts>['mail']) =>
  messageFault(rules, title, { mail });

/** Answers sends that pass a test by itself. */
export const answerSends = (rules: Rules, title: string, answer: FaultAnswer, when: Required<Parts>['send']) =>
  onSend(rules, title, (...send) => (when(...send) ? answer : undefined));

/** Refuses sends that a right service accepts. */
export const refuseSends = (rules: Rules, title: string, when: Required<Parts>['send']) =>
  answerSends(rules, title, refusal(422, '10015'), when);

function serveWith({ send, mail }: Parts, memory: Map<string, Sent>): Serve {
  const readMail = changeMail.serve((raw) => (mail ? changeHeader(raw, mail, memory) : raw));
  return async (request, call) => {
    if (goesTo('rawMail', request)) return readMail(request, call);
    const key = getApiKey(request);
    const body = goesTo('send', request) && key ? parseObject(request) : undefined;
    if (body === undefined) return call(request);
    const changed = structuredClone(body);
    const instead = send?.(changed, memory, request);
    if (isAnswer(instead)) return instead;
    const isChanged = JSON.stringify(changed) !== JSON.stringify(body);
    const answer = await call(isChanged ? withBody(request, changed) : request);
    const id = parseJson(answer.body)?.data?.id;
    if (answer.status < 300) memory.set(id, { id, body, key, isAlias: goesTo('sendByAlias', request) });
    return answer;
  };
}

function isAnswer(value: unknown): value is FaultAnswer {
  return typeof value === 'object' && value !== null && 'status' in value && 'body' in value;
}

function changeHeader(raw: string, change: Required<Parts>['mail'], memory: Memory): string {
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
