import { client, heir, request, response } from './rule.ts';

/** Whether operations are there, and what generated code is named after. */
export const operationRules = {
  'operation-removed': request.breaking(
    'operation-removed',
    (w) => `Clients that call ${w.subject} find nothing there${heir(w)}.`,
  ),
  'operation-added': request.added('operation-added', (w) => `Clients may call ${w.subject}, which is new.`),
  'webhook-removed': response.breaking(
    'webhook-removed',
    (w) => `Clients that wait for the request ${w.subject} never get it any more${heir(w)}.`,
  ),
  'webhook-added': response.added('webhook-added', (w) => `Clients may be sent ${w.subject}, which is new.`),
  'callback-removed': response.breaking(
    'callback-removed',
    (w) => `Clients that wait for the request ${w.subject} never get it any more${heir(w)}.`,
  ),
  'callback-added': response.added('callback-added', (w) => `Clients may be sent ${w.subject}, which is new.`),
  'operation-id-changed': client.soft(
    'operation-id-changed',
    (w) => `Generated code does not name the operation ${w.from} any more${heir(w)}.`,
  ),
  'path-parameter-renamed': client.soft(
    'path-parameter-renamed',
    (w) => `Generated code names the path parameter \`${w.to}\` instead of \`${w.from}\`; the address stays.`,
  ),
  'tags-changed': client.soft(
    'tags-changed',
    (w) => `Generated code has ${w.subject} in another place: its tags were ${w.from} and are ${w.to}.`,
  ),
  'operation-deprecated': client.soft(
    'operation-deprecated',
    (w) => `Clients that use ${w.subject} have to plan for its end: it is deprecated.`,
  ),
  'operation-no-longer-deprecated': client.safe(
    'operation-no-longer-deprecated',
    (w) => `Clients may go on to use ${w.subject}: it is no longer deprecated.`,
  ),
};

/** Who is let in, and where credentials come from. */
export const securityRules = {
  'security-added': request.breaking(
    'security-added',
    (w) => `Clients that call without credentials are refused: the service asks for ${w.to} now.`,
  ),
  'security-changed': request.breaking(
    'security-changed',
    (w) => `Clients that are let in with ${w.from} are refused: the service asks for ${w.to} now.`,
  ),
  'security-removed': request.soft('security-removed', () => 'Clients are let in without credentials now.'),
  'security-relaxed': request.added('security-relaxed', (w) => `Clients are let in with ${w.to} now.`),
  'security-flow-removed': request.breaking(
    'security-flow-removed',
    (w) => `Clients that get a token by the flow ${w.subject} get none any more.`,
  ),
  'security-address-changed': request.breaking(
    'security-address-changed',
    (w) => `Clients that get a token at ${w.from} get none any more: the address is ${w.to}.`,
  ),
  'security-refresh-address-changed': request.soft(
    'security-refresh-address-changed',
    (w) => `Clients that renew a token at ${w.from} can't do so any more: the address is ${w.to}.`,
  ),
  'security-scope-removed': request.breaking(
    'security-scope-removed',
    (w) => `Clients that ask for the scope ${w.subject} get no token any more.`,
  ),
  'security-token-format-changed': request.soft(
    'security-token-format-changed',
    (w) => `Clients that look into the token find another format: it was ${w.from} and is ${w.to}.`,
  ),
};

/** At which addresses operations are served. A callback's servers are its client's, so nothing is said of them. */
export const serverRules = {
  'server-removed': request.breaking(
    'server-removed',
    (w) => `Clients that call ${w.subject} do not reach the service any more.`,
  ),
  'server-added': request.added('server-added', (w) => `Clients can reach the service at ${w.subject} as well.`),
  'server-variable-renamed': request.soft(
    'server-variable-renamed',
    (w) => `Generated code names the server variable ${w.to} instead of ${w.from}.`,
  ),
  'server-variable-value-removed': request.breaking(
    'server-variable-value-removed',
    (w) => `Clients that call the service with ${w.subject} = ${w.from} do not reach it any more.`,
  ),
  'server-variable-limited': request.breaking(
    'server-variable-limited',
    (w) => `Clients that call the service with another ${w.subject} than ${w.to} do not reach it any more.`,
  ),
  'server-variable-default-changed': request.soft(
    'server-variable-default-changed',
    (w) => `Clients that set no ${w.subject} call ${w.to} instead of ${w.from}.`,
  ),
};
