import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Liquid } from 'liquidjs';
import { type EmailRequest, readEmailRequest } from './email-request.ts';
import { type Answer, answer, type Call, jsonOf, readStatus } from './http.ts';
import type { Address } from './letter.ts';
import { eastern } from './manner.ts';
import { badRequestCode, isUuid, Refusal, refusal } from './members.ts';
import type { Caller, Message, World } from './world.ts';

const liquid = new Liquid();
/** The time of a request with an idempotency key, in ms, so that another one finds it in progress. */
const workMs = 25;

/** `POST` on both routes: the body is checked first, then the key, then the data of the body's ids. */
export async function createEmail(call: Call, world: World, caller: Caller): Promise<Answer> {
  const body = jsonOf(call, world.manner);
  const request = readEmailRequest(body, world);
  checkKey(call, world);
  const [key] = call.headers(world.wire.idempotencyHeader);
  if (key === undefined) return accept(request, world, caller);
  return world.ledger.once({ apiKey: caller.apiKey, key, body }, async () => {
    await sleep(workMs);
    return accept(request, world, caller);
  });
}

/** Refuses an idempotency header that is not one well-formed key. */
export function checkKey(call: Call, world: World): void {
  const keys = call.headers(world.wire.idempotencyHeader);
  if (keys.length > 1 || keys.some((key) => !/^[A-Za-z0-9_-]{1,255}$/.test(key))) {
    throw refusal(400, '10015', 'The idempotency key is unusable.');
  }
}

/** `GET /email_messages/{id}`. An unknown and a foreign message get different answers. */
export function getEmail(_call: Call, world: World, caller: Caller, id: string): Answer {
  if (!isUuid(id)) throw refusal(400, badRequestCode, 'The id must be a UUID.');
  const message = world.messages.get(id.toLowerCase());
  const isStored = message && message.madeAt + storingMs(world) <= world.now();
  if (!isStored) throw new Refusal(404, { errors: [] });
  if (message.account !== caller.account) throw refusal(403, '20403');
  const { html, text } = message;
  return answer(
    world.manner,
    readStatus,
    wrapInEnvelope(world, { ...message.shown, html_body: html, text_body: text }),
  );
}

async function accept(request: EmailRequest, world: World, caller: Caller): Promise<Answer> {
  if (request.override && !caller.mayOverride) {
    throw refusal(400, '20426', 'Your key lacks the scope email:override.');
  }
  const parent = parentOf(request, world, caller);
  const content = await render(request, world, caller);
  const message = messageOf(request, content, world, caller, parent);
  // A message of the sandbox need not be stored.
  if (!(request.isSandboxed && world.manner.reading === 'lax')) world.messages.set(message.id, message);
  dispatch(message, request, content, world, parent);
  // The answer to a creation need not name the message.
  const shown = world.envelope === 'none' ? { accepted: true } : wrapInEnvelope(world, message.shown);
  return answer(world.manner, 201, shown);
}

/** On a rough road accepted messages are stored a moment later. */
const storingMs = ({ manner }: World) => (manner.road === 'rough' ? 60 : 0);
const isGone = ({ due }: Message, { sendingMs, now }: World) => due + sendingMs <= now();

/** Only mail that has left can be replied to. */
function parentOf({ parentId }: EmailRequest, world: World, caller: Caller): Message | undefined {
  if (parentId === undefined) return undefined;
  const parent = world.messages.get(parentId);
  if (parent?.account === caller.account && parent.state !== 'simulated' && isGone(parent, world)) return parent;
  throw refusal(404, '20405', `Nothing to reply to: ${parentId}`);
}

interface Content {
  subject: string;
  html: string | undefined;
  text: string | undefined;
}

async function render(request: EmailRequest, world: World, caller: Caller): Promise<Content> {
  const { subject = '', html, text, templateId, variables } = request;
  if (templateId === undefined) return { subject, html, text };
  const template = world.templates.get(templateId.toLowerCase());
  if (template?.account !== caller.account) throw refusal(400, '20427', 'There is no such template.');
  const rendered = String(await liquid.parseAndRender(template.subject ?? '', variables)).trim();
  if (rendered === '') throw refusal(400, '20428', 'The template gives no subject.');
  return { subject: rendered, html: undefined, text: await liquid.parseAndRender(template.text, variables) };
}

function messageOf(
  request: EmailRequest,
  { html, text }: Content,
  world: World,
  { account }: Caller,
  parent: Message | undefined,
): Message {
  const id = randomUUID();
  const state = request.isSandboxed ? 'simulated' : request.due === undefined ? 'accepted' : 'timed';
  const { to, cc, bcc, due = world.now() } = request;
  const full = {
    id,
    kind: 'email',
    ...(world.envelope === 'data' && { status: state }),
    from: request.from.email,
    to: to.map(({ email }) => email),
    recipients: to.length + cc.length + bcc.length,
    created_at: eastern(world.now()),
  };
  const shown = world.manner.showing === 'little' ? { id } : full;
  const references = parent ? [...parent.references, parent.messageId] : [];
  const messageId = `<${randomUUID()}@out.legal.example>`;
  return { id, account, messageId, references, state, madeAt: world.now(), due, shown, html, text };
}

/**
 * Hands the mail to the post office for every recipient that is not suppressed. The headers of the mail still name suppressed
 * recipients.
 */
function dispatch(
  message: Message,
  request: EmailRequest,
  { subject }: Content,
  world: World,
  parent: Message | undefined,
): void {
  const mayGet = ({ email }: Address) => {
    const suppression = world.suppressions.get(email.toLowerCase());
    return !suppression || (request.override && suppression.overridable);
  };
  const { to, cc } = request;
  const bcc = request.bcc.filter(mayGet);
  if (![...to, ...cc, ...bcc].some(mayGet)) return;
  const { id, messageId, references, due, html, text } = message;
  const { from, replyTo } = request;
  const headers = { ...request.headers, ...(request.isSandboxed && { 'X-Simulated': 'yes' }) };
  const inReplyTo = parent?.messageId;
  const letter = { id, messageId, inReplyTo, references, from, to, cc, bcc, replyTo, subject, html, text, headers };
  world.postOffice.post(letter, due);
}

function wrapInEnvelope({ envelope }: World, message: object): object {
  return envelope === 'data' ? { data: message } : { email: message };
}
