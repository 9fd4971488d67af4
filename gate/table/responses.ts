import type { Json } from '../diff/index.ts';
import {
  add,
  breaking,
  drop,
  media,
  operation,
  property,
  rename,
  replace,
  response,
  safe,
  schema,
  soft,
  within,
} from './change.ts';

const message = (d: Json) => schema(d, 'EmailMessage');
const member = (d: Json, name: string) => property(d, 'EmailMessage', name);
const run = (d: Json) => schema(d, 'MissionRun');

/** Changes of answers. Most stand in components that only answers use. */
export const responses = [
  breaking('a success is gone', (d) =>
    rename(within(operation(d, 'createNumberReservation'), 'responses'), '200', '201'),
  ),
  soft(
    'an error is gone that the answer for everything else tells alike',
    (d) => delete within(operation(d, 'createEmailMessage'), 'responses')['409'],
  ),
  breaking('an error is gone, and nothing else tells it', (d) => {
    const { responses } = operation(d, 'createEmailMessage') as { responses: Record<string, unknown> };
    delete responses['409'];
    delete responses.default;
  }),
  breaking(
    'the answer for everything else is gone',
    (d) => delete within(operation(d, 'getEmail'), 'responses').default,
  ),
  breaking('an answer is another media type', (d) =>
    rename(within(response(d, 'listDirDocumentTypes', '200'), 'content'), 'application/json', 'text/csv'),
  ),
  breaking('an answer has no body any more', (d) => delete response(d, 'listDirDocumentTypes', '200').content),
  breaking('errors have another shape', (d) => {
    replace(schema(d, 'ErrorBody'), {
      type: 'object',
      required: ['message'],
      properties: { message: { type: 'string' } },
    });
  }),
  breaking('one error has another shape', (d) => {
    media(response(d, 'listRecentAiMissionRuns', '422')).schema = { $ref: '#/components/schemas/ErrorBody' };
  }),
  breaking('a property is removed from an answer', (d) => {
    delete within(message(d), 'properties').events;
    drop(message(d), 'required', 'events');
  }),
  breaking('an optional property is removed from an answer', (d) => delete within(run(d), 'properties').result_summary),
  breaking('a property of an answer is renamed', (d) => rename(within(run(d), 'properties'), 'error', 'failure')),
  breaking('a property of an answer becomes optional', (d) => drop(message(d), 'required', 'subject')),
  breaking('no property of an answer is required', (d) => delete schema(d, 'PaginationMeta').required),
  breaking('a property of an answer is write-only', (d) => {
    member(d, 'subject').writeOnly = true;
  }),
  breaking('a text of an answer becomes a number', (d) => {
    property(d, 'Error', 'code').type = 'integer';
  }),
  breaking('an integer of an answer may be a fraction', (d) => {
    property(d, 'PaginationMeta', 'total_results').type = 'number';
  }),
  breaking('a text of an answer may be a number', (d) => {
    property(d, 'Error', 'code').type = ['string', 'integer'];
  }),
  breaking('a property of an answer may be null', (d) => {
    member(d, 'subject').type = ['string', 'null'];
  }),
  breaking('an item of an answer may be null', (d) => {
    member(d, 'events').items = { oneOf: [{ $ref: '#/components/schemas/EmailEvent' }, { type: 'null' }] };
  }),
  breaking('an enum of an answer gains a value', (d) => add(schema(d, 'EmailMessageStatus'), 'enum', 'archived')),
  breaking('an enum of an answer is lifted', (d) => delete schema(d, 'MissionRunStatus').enum),
  breaking('a constant of an answer is another one', (d) => {
    member(d, 'record_type').const = 'message';
  }),
  breaking('a constant of an answer is any text', (d) => delete member(d, 'record_type').const),
  breaking('a format of an answer is another one', (d) => {
    member(d, 'created_at').format = 'date';
  }),
  breaking('a format of an answer is lifted', (d) => delete member(d, 'created_at').format),
  breaking('a pattern of an answer is lifted', (d) => delete schema(d, 'MicrosecondsTime').pattern),
  breaking('a pattern of an answer is another one', (d) => {
    schema(d, 'MicrosecondsTime').pattern = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$';
  }),
  breaking(
    'a list of an answer may be empty',
    (d) => delete within(schema(d, 'ValidationErrorBody'), 'properties', 'detail').minItems,
  ),
  breaking(
    'a number of an answer may be below zero',
    (d) => delete property(d, 'PaginationMeta', 'total_results').minimum,
  ),
  breaking('a list of an answer becomes a map', (d) => {
    replace(member(d, 'events'), { type: 'object', additionalProperties: { $ref: '#/components/schemas/EmailEvent' } });
  }),
  breaking('an answer gains a form', (d) => {
    replace(property(d, 'EmailMessageResponse', 'data'), {
      oneOf: [
        { $ref: '#/components/schemas/EmailMessage' },
        { type: 'object', required: ['job'], properties: { job: { type: 'string' } } },
      ],
    });
  }),
  breaking('the wrapper of an answer is gone', (d) => {
    media(response(d, 'createNumberReservation', '200')).schema = { $ref: '#/components/schemas/NumberReservation' };
  }),
  breaking('a header of an answer is gone', (d) => delete within(d, 'components', 'responses', 'Unauthorized').headers),
  breaking('a header of an answer is renamed', (d) =>
    rename(within(d, 'components', 'responses', 'Unauthorized', 'headers'), 'WWW-Authenticate', 'X-Authenticate'),
  ),
  breaking('a header of an answer is a number', (d) => {
    within(d, 'components', 'responses', 'Unauthorized', 'headers', 'WWW-Authenticate').schema = { type: 'integer' };
  }),
  soft('a second success', (d) => {
    within(operation(d, 'createEmailMessage'), 'responses')['200'] = { description: 'Sent at once.' };
  }),
  soft('a redirection', (d) => {
    within(operation(d, 'getEmail'), 'responses')['301'] = { description: 'Elsewhere.' };
  }),
  soft('a property of an answer is deprecated', (d) => {
    member(d, 'sandbox').deprecated = true;
  }),
  safe('an error is named that was among everything else', (d) => {
    within(operation(d, 'getEmail'), 'responses')['429'] = { $ref: '#/components/responses/UnexpectedError' };
  }),
  safe('a property is added to an answer', (d) => {
    within(message(d), 'properties').archived = { type: 'boolean' };
  }),
  safe('a required property is added to an answer', (d) => {
    within(message(d), 'properties').archived = { type: 'boolean' };
    add(message(d), 'required', 'archived');
  }),
  safe('a property of an answer becomes required', (d) => add(run(d), 'required', 'input')),
  safe('a property of an answer is never null', (d) => {
    member(d, 'reply_to').type = 'string';
  }),
  safe('an enum of an answer loses a value', (d) => drop(schema(d, 'EmailMessageStatus'), 'enum', 'deferred')),
  safe('a text of an answer is one of some', (d) => {
    property(d, 'SuppressedRecipient', 'scope').enum = ['account', 'group'];
  }),
  safe('a number of an answer has a greatest value', (d) => {
    property(d, 'PaginationMeta', 'page_size').maximum = 1000;
  }),
  safe('a text of an answer has a greatest length', (d) => {
    member(d, 'subject').maxLength = 998;
  }),
  safe('a property of an answer is read-only', (d) => {
    member(d, 'id').readOnly = true;
  }),
  safe('an answer has a header more', (d) => {
    response(d, 'createNumberReservation', '200').headers = { 'X-Request-Id': { schema: { type: 'string' } } };
  }),
  safe('another media type may be asked for', (d) => {
    within(response(d, 'listDirDocumentTypes', '200'), 'content')['text/csv'] = { schema: { type: 'string' } };
  }),
  safe('a link is added', (d) => {
    response(d, 'createNumberReservation', '200').links = { again: { operationId: 'createNumberReservation' } };
  }),
  safe('answers stand in another order', (d) => {
    const one = operation(d, 'createEmailMessage');
    one.responses = Object.fromEntries(Object.entries(within(one, 'responses')).reverse());
  }),
  safe('a header is written in another case in an answer', (d) =>
    rename(within(d, 'components', 'responses', 'Unauthorized', 'headers'), 'WWW-Authenticate', 'www-authenticate'),
  ),
];
