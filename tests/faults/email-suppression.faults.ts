import {
  type Body,
  type Fault,
  type FaultRequest,
  fault,
  goesTo,
  parsed,
  type Rules,
  refusal,
  stateful,
  withBody,
} from './fault.ts';
import { withoutKey } from './keys.ts';
import { keyOf, onAnswer, onSend } from './messages.ts';

const forbidden = () => refusal(403, '10010');

/** Delivers to an address in spite of its suppression: under another name, which no client sees. */
function deliversTo(rules: Rules, title: string, address: string, when: (body: Body) => boolean): Fault {
  const hidden = `through.${address}`;
  const swap = (request: FaultRequest, from: string, to: string) => ({
    ...request,
    url: request.url.replaceAll(encodeURIComponent(from), encodeURIComponent(to)),
    body: Buffer.from(request.body.toString().replaceAll(from, to)),
  });
  return fault(rules, title, async (request, ask) => {
    const isHidden = goesTo('send', request) ? when(parsed(request.body) ?? {}) : goesTo('findMail', request);
    if (!isHidden) return ask(request);
    const answer = await ask(swap(request, address, hidden));
    return { ...answer, body: Buffer.from(answer.body.toString().replaceAll(hidden, address)) };
  });
}

/** Delivers to a suppressed address that is spelled in capitals. */
function spelledOtherwise(rules: Rules, title: string, address: string): Fault {
  const capitals = address.toUpperCase();
  const serve = deliversTo(rules, title, address, () => true).begin();
  return fault(rules, title, (request, ask) => {
    const text = request.body.toString();
    if (goesTo('send', request) && !text.includes(capitals)) return ask(request);
    return serve(withBody(request, text.replaceAll(capitals, address)), ask);
  });
}

const inAnswer = (rules: Rules, title: string, change: (entry: Record<string, unknown>) => void) =>
  onAnswer(rules, title, (body) => {
    for (const entry of body?.suppressed ?? []) change(entry);
  });
const isNoOverride = ({ ignore_suppression }: { ignore_suppression?: unknown }) => ignore_suppression !== true;
const isOverride = ({ ignore_suppression }: { ignore_suppression?: unknown }) => ignore_suppression === true;

const suppression: readonly Fault[] = [
  deliversTo('EMAIL-SUPP-1', 'mail goes to one who has unsubscribed', 'unsubscribed@example.com', isNoOverride),
  deliversTo('EMAIL-SUPP-1', 'mail goes to an address that bounces', 'bounced@example.com', isNoOverride),
  deliversTo(
    'EMAIL-SUPP-1',
    'a flag that is false overrides',
    'unsubscribed@example.com',
    (body) => body.ignore_suppression === false,
  ),
  deliversTo(
    'EMAIL-SUPP-1',
    'blind copies go to one who has unsubscribed',
    'unsubscribed@example.com',
    (body) => isNoOverride(body) && !!body.bcc,
  ),
  onSend('EMAIL-SUPP-2', 'an override has no effect', (body) => {
    if (body.ignore_suppression === true) body.ignore_suppression = false;
  }),
  onSend('EMAIL-SUPP-2', 'an override has no effect on copies', (body) => {
    if (body.ignore_suppression === true && (body.cc || body.bcc)) body.ignore_suppression = false;
  }),
  deliversTo('EMAIL-SUPP-3', 'an override delivers to an address that bounces', 'bounced@example.com', isOverride),
  deliversTo('EMAIL-SUPP-4', 'an override delivers to one who has complained', 'complained@example.com', isOverride),
  deliversTo('EMAIL-SUPP-5', 'an override delivers to an invalid address', 'invalid@example.com', isOverride),
  onSend(['EMAIL-SUPP-6', 'EMAIL-SUPP-7'], 'an override needs no scope', (body, _, request) => {
    if (keyOf(request) === 'restricted' && body.ignore_suppression === true) body.ignore_suppression = false;
  }),
  onSend(['EMAIL-SUPP-6', 'EMAIL-SUPP-7'], 'an override needs no scope on the legacy route', (body, _, request) => {
    if (keyOf(request) === 'restricted' && request.url.startsWith('/v2/emails')) body.ignore_suppression = false;
  }),
  onAnswer(['EMAIL-SUPP-7', 'AUTH-3'], 'a missing scope is answered with 401', (_, __, status) =>
    status === 403 ? 401 : undefined,
  ),
  onAnswer('EMAIL-SUPP-7', 'a missing scope has another code', (body, _, status) => {
    if (status === 403) body.errors[0].code = '10009';
  }),
  onSend('EMAIL-SUPP-8', 'no key may override', ({ ignore_suppression }) =>
    ignore_suppression === true ? forbidden() : undefined,
  ),
  onSend('EMAIL-SUPP-9', 'a flag that is false needs the scope', ({ ignore_suppression }, _, request) =>
    ignore_suppression === false && keyOf(request) === 'restricted' ? forbidden() : undefined,
  ),
  onSend('EMAIL-SUPP-9', 'every send needs the scope', ({ ignore_suppression }, _, request) =>
    !ignore_suppression && keyOf(request) === 'restricted' ? forbidden() : undefined,
  ),
  onSend('EMAIL-SUPP-10', 'the override flag has another name', (body) => delete body.ignore_suppression),
  ...(['to', 'cc', 'bcc'] as const).map((list) =>
    onAnswer(
      ['EMAIL-SUPP-11', 'EMAIL-ANS-4'],
      `suppressed recipients stay in ${list} of the answer`,
      ({ data }, { body }) => {
        if (data) data[list] = (body[list] ?? []).map((email: string) => ({ email }));
      },
    ),
  ),
  onAnswer(['EMAIL-SUPP-11', 'EMAIL-SUPP-12'], 'one suppressed recipient makes the whole request fail', (body) => {
    if (!body.suppressed || !body.data) return undefined;
    delete body.data;
    body.errors = [{ code: 'recipient_suppressed', title: 'A recipient is suppressed' }];
    return 422;
  }),
  onAnswer('EMAIL-SUPP-12', 'the answer has no list of suppressed recipients', (body) => {
    if (body?.data) delete body.suppressed;
  }),
  onAnswer('EMAIL-SUPP-12', 'with a group, no other suppressed recipient is listed', (body, { body: { group_id } }) => {
    if (!body?.data || !group_id) return;
    body.suppressed = body.suppressed?.filter(({ reason }: { reason: string }) => reason === 'unsubscribe');
  }),
  inAnswer('EMAIL-SUPP-12', 'an entry calls its address `email`', (entry) => {
    entry.email = entry.to;
    delete entry.to;
  }),
  onAnswer(['EMAIL-SUPP-12', 'EMAIL-ANS-4'], 'all recipients are listed as suppressed', (body, { body: { to } }) => {
    const entry = { reason: 'unsubscribe', scope: 'account', override_allowed: true };
    if (body?.data) body.suppressed = [...(body.suppressed ?? []), { to: to[0], ...entry }];
  }),
  onAnswer('EMAIL-SUPP-13', 'a send to suppressed recipients only is answered with 400', ({ data, suppressed }) =>
    suppressed && !data ? 400 : undefined,
  ),
  onAnswer('EMAIL-SUPP-13', 'a send to suppressed recipients only has another code', ({ data, suppressed, errors }) => {
    if (suppressed && !data) errors[0].code = '10015';
  }),
  stateful(
    ['EMAIL-SUPP-13', 'EMAIL-SUPP-14'],
    'a send to suppressed recipients only is accepted',
    () => async (request, ask) => {
      const answer = await ask(request);
      if (!parsed(answer.body)?.suppressed || answer.status !== 422) return answer;
      return ask({
        ...request,
        body: Buffer.from(JSON.stringify({ ...parsed(request.body), to: ['nobody.at.all@example.com'], bcc: [] })),
      });
    },
  ),
  onAnswer('EMAIL-SUPP-14', 'the refusal of suppressed recipients has no list of them', (body) => {
    if (!body?.data) delete body?.suppressed;
  }),
  onAnswer('EMAIL-SUPP-14', 'the refusal of suppressed recipients lists the first alone', (body) => {
    if (!body?.data && body?.suppressed) body.suppressed = body.suppressed.slice(0, 1);
  }),
  inAnswer('EMAIL-SUPP-15', 'a hard bounce is called bounce', (entry) => {
    if (entry.reason === 'hard_bounce') entry.reason = 'bounce';
  }),
  inAnswer('EMAIL-SUPP-16', 'an unsubscription is said to be final', (entry) => {
    if (entry.reason === 'unsubscribe') entry.override_allowed = false;
  }),
  inAnswer('EMAIL-SUPP-16', 'a hard bounce is said to allow an override', (entry) => {
    if (entry.reason === 'hard_bounce') entry.override_allowed = true;
  }),
  deliversTo(
    'EMAIL-SUPP-1',
    'suppressions of addresses in objects are not looked at',
    'bounced@example.com',
    ({ to, ignore_suppression }) => typeof to?.[0] === 'object' && !ignore_suppression,
  ),
  spelledOtherwise('EMAIL-SUPP-1', 'letter case counts for suppressions', 'bounced@example.com'),
  onSend(['EMAIL-SUPP-2', 'EMAIL-GROUP-4'], 'an override has no effect in groups', (body) => {
    if (body.group_id && body.ignore_suppression === true) body.ignore_suppression = false;
  }),
  onSend('EMAIL-SUPP-6', 'outside the sandbox an override needs no scope', (body, _, request) => {
    const isForbidden = keyOf(request) === 'restricted' && body.ignore_suppression === true;
    if (isForbidden && body.sandbox_mode !== true) body.ignore_suppression = false;
  }),
  inAnswer('EMAIL-SUPP-16', 'an unsubscription from a group is said to be final', (entry) => {
    if (entry.scope === 'group') entry.override_allowed = false;
  }),
];

/** Sandboxed messages for which the test holds are delivered all the same. */
const delivers = (title: string, test: (body: Body, request: FaultRequest) => boolean): Fault =>
  fault('EMAIL-SAND-3', title, async (request, ask) => {
    const body = goesTo('send', request) ? parsed(request.body) : undefined;
    const isDelivered = body?.sandbox_mode === true && test(body, request);
    if (isDelivered) await ask(withoutKey(withBody(request, { ...body, sandbox_mode: false })));
    return ask(request);
  });

const sandbox: readonly Fault[] = [
  onSend(
    ['EMAIL-SAND-1', 'EMAIL-SAND-2', 'EMAIL-SAND-3'],
    'the sandbox has another name',
    (body) => delete body.sandbox_mode,
  ),
  onSend(['EMAIL-SAND-1', 'EMAIL-SAND-2'], 'a flag that is false requests the sandbox', (body) => {
    if (body.sandbox_mode === false) body.sandbox_mode = true;
  }),
  onAnswer('EMAIL-SAND-2', 'a sandboxed message is called queued', ({ data }) => {
    if (data?.status === 'sandbox') data.status = 'queued';
  }),
  onAnswer('EMAIL-SAND-2', 'the answer lacks `sandbox`', ({ data }) => delete data?.sandbox),
  onAnswer('EMAIL-SAND-2', 'a sandboxed message with a time to come is called scheduled', ({ data }) => {
    if (data?.scheduled_at) data.status = 'scheduled';
  }),
  delivers('sandboxed messages are delivered', () => true),
  delivers('sandboxed replies are delivered', (body) => !!body.in_reply_to_message_id),
  delivers('sandboxed messages are delivered when their time has come', (body) => !!body.scheduled_at),
  delivers('sandboxed messages of the legacy route are delivered', (_, { url }) => url.startsWith('/v2/emails')),
];

/** Faults of suppressions and of the sandbox. */
export const faults: readonly Fault[] = [...suppression, ...sandbox];
