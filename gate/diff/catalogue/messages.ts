import { type BothWays, heir, oneWay, request, response } from './rule.ts';

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
    request: request.soft('request-status-respelt', (w) => `Generated code knows ${w.subject} as ${w.to}.`),
    response: response.soft('response-status-respelt', (w) => `Generated code knows ${w.subject} as ${w.to}.`),
  },
  'status-removed': {
    request: request.breaking(
      'request-status-removed',
      (w) => `Clients that answer with ${w.subject} are not understood any more; the statuses left are ${w.to}.`,
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
    request: request.added('request-status-added', (w) => `Clients may answer with ${w.subject} now.`),
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

/** The ids of a kind of field, as clients send it and as they are given it. */
type Ids = Record<
  | 'removed'
  | 'added'
  | 'became-required'
  | 'became-optional'
  | 'deprecated'
  | 'no-longer-deprecated'
  | 'media-type-changed'
  | 'serialization-changed'
  | 'reserved-allowed'
  | 'reserved-refused'
  | 'empty-value-allowed'
  | 'empty-value-refused',
  readonly [request: string, response: string]
>;

/** What can happen to a named value beside the body. */
function fieldRules(requiredAdded: string, ids: Ids) {
  return {
    removed: {
      request: request.breaking(ids.removed[0], (w) => `Clients that send ${w.subject} are ignored${heir(w)}.`),
      response: response.breaking(ids.removed[1], (w) => `Clients that read ${w.subject} do not find it any more.`),
    },
    'required-added': oneWay(
      request.breaking(
        requiredAdded,
        (w) => `Clients that do not send ${w.subject}, which is new and required, are refused.`,
      ),
    ),
    added: {
      request: request.added(ids.added[0], (w) => `Clients may send ${w.subject}, which is new.`),
      response: response.added(ids.added[1], (w) => `Clients are given ${w.subject}, which is new.`),
    },
    'became-required': {
      request: request.breaking(ids['became-required'][0], (w) => `Clients that leave ${w.subject} out are refused.`),
      response: response.safe(ids['became-required'][1], (w) => `Clients always find ${w.subject} now.`),
    },
    'became-optional': {
      request: request.added(ids['became-optional'][0], (w) => `Clients may leave ${w.subject} out now.`),
      response: response.breaking(
        ids['became-optional'][1],
        (w) => `Clients that rely on ${w.subject} may not find it.`,
      ),
    },
    deprecated: {
      request: request.soft(
        ids.deprecated[0],
        (w) => `Clients that send ${w.subject} have to plan for its end: it is deprecated.`,
      ),
      response: response.soft(
        ids.deprecated[1],
        (w) => `Clients that read ${w.subject} have to plan for its end: it is deprecated.`,
      ),
    },
    'no-longer-deprecated': {
      request: request.added(
        ids['no-longer-deprecated'][0],
        (w) => `Clients may go on to send ${w.subject}: it is no longer deprecated.`,
      ),
      response: response.safe(
        ids['no-longer-deprecated'][1],
        (w) => `Clients may go on to read ${w.subject}: it is no longer deprecated.`,
      ),
    },
    'media-type-changed': {
      request: request.breaking(
        ids['media-type-changed'][0],
        (w) => `Clients that write ${w.subject} as ${w.from} are not understood: it is written as ${w.to}.`,
      ),
      response: response.breaking(
        ids['media-type-changed'][1],
        (w) => `Clients that read ${w.subject} as ${w.from} do not understand it: it is written as ${w.to}.`,
      ),
    },
    'serialization-changed': {
      request: request.breaking(
        ids['serialization-changed'][0],
        (w) => `Clients that write ${w.subject} as before are not understood: the style was ${w.from} and is ${w.to}.`,
      ),
      response: response.breaking(
        ids['serialization-changed'][1],
        (w) => `Clients that read ${w.subject} as before do not understand it: the style was ${w.from} and is ${w.to}.`,
      ),
    },
    'reserved-allowed': {
      request: request.added(
        ids['reserved-allowed'][0],
        (w) => `Clients may send ${w.subject} with reserved characters.`,
      ),
      response: response.breaking(
        ids['reserved-allowed'][1],
        (w) => `Clients that read ${w.subject} may find reserved characters in it.`,
      ),
    },
    'reserved-refused': {
      request: request.breaking(
        ids['reserved-refused'][0],
        (w) => `Clients that send ${w.subject} with reserved characters are refused.`,
      ),
      response: response.safe(
        ids['reserved-refused'][1],
        (w) => `Clients find no reserved characters in ${w.subject} any more.`,
      ),
    },
    'empty-value-allowed': {
      request: request.added(
        ids['empty-value-allowed'][0],
        (w) => `Clients may send ${w.subject} with an empty value.`,
      ),
      response: response.breaking(
        ids['empty-value-allowed'][1],
        (w) => `Clients that read ${w.subject} may find it empty.`,
      ),
    },
    'empty-value-refused': {
      request: request.breaking(
        ids['empty-value-refused'][0],
        (w) => `Clients that send ${w.subject} with an empty value are refused.`,
      ),
      response: response.safe(ids['empty-value-refused'][1], (w) => `Clients never find ${w.subject} empty any more.`),
    },
  } satisfies Record<string, BothWays>;
}

/** Parameters of requests; of webhooks and callbacks clients read them. */
export const parameterRules = fieldRules('request-parameter-required-added', {
  removed: ['request-parameter-removed', 'response-parameter-removed'],
  added: ['request-parameter-added', 'response-parameter-added'],
  'became-required': ['request-parameter-became-required', 'response-parameter-became-required'],
  'became-optional': ['request-parameter-became-optional', 'response-parameter-became-optional'],
  deprecated: ['request-parameter-deprecated', 'response-parameter-deprecated'],
  'no-longer-deprecated': ['request-parameter-no-longer-deprecated', 'response-parameter-no-longer-deprecated'],
  'media-type-changed': ['request-parameter-media-type-changed', 'response-parameter-media-type-changed'],
  'serialization-changed': ['request-parameter-serialization-changed', 'response-parameter-serialization-changed'],
  'reserved-allowed': ['request-parameter-reserved-allowed', 'response-parameter-reserved-allowed'],
  'reserved-refused': ['request-parameter-reserved-refused', 'response-parameter-reserved-refused'],
  'empty-value-allowed': ['request-parameter-empty-value-allowed', 'response-parameter-empty-value-allowed'],
  'empty-value-refused': ['request-parameter-empty-value-refused', 'response-parameter-empty-value-refused'],
});

/** Headers of answers; to webhooks and callbacks clients send them. */
export const headerRules = fieldRules('request-header-required-added', {
  removed: ['request-header-removed', 'response-header-removed'],
  added: ['request-header-added', 'response-header-added'],
  'became-required': ['request-header-became-required', 'response-header-became-required'],
  'became-optional': ['request-header-became-optional', 'response-header-became-optional'],
  deprecated: ['request-header-deprecated', 'response-header-deprecated'],
  'no-longer-deprecated': ['request-header-no-longer-deprecated', 'response-header-no-longer-deprecated'],
  'media-type-changed': ['request-header-media-type-changed', 'response-header-media-type-changed'],
  'serialization-changed': ['request-header-serialization-changed', 'response-header-serialization-changed'],
  'reserved-allowed': ['request-header-reserved-allowed', 'response-header-reserved-allowed'],
  'reserved-refused': ['request-header-reserved-refused', 'response-header-reserved-refused'],
  'empty-value-allowed': ['request-header-empty-value-allowed', 'response-header-empty-value-allowed'],
  'empty-value-refused': ['request-header-empty-value-refused', 'response-header-empty-value-refused'],
});
