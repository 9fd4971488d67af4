import { answerInstead, changeAnswer, changeBody, changeStatus, dropIf, refuse, shows, unwrap } from './changes.ts';
import {
  type Body,
  type Fault,
  fault,
  getId,
  goesTo,
  parseJson,
  parseObject,
  refusal,
  stateful,
  withBody,
} from './fault.ts';
import { getKeys, withoutKey } from './keys.ts';
import { answerSends } from './sends.ts';

const notFound = refusal(404, '10001', 'Not found');
const created = shows('sendByAlias');
const read = shows('getByAlias');

/** Changes sends by the legacy route before the service sees them. */
const rewrite = (rule: Fault['rule'], title: string, change: Parameters<typeof changeBody>[3]) =>
  changeBody(rule, title, 'sendByAlias', change);

/** Mends requests that the legacy route would refuse. */
const accepts = (title: string, change: Parameters<typeof changeBody>[3]) => rewrite('EMAIL-ALIAS-1', title, change);

/** Faults of the legacy route. */
export const faults: readonly Fault[] = [
  answerInstead('EMAIL-ALIAS-1', 'the legacy route is gone', 'sendByAlias', notFound),
  changeStatus(['EMAIL-ALIAS-1', 'EMAIL-ANS-3'], 'a success of the legacy route is 200', 'sendByAlias', 202, 200),
  shows('sendByAlias', 'errors.0', (status) => status === 400)(
    'EMAIL-ALIAS-1',
    'refusals of the legacy route have another code',
    { code: '10026' },
  ),
  unwrap(['EMAIL-ALIAS-1', 'EMAIL-ANS-4'], 'the legacy route answers without an envelope', 'sendByAlias'),
  created(['EMAIL-ALIAS-1', 'EMAIL-ANS-8', 'EMAIL-ANS-17'], 'the legacy route shows fewer fields', {
    events: undefined,
  }),
  fault('EMAIL-ALIAS-1', 'the legacy route ignores keys', (request, call) =>
    call(goesTo('sendByAlias', request) ? withoutKey(request) : request),
  ),
  answerInstead('EMAIL-ALIAS-1', 'the legacy route refuses keys', 'sendByAlias', refusal(400, '10015'), (request) => {
    return getKeys(request).length > 0;
  }),
  fault('EMAIL-ALIAS-1', 'the legacy route needs no credentials', async (request, call) => {
    const answer = await call(request);
    return goesTo('sendByAlias', request) && answer.status === 401 ? refusal(422, '10015') : answer;
  }),
  fault('EMAIL-ALIAS-1', 'the legacy route lets everybody override', async (request, call) => {
    const answer = await call(request);
    if (!goesTo('sendByAlias', request) || answer.status !== 403) return answer;
    return call(withBody(request, { ...parseObject(request), ignore_suppression: false }));
  }),
  accepts('the legacy route takes an address twice', { cc: undefined }),
  accepts('the legacy route needs no subject', (body) => {
    if (!body.template_id) body.subject ??= 'No subject';
  }),
  accepts('the legacy route takes a forwarding reply', {
    forward_of_message_id: dropIf(({ in_reply_to_message_id }) => in_reply_to_message_id),
  }),
  accepts('the legacy route takes a template together with a subject', {
    subject: dropIf(({ template_id }) => template_id),
  }),
  refuse('EMAIL-ALIAS-1', 'the legacy route refuses a past time', 'sendByAlias', ({ scheduled_at }) => {
    return Date.parse(scheduled_at) < Date.now();
  }),
  answerSends(
    'EMAIL-ALIAS-1',
    'the legacy route looks a forwarded message up',
    notFound,
    ({ forward_of_message_id: id }, memory, request) => goesTo('sendByAlias', request) && id && !memory.has(id),
  ),
  rewrite('EMAIL-ALIAS-1', 'the legacy route does not know send_at', { send_at: undefined }),
  rewrite('EMAIL-ALIAS-2', 'mail of the legacy route is not delivered', { sandbox_mode: true }),
  rewrite('EMAIL-ALIAS-2', 'replies of the legacy route carry no threading headers', {
    in_reply_to_message_id: undefined,
  }),
  rewrite('EMAIL-ALIAS-2', 'the legacy route loses blind copies', { bcc: undefined }),
  rewrite('EMAIL-ALIAS-2', 'the legacy route sends at once', { scheduled_at: undefined }),
  rewrite('EMAIL-ALIAS-2', 'the legacy route does not know send_at outside the sandbox', {
    send_at: dropIf(({ sandbox_mode }: Body) => sandbox_mode !== true),
  }),
  stateful('EMAIL-ALIAS-3', 'a message of the legacy route can not be read', () => {
    const made = new Set<string>();
    return async (request, call) => {
      if (goesTo('getEmail', request) && !goesTo('getByAlias', request) && made.has(getId(request))) return notFound;
      const answer = await call(request);
      if (goesTo('sendByAlias', request)) made.add(parseJson(answer.body)?.data?.id);
      return answer;
    };
  }),
  answerSends(
    'EMAIL-ALIAS-3',
    'a message of the legacy route can not be replied to',
    notFound,
    (body, memory) => memory.get(body.in_reply_to_message_id)?.isAlias,
  ),
  answerInstead('EMAIL-ALIAS-3', 'the legacy route finds no parents', 'sendByAlias', notFound, (request) => {
    return parseObject(request)?.in_reply_to_message_id;
  }),
  fault('EMAIL-ALIAS-4', 'nothing can be read through the legacy route', (request, call) =>
    goesTo('getByAlias', request) ? notFound : call(request),
  ),
  read('EMAIL-ALIAS-4', 'the legacy route shows no bodies', { html_body: null, text_body: null }),
  changeAnswer('EMAIL-ALIAS-4', 'the legacy route has another code', 'getByAlias', ({ status, body }) => {
    if (status === 404) body.errors[0].code = '10005';
  }),
];
