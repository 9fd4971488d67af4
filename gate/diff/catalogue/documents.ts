import { added, breaking, heir, oneWay, safe, soft } from './rule.ts';

/** Whether operations are there, and what generated code is named after. */
export const operationRules = {
  ...oneWay('request', {
    'operation-removed': breaking((w) => `Clients that call ${w.subject} find nothing there${heir(w)}.`),
    'operation-added': added((w) => `Clients may call ${w.subject}, which is new.`),
  }),
  ...oneWay('response', {
    'webhook-removed': breaking(
      (w) => `Clients that wait for the request ${w.subject} never get it any more${heir(w)}.`,
    ),
    'webhook-added': added((w) => `Clients may be sent ${w.subject}, which is new.`),
    'callback-removed': breaking(
      (w) => `Clients that wait for the request ${w.subject} never get it any more${heir(w)}.`,
    ),
    'callback-added': added((w) => `Clients may be sent ${w.subject}, which is new.`),
  }),
  ...oneWay('client', {
    'operation-id-changed': soft((w) => `Generated code does not name the operation ${w.from} any more${heir(w)}.`),
    'path-parameter-renamed': soft(
      (w) => `Generated code names the path parameter \`${w.to}\` instead of \`${w.from}\`; the address stays.`,
    ),
    'tags-changed': soft(
      (w) => `Generated code has ${w.subject} in another place: its tags were ${w.from} and are ${w.to}.`,
    ),
    'operation-deprecated': soft((w) => `Clients that use ${w.subject} have to plan for its end: it is deprecated.`),
    'operation-no-longer-deprecated': safe((w) => `Clients may go on to use ${w.subject}: it is no longer deprecated.`),
  }),
};

/** Who is let in, and where credentials come from. */
export const securityRules = oneWay('request', {
  'security-added': breaking(
    (w) => `Clients that call without credentials are refused: the service asks for ${w.to} now.`,
  ),
  'security-changed': breaking(
    (w) => `Clients that are let in with ${w.from} are refused: the service asks for ${w.to} now.`,
  ),
  'security-removed': soft(() => 'Clients are let in without credentials now.'),
  'security-relaxed': added((w) => `Clients are let in with ${w.to} now.`),
  'security-flow-removed': breaking((w) => `Clients that get a token by the flow ${w.subject} get none any more.`),
  'security-address-changed': breaking(
    (w) => `Clients that get a token at ${w.from} get none any more: the address is ${w.to}.`,
  ),
  'security-refresh-address-changed': soft(
    (w) => `Clients that renew a token at ${w.from} can't do so any more: the address is ${w.to}.`,
  ),
  'security-scope-removed': breaking((w) => `Clients that ask for the scope ${w.subject} get no token any more.`),
  'security-token-format-changed': soft(
    (w) => `Clients that look into the token find another format: it was ${w.from} and is ${w.to}.`,
  ),
});

/** At which addresses operations are served. A callback's servers are its client's, so nothing is said of them. */
export const serverRules = oneWay('request', {
  'server-removed': breaking((w) => `Clients that call ${w.subject} do not reach the service any more.`),
  'server-added': added((w) => `Clients can reach the service at ${w.subject} as well.`),
  'server-variable-renamed': soft((w) => `Generated code names the server variable ${w.to} instead of ${w.from}.`),
  'server-variable-value-removed': breaking(
    (w) => `Clients that call the service with ${w.subject} = ${w.from} do not reach it any more.`,
  ),
  'server-variable-limited': breaking(
    (w) => `Clients that call the service with another ${w.subject} than ${w.to} do not reach it any more.`,
  ),
  'server-variable-default-changed': soft((w) => `Clients that set no ${w.subject} call ${w.to} instead of ${w.from}.`),
});
