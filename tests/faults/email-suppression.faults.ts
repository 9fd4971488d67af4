import { changeAnswer, changeStatus, replace, shows } from './changes.ts';
import {
  type Body,
  type Fault,
  type FaultRequest,
  fault,
  getApiKey,
  goesTo,
  parseJson,
  parseObject,
  type Rules,
  refusal,
  withBody,
} from './fault.ts';
import { withoutKey } from './keys.ts';
import { answerSends, created, rewriteSends } from './sends.ts';

const forbidden = refusal(403, '10010');
const unsubscribed = 'unsubscribed@example.com';
const bounced = 'bounced@example.com';

/** Delivers to an address in spite of its suppression: under another name, which no client sees. */
function deliversTo(rules: Rules, title: string, address: string, when: (body: Body) => unknown): Fault {
  const hidden = `through.${address}`;
  return fault(rules, title, async (request, call) => {
    const isHidden = goesTo('send', request) ? when(parseJson(request.body) ?? {}) : goesTo('findMail', request);
    if (!isHidden) return call(request);
    const url = request.url.replaceAll(encodeURIComponent(address), encodeURIComponent(hidden));
    const answer = await call(withBody({ ...request, url }, request.body.toString().replaceAll(address, hidden)));
    return { ...answer, body: Buffer.from(answer.body.toString().replaceAll(hidden, address)) };
  });
}

/** Delivers to a suppressed address that is spelled in capitals. */
function spelledOtherwise(rules: Rules, title: string, address: string): Fault {
  const capitals = address.toUpperCase();
  const serve = deliversTo(rules, title, address, () => true).begin();
  return fault(rules, title, (request, call) => {
    const text = request.body.toString();
    if (goesTo('send', request) && !text.includes(capitals)) return call(request);
    return serve(withBody(request, text.replaceAll(capitals, address)), call);
  });
}

/** Changes the suppressed recipients that an answer lists: of successes, and of refusals. */
const listed = shows('send', 'suppressed.*', () => true);
const success = shows('send', '');
const refused = shows('send', '', (status) => status === 422);

const isOverride = ({ ignore_suppression }: Body) => ignore_suppression === true;
const isNoOverride = (body: Body) => !isOverride(body);
const isRestricted = (request: FaultRequest) => getApiKey(request) === 'restricted';
const asFalse = (when: (body: Body, request: FaultRequest) => unknown) => (body: Body, request: FaultRequest) => {
  if (isOverride(body) && when(body, request)) body.ignore_suppression = false;
};

const unlisted = ['EMAIL-SUPP-12', 'EMAIL-GROUP-2'] as const;

const suppression: readonly Fault[] = [
  deliversTo('EMAIL-SUPP-1', 'mail goes to an unsubscribed address', unsubscribed, isNoOverride),
  deliversTo('EMAIL-SUPP-1', 'mail goes to an address that bounces', bounced, isNoOverride),
  deliversTo('EMAIL-SUPP-1', 'a group replaces the suppressions of the account', bounced, ({ group_id }) => group_id),
  deliversTo('EMAIL-SUPP-1', 'a false flag overrides', unsubscribed, (body) => {
    return body.ignore_suppression === false;
  }),
  deliversTo('EMAIL-SUPP-1', 'mail goes to an address after a complaint', 'complained@example.com', isNoOverride),
  ...['template_id', 'scheduled_at', 'in_reply_to_message_id'].map((member) =>
    deliversTo(
      'EMAIL-SUPP-1',
      `suppressions of sends with ${member} are not looked at`,
      bounced,
      (body) => body[member],
    ),
  ),
  deliversTo('EMAIL-SUPP-1', 'blind copies go to an unsubscribed address', unsubscribed, (body) => {
    return isNoOverride(body) && body.bcc;
  }),
  deliversTo(['EMAIL-SUPP-1', 'EMAIL-SUPP-3'], 'one blind copy is read', bounced, ({ bcc }) => bcc?.[1] === bounced),
  deliversTo('EMAIL-SUPP-1', 'suppressions of addresses in objects are not looked at', bounced, (body) => {
    return typeof body.to?.[0] === 'object' && !body.ignore_suppression;
  }),
  spelledOtherwise('EMAIL-SUPP-1', 'letter case counts for suppressions', bounced),
  rewriteSends('EMAIL-SUPP-2', 'an override has no effect', { ignore_suppression: replace(true, false) }),
  rewriteSends(
    'EMAIL-SUPP-2',
    'an override has no effect on copies',
    asFalse(({ cc, bcc }) => cc || bcc),
  ),
  rewriteSends(
    ['EMAIL-SUPP-2', 'EMAIL-GROUP-4'],
    'an override has no effect in groups',
    asFalse(({ group_id }) => group_id),
  ),
  deliversTo('EMAIL-SUPP-3', 'an override delivers to an address that bounces', bounced, isOverride),
  deliversTo('EMAIL-SUPP-4', 'an override delivers after a complaint', 'complained@example.com', isOverride),
  deliversTo('EMAIL-SUPP-5', 'an override delivers to an invalid address', 'invalid@example.com', isOverride),
  rewriteSends(
    ['EMAIL-SUPP-6', 'EMAIL-SUPP-7'],
    'an override needs no scope',
    asFalse((_, request) => isRestricted(request)),
  ),
  rewriteSends(
    ['EMAIL-SUPP-6', 'EMAIL-SUPP-7'],
    'an override needs no scope on the legacy route',
    asFalse((_, request) => isRestricted(request) && goesTo('sendByAlias', request)),
  ),
  rewriteSends(
    'EMAIL-SUPP-6',
    'outside the sandbox an override needs no scope',
    asFalse(({ sandbox_mode }, request) => isRestricted(request) && sandbox_mode !== true),
  ),
  changeStatus('EMAIL-SUPP-7', 'a missing scope is answered with 401', 'send', 403, 401),
  changeAnswer(['EMAIL-SUPP-7', 'AUTH-3'], 'a missing scope has another code', 'send', ({ status, body }) => {
    if (status === 403) body.errors[0].code = '10009';
  }),
  answerSends('EMAIL-SUPP-8', 'no key may override', forbidden, isOverride),
  answerSends(
    'EMAIL-SUPP-9',
    'a false flag needs the scope',
    forbidden,
    ({ ignore_suppression }, _, request) => ignore_suppression === false && isRestricted(request),
  ),
  answerSends(
    'EMAIL-SUPP-9',
    'every send needs the scope',
    forbidden,
    ({ ignore_suppression }, _, request) => !ignore_suppression && isRestricted(request),
  ),
  rewriteSends('EMAIL-SUPP-10', 'the override flag has another name', { ignore_suppression: undefined }),
  ...(['to', 'cc', 'bcc'] as const).map((list) =>
    created(
      ['EMAIL-SUPP-11', 'EMAIL-ANS-4'],
      `suppressed recipients stay in ${list} of the answer`,
      (data, { sent }) => {
        data[list] = (sent[list] ?? []).map((email: string) => ({ email }));
      },
    ),
  ),
  changeAnswer(
    ['EMAIL-SUPP-11', 'EMAIL-SUPP-12'],
    'one suppressed recipient makes the whole request fail',
    'send',
    (answer) => {
      const { data, suppressed } = answer.body;
      if (!suppressed || !data) return undefined;
      answer.status = 422;
      return { suppressed, errors: [{ code: 'recipient_suppressed', title: 'A recipient is suppressed' }] };
    },
  ),
  success(unlisted, 'the answer has no list of suppressed recipients', { suppressed: undefined }),
  success('EMAIL-SUPP-12', 'with a group, no other suppressed recipient is listed', (body, { sent }) => {
    if (sent.group_id) body.suppressed = body.suppressed?.filter(({ reason }: Body) => reason === 'unsubscribe');
  }),
  listed(unlisted, 'an entry calls its address `email`', (entry) => {
    entry.email = entry.to;
    delete entry.to;
  }),
  success([...unlisted, 'EMAIL-ANS-4'], 'all recipients are listed as suppressed', (body, { sent: { to } }) => {
    const entry = { reason: 'unsubscribe', scope: 'account', override_allowed: true };
    body.suppressed = [...(body.suppressed ?? []), { to: to[0], ...entry }];
  }),
  changeAnswer('EMAIL-SUPP-13', 'a send to suppressed recipients only is answered with 400', 'send', (answer) => {
    if (answer.body.suppressed && !answer.body.data) answer.status = 400;
  }),
  refused('EMAIL-SUPP-13', 'a send to suppressed recipients only has another code', ({ suppressed, errors }) => {
    if (suppressed) errors[0].code = '10015';
  }),
  fault(
    ['EMAIL-SUPP-13', 'EMAIL-SUPP-14'],
    'a send to suppressed recipients only is accepted',
    async (request, call) => {
      const answer = await call(request);
      if (!goesTo('send', request) || answer.status !== 422 || !parseJson(answer.body)?.suppressed) return answer;
      return call(withBody(request, { ...parseObject(request), to: ['nobody.at.all@example.com'], bcc: [] }));
    },
  ),
  refused('EMAIL-SUPP-14', 'the refusal of suppressed recipients has no list of them', { suppressed: undefined }),
  refused('EMAIL-SUPP-14', 'the refusal lists only the first suppressed recipient', {
    suppressed: (list) => list.slice(0, 1),
  }),
  listed('EMAIL-SUPP-15', 'a hard bounce is called bounce', { reason: replace('hard_bounce', 'bounce') }),
  listed('EMAIL-SUPP-16', 'an unsubscription is shown as final', {
    override_allowed: (allowed, { reason }) => allowed && reason !== 'unsubscribe',
  }),
  listed('EMAIL-SUPP-16', 'a hard bounce is shown as overridable', {
    override_allowed: (allowed, { reason }) => allowed || reason === 'hard_bounce',
  }),
  listed('EMAIL-SUPP-16', 'a group unsubscription is shown as final', {
    override_allowed: (allowed, { scope }) => allowed && scope !== 'group',
  }),
];

/** Delivers sandboxed messages that pass a test all the same. */
const delivers = (title: string, test: (body: Body, request: FaultRequest) => unknown): Fault =>
  fault('EMAIL-SAND-3', title, async (request, call) => {
    const body = goesTo('send', request) ? parseJson(request.body) : undefined;
    if (body?.sandbox_mode === true && test(body, request))
      await call(withoutKey(withBody(request, { ...body, sandbox_mode: false })));
    return call(request);
  });

const sandbox: readonly Fault[] = [
  rewriteSends(['EMAIL-SAND-1', 'EMAIL-SAND-2', 'EMAIL-SAND-3'], 'the sandbox has another name', {
    sandbox_mode: undefined,
  }),
  rewriteSends(['EMAIL-SAND-1', 'EMAIL-SAND-2'], 'a false flag requests the sandbox', {
    sandbox_mode: replace(false, true),
  }),
  created('EMAIL-SAND-2', 'a sandboxed message is called queued', { status: replace('sandbox', 'queued') }),
  created('EMAIL-SAND-2', 'the answer lacks `sandbox`', { sandbox: undefined }),
  created('EMAIL-SAND-2', 'a sandboxed message with a time to come is called scheduled', {
    status: (status, { scheduled_at }) => (scheduled_at ? 'scheduled' : status),
  }),
  delivers('sandboxed messages are delivered', () => true),
  delivers('sandboxed replies are delivered', (body) => body.in_reply_to_message_id),
  delivers('sandboxed messages are delivered when their time has come', (body) => body.scheduled_at),
  delivers('sandboxed messages of the legacy route are delivered', (_, request) => goesTo('sendByAlias', request)),
];

/** Faults of suppressions and of the sandbox. */
export const faults: readonly Fault[] = [...suppression, ...sandbox];
