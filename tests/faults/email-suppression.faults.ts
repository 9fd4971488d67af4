import { type Fault, type FaultRequest, goesTo, parsed, refusal } from './fault.ts';
import { keyOf, messageFault } from './messages.ts';

const forbidden = () => refusal(403, '10010');

/** Delivers to an address in spite of its suppression: under another name, which nobody gets to see. */
function deliversTo(
  rule: Fault['rule'],
  title: string,
  address: string,
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any shape
  when: (body: any) => boolean,
): Fault {
  const hidden = `through.${address}`;
  const swap = (request: FaultRequest, from: string, to: string) => ({
    ...request,
    url: request.url.replaceAll(encodeURIComponent(from), encodeURIComponent(to)),
    body: Buffer.from(request.body.toString().replaceAll(from, to)),
  });
  return {
    rule,
    title,
    begin: () => async (request, ask) => {
      const isHidden = goesTo('send', request) ? when(parsed(request.body) ?? {}) : goesTo('findMail', request);
      if (!isHidden) return ask(request);
      const answer = await ask(swap(request, address, hidden));
      return { ...answer, body: Buffer.from(answer.body.toString().replaceAll(hidden, address)) };
    },
  };
}

/** Delivers to a suppressed address that is spelled in capitals. */
function spelledOtherwise(rule: Fault['rule'], title: string, address: string): Fault {
  const capitals = address.toUpperCase();
  const delivers = deliversTo(rule, title, address, () => true);
  return {
    ...delivers,
    begin: () => {
      const serve = delivers.begin();
      return (request, ask) => {
        const text = request.body.toString();
        if (goesTo('send', request) && !text.includes(capitals)) return ask(request);
        return serve({ ...request, body: Buffer.from(text.replaceAll(capitals, address)) }, ask);
      };
    },
  };
}

const inAnswer = (rule: Fault['rule'], title: string, change: (entry: Record<string, unknown>) => void) =>
  messageFault(rule, title, {
    answer: (body) => {
      for (const entry of body?.suppressed ?? []) change(entry);
    },
  });
const isNoOverride = ({ ignore_suppression }: { ignore_suppression?: unknown }) => ignore_suppression !== true;
const isOverride = ({ ignore_suppression }: { ignore_suppression?: unknown }) => ignore_suppression === true;

const suppression: readonly Fault[] = [
  deliversTo('EMAIL-SUPP-1', 'mail goes to one who has unsubscribed', 'unsubscribed@example.com', isNoOverride),
  deliversTo('EMAIL-SUPP-1', 'mail goes to an address that bounces', 'bounced@example.com', isNoOverride),
  deliversTo('EMAIL-SUPP-1', 'mail goes to one who has complained', 'complained@example.com', isNoOverride),
  deliversTo('EMAIL-SUPP-1', 'mail goes to an invalid address', 'invalid@example.com', isNoOverride),
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
  messageFault('EMAIL-SUPP-2', 'an override has no effect', {
    send: (body) => {
      if (body.ignore_suppression === true) body.ignore_suppression = false;
    },
  }),
  messageFault('EMAIL-SUPP-2', 'an override has no effect on copies', {
    send: (body) => {
      if (body.ignore_suppression === true && (body.cc || body.bcc)) body.ignore_suppression = false;
    },
  }),
  deliversTo('EMAIL-SUPP-3', 'an override delivers to an address that bounces', 'bounced@example.com', isOverride),
  deliversTo('EMAIL-SUPP-4', 'an override delivers to one who has complained', 'complained@example.com', isOverride),
  deliversTo('EMAIL-SUPP-5', 'an override delivers to an invalid address', 'invalid@example.com', isOverride),
  messageFault(
    'EMAIL-SUPP-6',
    'an override needs no scope',
    {
      send: (body, _, request) => {
        if (keyOf(request) === 'restricted' && body.ignore_suppression === true) body.ignore_suppression = false;
      },
    },
    ['EMAIL-SUPP-7'],
  ),
  messageFault(
    'EMAIL-SUPP-6',
    'an override needs no scope on the legacy route',
    {
      send: (body, _, request) => {
        if (keyOf(request) === 'restricted' && request.url.startsWith('/v2/emails')) body.ignore_suppression = false;
      },
    },
    ['EMAIL-SUPP-7'],
  ),
  messageFault(
    'EMAIL-SUPP-7',
    'a missing scope is answered with 401',
    {
      answer: (_, __, status) => (status === 403 ? 401 : undefined),
    },
    ['AUTH-3'],
  ),
  messageFault('EMAIL-SUPP-7', 'a missing scope has another code', {
    answer: (body, _, status) => {
      if (status === 403) body.errors[0].code = '10009';
    },
  }),
  messageFault('EMAIL-SUPP-8', 'nobody may override', {
    send: ({ ignore_suppression }) => (ignore_suppression === true ? forbidden() : undefined),
  }),
  messageFault('EMAIL-SUPP-9', 'a flag that is false needs the scope', {
    send: ({ ignore_suppression }, _, request) =>
      ignore_suppression === false && keyOf(request) === 'restricted' ? forbidden() : undefined,
  }),
  messageFault('EMAIL-SUPP-9', 'every send needs the scope', {
    send: ({ ignore_suppression }, _, request) =>
      !ignore_suppression && keyOf(request) === 'restricted' ? forbidden() : undefined,
  }),
  messageFault('EMAIL-SUPP-10', 'the override flag has another name', {
    send: (body) => {
      delete body.ignore_suppression;
    },
  }),
  ...(['to', 'cc', 'bcc'] as const).map((list) =>
    messageFault(
      'EMAIL-SUPP-11',
      `suppressed recipients stay in ${list} of the answer`,
      {
        answer: ({ data }, { body }) => {
          if (data) data[list] = (body[list] ?? []).map((email: string) => ({ email }));
        },
      },
      ['EMAIL-ANS-4'],
    ),
  ),
  messageFault(
    'EMAIL-SUPP-11',
    'one suppressed recipient makes the whole request fail',
    {
      answer: (body) => {
        if (!body.suppressed || !body.data) return undefined;
        delete body.data;
        body.errors = [{ code: 'recipient_suppressed', title: 'A recipient is suppressed' }];
        return 422;
      },
    },
    ['EMAIL-SUPP-12'],
  ),
  messageFault('EMAIL-SUPP-12', 'the answer has no list of suppressed recipients', {
    answer: (body) => {
      if (body?.data) delete body.suppressed;
    },
  }),
  messageFault('EMAIL-SUPP-12', 'with a group, nobody else is listed who is suppressed', {
    answer: (body, { body: { group_id } }) => {
      if (!body?.data || !group_id) return;
      body.suppressed = body.suppressed?.filter(({ reason }: { reason: string }) => reason === 'unsubscribe');
    },
  }),
  inAnswer('EMAIL-SUPP-12', 'an entry has no scope', (entry) => delete entry.scope),
  inAnswer('EMAIL-SUPP-12', 'an entry calls its address `email`', (entry) => {
    entry.email = entry.to;
    delete entry.to;
  }),
  messageFault('EMAIL-SUPP-12', 'all recipients are listed as suppressed', {
    answer: (body, { body: { to } }) => {
      const entry = { reason: 'unsubscribe', scope: 'account', override_allowed: true };
      if (body?.data) body.suppressed = [...(body.suppressed ?? []), { to: to[0], ...entry }];
    },
  }),
  messageFault('EMAIL-SUPP-13', 'a send to suppressed recipients only is answered with 400', {
    answer: ({ data, suppressed }) => (suppressed && !data ? 400 : undefined),
  }),
  messageFault('EMAIL-SUPP-13', 'a send to suppressed recipients only has another code', {
    answer: ({ data, suppressed, errors }) => {
      if (suppressed && !data) errors[0].code = '10015';
    },
  }),
  {
    rule: 'EMAIL-SUPP-13',
    title: 'a send to suppressed recipients only is accepted',
    also: ['EMAIL-SUPP-14'],
    begin: () => async (request, ask) => {
      const answer = await ask(request);
      if (!parsed(answer.body)?.suppressed || answer.status !== 422) return answer;
      return ask({
        ...request,
        body: Buffer.from(JSON.stringify({ ...parsed(request.body), to: ['nobody.at.all@example.com'], bcc: [] })),
      });
    },
  },
  messageFault('EMAIL-SUPP-14', 'the refusal of suppressed recipients has no list of them', {
    answer: (body) => {
      if (!body?.data) delete body?.suppressed;
    },
  }),
  messageFault('EMAIL-SUPP-14', 'the refusal of suppressed recipients lists the first alone', {
    answer: (body) => {
      if (!body?.data && body?.suppressed) body.suppressed = body.suppressed.slice(0, 1);
    },
  }),
  inAnswer('EMAIL-SUPP-15', 'a hard bounce is called bounce', (entry) => {
    if (entry.reason === 'hard_bounce') entry.reason = 'bounce';
  }),
  inAnswer('EMAIL-SUPP-15', 'a spam complaint is called a hard bounce', (entry) => {
    if (entry.reason === 'spam_complaint') entry.reason = 'hard_bounce';
  }),
  inAnswer('EMAIL-SUPP-16', 'an unsubscription is said to be final', (entry) => {
    if (entry.reason === 'unsubscribe') entry.override_allowed = false;
  }),
  inAnswer('EMAIL-SUPP-16', 'a hard bounce is said to allow an override', (entry) => {
    if (entry.reason === 'hard_bounce') entry.override_allowed = true;
  }),
  inAnswer('EMAIL-SUPP-16', 'an invalid address is said to allow an override', (entry) => {
    if (entry.reason === 'invalid') entry.override_allowed = true;
  }),
  deliversTo(
    'EMAIL-SUPP-1',
    'suppressions of addresses in objects are not looked at',
    'bounced@example.com',
    ({ to, ignore_suppression }) => typeof to?.[0] === 'object' && !ignore_suppression,
  ),
  spelledOtherwise('EMAIL-SUPP-1', 'letter case counts for suppressions', 'bounced@example.com'),
  messageFault(
    'EMAIL-SUPP-2',
    'an override has no effect in groups',
    {
      send: (body) => {
        if (body.group_id && body.ignore_suppression === true) body.ignore_suppression = false;
      },
    },
    ['EMAIL-GROUP-4'],
  ),
  messageFault('EMAIL-SUPP-6', 'outside the sandbox an override needs no scope', {
    send: (body, _, request) => {
      const isForbidden = keyOf(request) === 'restricted' && body.ignore_suppression === true;
      if (isForbidden && body.sandbox_mode !== true) body.ignore_suppression = false;
    },
  }),
  inAnswer('EMAIL-SUPP-16', 'an unsubscription from a group is said to be final', (entry) => {
    if (entry.scope === 'group') entry.override_allowed = false;
  }),
];

/** Sandboxed messages for which the test holds are delivered all the same. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape
const delivers = (title: string, test: (body: any, request: FaultRequest) => boolean): Fault => ({
  rule: 'EMAIL-SAND-3',
  title,
  begin: () => async (request, ask) => {
    const body = goesTo('send', request) ? parsed(request.body) : undefined;
    if (body?.sandbox_mode === true && test(body, request)) {
      const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'idempotency-key');
      await ask({ ...request, headers, body: Buffer.from(JSON.stringify({ ...body, sandbox_mode: false })) });
    }
    return ask(request);
  },
});

const sandbox: readonly Fault[] = [
  messageFault(
    'EMAIL-SAND-1',
    'the sandbox has another name',
    {
      send: (body) => {
        delete body.sandbox_mode;
      },
    },
    ['EMAIL-SAND-2', 'EMAIL-SAND-3'],
  ),
  messageFault(
    'EMAIL-SAND-1',
    'a flag that is false asks for the sandbox',
    {
      send: (body) => {
        if (body.sandbox_mode === false) body.sandbox_mode = true;
      },
    },
    ['EMAIL-SAND-2'],
  ),
  messageFault('EMAIL-SAND-2', 'a sandboxed message is called queued', {
    answer: ({ data }) => {
      if (data?.status === 'sandbox') data.status = 'queued';
    },
  }),
  messageFault('EMAIL-SAND-2', 'the answer lacks `sandbox`', {
    answer: ({ data }) => {
      delete data?.sandbox;
    },
  }),
  messageFault('EMAIL-SAND-2', 'a sandboxed message with a time to come is called scheduled', {
    answer: ({ data }) => {
      if (data?.scheduled_at) data.status = 'scheduled';
    },
  }),
  delivers('sandboxed messages are delivered', () => true),
  delivers('sandboxed replies are delivered', (body) => !!body.in_reply_to_message_id),
  delivers('sandboxed messages are delivered when their time has come', (body) => !!body.scheduled_at),
  delivers('sandboxed messages of the legacy route are delivered', (_, { url }) => url.startsWith('/v2/emails')),
  messageFault('EMAIL-SAND-2', 'a sandboxed reply is called queued', {
    answer: ({ data }, { body }) => {
      if (data?.status === 'sandbox' && body.in_reply_to_message_id) data.status = 'queued';
    },
  }),
];

/** Faults of suppressions and of the sandbox. */
export const faults: readonly Fault[] = [...suppression, ...sandbox];
