import { type BothWays, oneWay, request, response } from './rule.ts';

/** Bodies, media types, forms, statuses and links. */
export const messageRules = {
  'body-required-added': oneWay(
    request.breaking(
      'request-body-required-added',
      () => 'Clients that send no body are refused: one is required now.',
    ),
  ),
  'body-added': {
    request: request.added('request-body-added', () => 'Clients may send a body now.'),
    response: response.added('response-body-added', () => 'Clients are sent a body now.'),
  },
  'body-removed': {
    request: request.breaking(
      'request-body-removed',
      () => 'Clients that send a body are refused or ignored: the request has none now.',
    ),
    response: response.breaking(
      'response-body-removed',
      () => 'Clients that read the body of the request do not find it any more.',
    ),
  },
  'body-became-required': {
    request: request.breaking('request-body-became-required', () => 'Clients that send no body are refused.'),
    response: response.added('response-body-became-required', () => 'Clients always find a body in the request now.'),
  },
  'body-became-optional': {
    request: request.added('request-body-became-optional', () => 'Clients may leave the body out now.'),
    response: response.breaking(
      'response-body-became-optional',
      () => 'Clients that rely on the body of the request may not find one.',
    ),
  },
  'media-type-removed': {
    request: request.breaking(
      'request-media-type-removed',
      (w) => `Clients that send ${w.subject} as ${w.from} are refused.`,
    ),
    response: response.breaking(
      'response-media-type-removed',
      (w) => `Clients that ask for ${w.subject} as ${w.from} do not get it.`,
    ),
  },
  'media-type-added': {
    request: request.added('request-media-type-added', (w) => `Clients may send ${w.subject} as ${w.to}.`),
    response: response.added('response-media-type-added', (w) => `Clients may ask for ${w.subject} as ${w.to}.`),
  },
  'sent-media-type-added': oneWay(
    response.breaking(
      'response-sent-media-type-added',
      (w) => `Clients may be sent ${w.subject} as ${w.to}, which they never were.`,
    ),
  ),
  'encoding-widened': {
    request: request.safe(
      'request-encoding-widened',
      (w) => `Clients may write the part \`${w.subject}\` of a form in further ways.`,
    ),
    response: response.safe(
      'response-encoding-widened',
      (w) => `Clients find the part \`${w.subject}\` of a form written in fewer ways.`,
    ),
  },
  'encoding-changed': {
    request: request.breaking(
      'request-encoding-changed',
      (w) => `Clients that write the part \`${w.subject}\` of a form as before may not be understood.`,
    ),
    response: response.breaking(
      'response-encoding-changed',
      (w) =>
        `Clients that read the part \`${w.subject}\` of a form may not understand it: it is written in other ways.`,
    ),
  },
  'content-removed': {
    request: request.breaking(
      'request-content-removed',
      (w) => `Clients that put a body into ${w.subject} are refused or ignored: it has none now.`,
    ),
    response: response.breaking(
      'response-content-removed',
      (w) => `Clients that read ${w.subject} find no body any more.`,
    ),
  },
  'status-respelt': {
    request: request.soft(
      'request-status-respelt',
      (w) => `Clients that are generated anew know ${w.subject} as ${w.to}.`,
    ),
    response: response.soft(
      'response-status-respelt',
      (w) => `Clients that are generated anew know ${w.subject} as ${w.to}.`,
    ),
  },
  'status-removed': {
    request: request.breaking(
      'request-status-removed',
      (w) => `Clients that give ${w.subject} are not understood any more${w.to}.`,
    ),
    response: response.breaking(
      'response-status-removed',
      (w) => `Clients that wait for ${w.subject} do not get it any more.`,
    ),
  },
  'status-added': oneWay(
    response.soft('response-status-added', (w) => `Clients that do not know ${w.subject} may be given it.`),
  ),
  'error-status-added': {
    request: request.added('request-status-added', (w) => `Clients may give ${w.subject} now.`),
    response: response.added(
      'response-error-status-added',
      (w) => `Clients that do not know ${w.subject} may be given it, as an error like others.`,
    ),
  },
  'link-changed': {
    request: request.soft(
      'request-link-changed',
      (w) => `Clients that follow the link \`${w.from}\` of ${w.subject} are led elsewhere.`,
    ),
    response: response.soft(
      'response-link-changed',
      (w) => `Clients that follow the link \`${w.from}\` of ${w.subject} are led elsewhere.`,
    ),
  },
  'link-removed': {
    request: request.soft(
      'request-link-removed',
      (w) => `Clients that follow the link \`${w.from}\` of ${w.subject} do not find it any more.`,
    ),
    response: response.soft(
      'response-link-removed',
      (w) => `Clients that follow the link \`${w.from}\` of ${w.subject} do not find it any more.`,
    ),
  },
  'link-added': {
    request: request.added('request-link-added', (w) => `Clients may follow the link \`${w.to}\` of ${w.subject}.`),
    response: response.added('response-link-added', (w) => `Clients may follow the link \`${w.to}\` of ${w.subject}.`),
  },
} satisfies Record<string, BothWays>;

/** Parameters of requests; of webhooks and callbacks clients read them. */
export const parameterRules = {
  removed: {
    request: request.breaking('request-parameter-removed', (w) => `Clients that send ${w.subject} are ignored${w.to}.`),
    response: response.breaking(
      'response-parameter-removed',
      (w) => `Clients that read ${w.subject} do not find it any more.`,
    ),
  },
  'required-added': oneWay(
    request.breaking(
      'request-parameter-required-added',
      (w) => `Clients that do not send ${w.subject}, which is new and required, are refused.`,
    ),
  ),
  added: {
    request: request.added('request-parameter-added', (w) => `Clients may send ${w.subject}, which is new.`),
    response: response.added('response-parameter-added', (w) => `Clients are given ${w.subject}, which is new.`),
  },
  'became-required': {
    request: request.breaking(
      'request-parameter-became-required',
      (w) => `Clients that leave ${w.subject} out are refused.`,
    ),
    response: response.safe('response-parameter-became-required', (w) => `Clients always find ${w.subject} now.`),
  },
  'became-optional': {
    request: request.added('request-parameter-became-optional', (w) => `Clients may leave ${w.subject} out now.`),
    response: response.breaking(
      'response-parameter-became-optional',
      (w) => `Clients that rely on ${w.subject} may not find it.`,
    ),
  },
  deprecated: {
    request: request.soft(
      'request-parameter-deprecated',
      (w) => `Clients that send ${w.subject} have to plan for its end: it is deprecated.`,
    ),
    response: response.soft(
      'response-parameter-deprecated',
      (w) => `Clients that read ${w.subject} have to plan for its end: it is deprecated.`,
    ),
  },
  'no-longer-deprecated': {
    request: request.added(
      'request-parameter-no-longer-deprecated',
      (w) => `Clients may go on to send ${w.subject}: it is no longer deprecated.`,
    ),
    response: response.safe(
      'response-parameter-no-longer-deprecated',
      (w) => `Clients may go on to read ${w.subject}: it is no longer deprecated.`,
    ),
  },
  'media-type-changed': {
    request: request.breaking(
      'request-parameter-media-type-changed',
      (w) => `Clients that write ${w.subject} as ${w.from} are not understood: it is written as ${w.to}.`,
    ),
    response: response.breaking(
      'response-parameter-media-type-changed',
      (w) => `Clients that read ${w.subject} as ${w.from} do not understand it: it is written as ${w.to}.`,
    ),
  },
  'serialization-changed': {
    request: request.breaking(
      'request-parameter-serialization-changed',
      (w) => `Clients that write ${w.subject} as before are not understood: the style was ${w.from} and is ${w.to}.`,
    ),
    response: response.breaking(
      'response-parameter-serialization-changed',
      (w) => `Clients that read ${w.subject} as before do not understand it: the style was ${w.from} and is ${w.to}.`,
    ),
  },
  'reserved-allowed': {
    request: request.added(
      'request-parameter-reserved-allowed',
      (w) => `Clients may send ${w.subject} with reserved characters.`,
    ),
    response: response.breaking(
      'response-parameter-reserved-allowed',
      (w) => `Clients that read ${w.subject} may find reserved characters in it.`,
    ),
  },
  'reserved-refused': {
    request: request.breaking(
      'request-parameter-reserved-refused',
      (w) => `Clients that send ${w.subject} with reserved characters are refused.`,
    ),
    response: response.safe(
      'response-parameter-reserved-refused',
      (w) => `Clients find no reserved characters in ${w.subject} any more.`,
    ),
  },
  'empty-value-allowed': {
    request: request.added(
      'request-parameter-empty-value-allowed',
      (w) => `Clients may send ${w.subject} with an empty value.`,
    ),
    response: response.breaking(
      'response-parameter-empty-value-allowed',
      (w) => `Clients that read ${w.subject} may find it empty.`,
    ),
  },
  'empty-value-refused': {
    request: request.breaking(
      'request-parameter-empty-value-refused',
      (w) => `Clients that send ${w.subject} with an empty value are refused.`,
    ),
    response: response.safe(
      'response-parameter-empty-value-refused',
      (w) => `Clients never find ${w.subject} empty any more.`,
    ),
  },
} satisfies Record<string, BothWays>;

/** Headers of answers; to webhooks and callbacks clients send them. */
export const headerRules = {
  removed: {
    request: request.breaking('request-header-removed', (w) => `Clients that send ${w.subject} are ignored${w.to}.`),
    response: response.breaking(
      'response-header-removed',
      (w) => `Clients that read ${w.subject} do not find it any more.`,
    ),
  },
  'required-added': oneWay(
    request.breaking(
      'request-header-required-added',
      (w) => `Clients that do not send ${w.subject}, which is new and required, are refused.`,
    ),
  ),
  added: {
    request: request.added('request-header-added', (w) => `Clients may send ${w.subject}, which is new.`),
    response: response.added('response-header-added', (w) => `Clients are given ${w.subject}, which is new.`),
  },
  'became-required': {
    request: request.breaking(
      'request-header-became-required',
      (w) => `Clients that leave ${w.subject} out are refused.`,
    ),
    response: response.safe('response-header-became-required', (w) => `Clients always find ${w.subject} now.`),
  },
  'became-optional': {
    request: request.added('request-header-became-optional', (w) => `Clients may leave ${w.subject} out now.`),
    response: response.breaking(
      'response-header-became-optional',
      (w) => `Clients that rely on ${w.subject} may not find it.`,
    ),
  },
  deprecated: {
    request: request.soft(
      'request-header-deprecated',
      (w) => `Clients that send ${w.subject} have to plan for its end: it is deprecated.`,
    ),
    response: response.soft(
      'response-header-deprecated',
      (w) => `Clients that read ${w.subject} have to plan for its end: it is deprecated.`,
    ),
  },
  'no-longer-deprecated': {
    request: request.added(
      'request-header-no-longer-deprecated',
      (w) => `Clients may go on to send ${w.subject}: it is no longer deprecated.`,
    ),
    response: response.safe(
      'response-header-no-longer-deprecated',
      (w) => `Clients may go on to read ${w.subject}: it is no longer deprecated.`,
    ),
  },
  'media-type-changed': {
    request: request.breaking(
      'request-header-media-type-changed',
      (w) => `Clients that write ${w.subject} as ${w.from} are not understood: it is written as ${w.to}.`,
    ),
    response: response.breaking(
      'response-header-media-type-changed',
      (w) => `Clients that read ${w.subject} as ${w.from} do not understand it: it is written as ${w.to}.`,
    ),
  },
  'serialization-changed': {
    request: request.breaking(
      'request-header-serialization-changed',
      (w) => `Clients that write ${w.subject} as before are not understood: the style was ${w.from} and is ${w.to}.`,
    ),
    response: response.breaking(
      'response-header-serialization-changed',
      (w) => `Clients that read ${w.subject} as before do not understand it: the style was ${w.from} and is ${w.to}.`,
    ),
  },
  'reserved-allowed': {
    request: request.added(
      'request-header-reserved-allowed',
      (w) => `Clients may send ${w.subject} with reserved characters.`,
    ),
    response: response.breaking(
      'response-header-reserved-allowed',
      (w) => `Clients that read ${w.subject} may find reserved characters in it.`,
    ),
  },
  'reserved-refused': {
    request: request.breaking(
      'request-header-reserved-refused',
      (w) => `Clients that send ${w.subject} with reserved characters are refused.`,
    ),
    response: response.safe(
      'response-header-reserved-refused',
      (w) => `Clients find no reserved characters in ${w.subject} any more.`,
    ),
  },
  'empty-value-allowed': {
    request: request.added(
      'request-header-empty-value-allowed',
      (w) => `Clients may send ${w.subject} with an empty value.`,
    ),
    response: response.breaking(
      'response-header-empty-value-allowed',
      (w) => `Clients that read ${w.subject} may find it empty.`,
    ),
  },
  'empty-value-refused': {
    request: request.breaking(
      'request-header-empty-value-refused',
      (w) => `Clients that send ${w.subject} with an empty value are refused.`,
    ),
    response: response.safe(
      'response-header-empty-value-refused',
      (w) => `Clients never find ${w.subject} empty any more.`,
    ),
  },
} satisfies Record<string, BothWays>;
