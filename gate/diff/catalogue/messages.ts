import { added, alike, bothWays, breaking, type Drafts, heir, safe, soft } from './rule.ts';

/** Bodies, media types, forms, statuses and links. */
export const messageRules = bothWays({
  'body-required-added': { request: breaking(() => 'Clients that send no body are refused: one is required now.') },
  'body-added': {
    request: added(() => 'Clients may send a body now.'),
    response: added(() => 'Clients are sent a body now.'),
  },
  'body-removed': {
    request: breaking(() => 'Clients that send a body are refused or ignored: the request has none now.'),
    response: breaking(() => 'Clients that read the body of the request do not find it any more.'),
  },
  'body-became-required': {
    request: breaking(() => 'Clients that send no body are refused.'),
    response: added(() => 'Clients always find a body in the request now.'),
  },
  'body-became-optional': {
    request: added(() => 'Clients may leave the body out now.'),
    response: breaking(() => 'Clients that rely on the body of the request may not find one.'),
  },
  'media-type-removed': {
    request: breaking((w) => `Clients that send ${w.subject} as ${w.from} are refused.`),
    response: breaking((w) => `Clients that ask for ${w.subject} as ${w.from} do not get it.`),
  },
  'media-type-narrowed': {
    request: breaking((w) => `Clients that send ${w.subject} as any other of ${w.from} than ${w.to} are refused.`),
    response: soft((w) => `Clients that ask for ${w.subject} as any other of ${w.from} than ${w.to} do not get it.`),
  },
  'media-type-added': {
    request: added((w) => `Clients may send ${w.subject} as ${w.to}.`),
    response: added((w) => `Clients may ask for ${w.subject} as ${w.to}.`),
  },
  'sent-media-type-added': {
    response: breaking((w) => `Clients may be sent ${w.subject} as ${w.to}, which they never were.`),
  },
  'encoding-widened': {
    request: safe((w) => `Clients may write the part \`${w.subject}\` of a form in further ways.`),
    response: safe((w) => `Clients find the part \`${w.subject}\` of a form written in fewer ways.`),
  },
  'encoding-changed': {
    request: breaking((w) => `Clients that write the part \`${w.subject}\` of a form as before may not be understood.`),
    response: breaking(
      (w) =>
        `Clients that read the part \`${w.subject}\` of a form may not understand it: it is written in other ways.`,
    ),
  },
  'content-removed': {
    request: breaking((w) => `Clients that put a body into ${w.subject} are refused or ignored: it has none now.`),
    response: breaking((w) => `Clients that read ${w.subject} find no body any more.`),
  },
  'status-respelt': alike(soft((w) => `Generated code knows ${w.subject} as ${w.to}.`)),
  'status-removed': {
    request: breaking(
      (w) => `Clients that answer with ${w.subject} are not understood any more; the statuses left are ${w.to}.`,
    ),
    response: breaking((w) => `Clients that wait for ${w.subject} do not get it any more.`),
  },
  'status-added': {
    response: soft((w) => `Clients that do not know ${w.subject} may be given it.`),
    request: added((w) => `Clients may answer with ${w.subject} now.`),
  },
  'error-status-added': {
    response: added((w) => `Clients that do not know ${w.subject} may be given it, as an error like others.`),
  },
  'link-changed': alike(soft((w) => `Clients that follow the link \`${w.from}\` of ${w.subject} are led elsewhere.`)),
  'link-removed': alike(
    soft((w) => `Clients that follow the link \`${w.from}\` of ${w.subject} do not find it any more.`),
  ),
  'link-added': {
    request: added((w) => `Clients may follow the link \`${w.to}\` of ${w.subject}.`),
    response: added((w) => `Clients may follow the link \`${w.to}\` of ${w.subject}.`),
  },
});

/** What can happen to a named value beside the body. */
const fieldRules = {
  removed: {
    request: breaking((w) => `Clients that send ${w.subject} are ignored${heir(w)}.`),
    response: breaking((w) => `Clients that read ${w.subject} do not find it any more.`),
  },
  'required-added': {
    request: breaking((w) => `Clients that do not send ${w.subject}, which is new and required, are refused.`),
  },
  added: {
    request: added((w) => `Clients may send ${w.subject}, which is new.`),
    response: added((w) => `Clients are given ${w.subject}, which is new.`),
  },
  'became-required': {
    request: breaking((w) => `Clients that leave ${w.subject} out are refused.`),
    response: safe((w) => `Clients always find ${w.subject} now.`),
  },
  'became-optional': {
    request: added((w) => `Clients may leave ${w.subject} out now.`),
    response: breaking((w) => `Clients that rely on ${w.subject} may not find it.`),
  },
  deprecated: {
    request: soft((w) => `Clients that send ${w.subject} have to plan for its end: it is deprecated.`),
    response: soft((w) => `Clients that read ${w.subject} have to plan for its end: it is deprecated.`),
  },
  'no-longer-deprecated': {
    request: added((w) => `Clients may go on to send ${w.subject}: it is no longer deprecated.`),
    response: safe((w) => `Clients may go on to read ${w.subject}: it is no longer deprecated.`),
  },
  'media-type-changed': {
    request: breaking(
      (w) => `Clients that write ${w.subject} as ${w.from} are not understood: it is written as ${w.to}.`,
    ),
    response: breaking(
      (w) => `Clients that read ${w.subject} as ${w.from} do not understand it: it is written as ${w.to}.`,
    ),
  },
  'serialization-changed': {
    request: breaking(
      (w) => `Clients that write ${w.subject} as before are not understood: the style was ${w.from} and is ${w.to}.`,
    ),
    response: breaking(
      (w) => `Clients that read ${w.subject} as before do not understand it: the style was ${w.from} and is ${w.to}.`,
    ),
  },
  'reserved-allowed': {
    request: added((w) => `Clients may send ${w.subject} with reserved characters.`),
    response: breaking((w) => `Clients that read ${w.subject} may find reserved characters in it.`),
  },
  'reserved-refused': {
    request: breaking((w) => `Clients that send ${w.subject} with reserved characters are refused.`),
    response: safe((w) => `Clients find no reserved characters in ${w.subject} any more.`),
  },
  'empty-value-allowed': {
    request: added((w) => `Clients may send ${w.subject} with an empty value.`),
    response: breaking((w) => `Clients that read ${w.subject} may find it empty.`),
  },
  'empty-value-refused': {
    request: breaking((w) => `Clients that send ${w.subject} with an empty value are refused.`),
    response: safe((w) => `Clients never find ${w.subject} empty any more.`),
  },
} satisfies Record<string, Drafts>;

/** Parameters of requests; of webhooks and callbacks clients read them. */
export const parameterRules = bothWays(fieldRules, 'parameter-');

/** Headers of answers; to webhooks and callbacks clients send them. */
export const headerRules = bothWays(fieldRules, 'header-');
