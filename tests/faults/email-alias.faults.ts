import {
  type Body,
  changeAnswer,
  changeStatus,
  type Fault,
  type FaultRequest,
  fault,
  parsed,
  type Rules,
  refusal,
  stateful,
  withBody,
} from './fault.ts';
import { keysOf, withoutKey } from './keys.ts';
import { type Memory, onSend } from './messages.ts';

const isAlias = ({ url }: FaultRequest) => /^\/v2\/emails(\?|$)/.test(url);
const isAliasRead = ({ method, url }: FaultRequest) => method === 'GET' && /^\/v2\/emails\//.test(url);
const notFound = () => refusal(404, '10001', 'Not found');

/** Changes what the legacy route does with a send. */
const onAlias = (rules: Rules, title: string, change: (body: Body, memory: Memory) => unknown) =>
  onSend(rules, title, (body, memory, request) => (isAlias(request) ? change(body, memory) : undefined));

/** What makes a request refused, and would no longer do so on the legacy route. */
const accepts = (title: string, mend: (body: Record<string, unknown>) => void) => onAlias('EMAIL-ALIAS-1', title, mend);

/** Faults of the legacy route. */
export const faults: readonly Fault[] = [
  onAlias('EMAIL-ALIAS-1', 'the legacy route is gone', () => notFound()),
  changeStatus(['EMAIL-ALIAS-1', 'EMAIL-ANS-3'], 'a success of the legacy route is 200', 'send', 202, 200, isAlias),
  changeAnswer(
    'EMAIL-ALIAS-1',
    'refusals of the legacy route have another code',
    'send',
    ({ status, body }, request) => {
      if (isAlias(request) && status === 400) body.errors[0].code = '10026';
    },
  ),
  changeAnswer(
    ['EMAIL-ALIAS-1', 'EMAIL-ANS-4'],
    'the legacy route answers without an envelope',
    'send',
    ({ body }, request) => (isAlias(request) && body.data ? body.data : undefined),
  ),
  changeAnswer(
    ['EMAIL-ALIAS-1', 'EMAIL-ANS-8', 'EMAIL-ANS-17'],
    'the legacy route shows fewer fields',
    'send',
    ({ body }, request) => {
      if (isAlias(request)) delete body.data?.events;
    },
  ),
  fault('EMAIL-ALIAS-1', 'the legacy route ignores keys', (request, ask) =>
    ask(isAlias(request) ? withoutKey(request) : request),
  ),
  fault('EMAIL-ALIAS-1', 'the legacy route refuses keys', async (request, ask) =>
    isAlias(request) && keysOf(request).length > 0 ? refusal(400, '10015') : ask(request),
  ),
  fault('EMAIL-ALIAS-1', 'the legacy route needs no credentials', async (request, ask) => {
    const answer = await ask(request);
    return isAlias(request) && answer.status === 401 ? refusal(422, '10015') : answer;
  }),
  fault('EMAIL-ALIAS-1', 'the legacy route lets everybody override', async (request, ask) => {
    const answer = await ask(request);
    if (!isAlias(request) || answer.status !== 403) return answer;
    return ask(withBody(request, { ...parsed(request.body), ignore_suppression: false }));
  }),
  accepts('the legacy route takes an address twice', (body) => delete body.cc),
  accepts('the legacy route needs no subject', (body) => {
    if (!body.template_id) body.subject ??= 'No subject';
  }),
  accepts('the legacy route takes a reply that is a forward', (body) => {
    if (body.in_reply_to_message_id) delete body.forward_of_message_id;
  }),
  accepts('the legacy route takes a template together with a subject', (body) => {
    if (body.template_id) delete body.subject;
  }),
  onAlias('EMAIL-ALIAS-1', 'the legacy route refuses a time that is over', ({ scheduled_at }) =>
    Date.parse(scheduled_at) < Date.now() ? refusal(422, '10015') : undefined,
  ),
  onAlias('EMAIL-ALIAS-1', 'the legacy route looks a forwarded message up', ({ forward_of_message_id }, memory) =>
    forward_of_message_id && !memory.has(forward_of_message_id) ? notFound() : undefined,
  ),
  onAlias('EMAIL-ALIAS-1', 'the legacy route does not know send_at', (body) => delete body.send_at),
  onAlias('EMAIL-ALIAS-2', 'mail of the legacy route is not delivered', (body) =>
    Object.assign(body, { sandbox_mode: true }),
  ),
  onAlias(
    'EMAIL-ALIAS-2',
    'replies of the legacy route carry no threading headers',
    (body) => delete body.in_reply_to_message_id,
  ),
  onAlias('EMAIL-ALIAS-2', 'the legacy route loses blind copies', (body) => delete body.bcc),
  onAlias('EMAIL-ALIAS-2', 'the legacy route sends at once', (body) => delete body.scheduled_at),
  stateful('EMAIL-ALIAS-3', 'a message of the legacy route can not be read', () => {
    const made = new Set<string>();
    return async (request, ask) => {
      const id = /\/v2\/email_messages\/([^/?]+)/.exec(request.url)?.[1];
      if (id && made.has(id)) return notFound();
      const answer = await ask(request);
      if (isAlias(request)) made.add(parsed(answer.body)?.data?.id);
      return answer;
    };
  }),
  onSend(
    'EMAIL-ALIAS-3',
    'a message of the legacy route can not be replied to',
    ({ in_reply_to_message_id: parent }, memory) => (memory.get(parent)?.isAlias ? notFound() : undefined),
  ),
  onAlias('EMAIL-ALIAS-3', 'the legacy route finds no parents', ({ in_reply_to_message_id }) =>
    in_reply_to_message_id ? notFound() : undefined,
  ),
  fault('EMAIL-ALIAS-4', 'nothing can be read through the legacy route', async (request, ask) =>
    isAliasRead(request) ? notFound() : ask(request),
  ),
  changeAnswer('EMAIL-ALIAS-4', 'the legacy route shows no bodies', 'getEmail', ({ body }, request) => {
    if (isAliasRead(request) && body.data) Object.assign(body.data, { html_body: null, text_body: null });
  }),
  changeAnswer('EMAIL-ALIAS-4', 'the legacy route has another code', 'getEmail', ({ status, body }, request) => {
    if (isAliasRead(request) && status === 404) body.errors[0].code = '10005';
  }),
  onAlias('EMAIL-ALIAS-2', 'the legacy route does not know send_at outside the sandbox', (body) => {
    if (body.sandbox_mode !== true) delete body.send_at;
  }),
];
