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
  safe,
  schema,
  soft,
  within,
} from './change.ts';

const request = (d: Json) => schema(d, 'EmailMessageRequest');
const member = (d: Json, name: string) => property(d, 'EmailMessageRequest', name);
const body = (d: Json) => within(d, 'components', 'requestBodies', 'EmailMessage');
const numbers = (d: Json) => property(d, 'NumberReservationRequest', 'phone_numbers');

/** Changes of request bodies. Most stand in components that only requests use. */
export const bodies = [
  breaking('a body becomes required', (d) => {
    within(operation(d, 'createNumberReservation'), 'requestBody').required = true;
  }),
  breaking('a body is removed', (d) => delete operation(d, 'createNumberReservation').requestBody),
  breaking('a body is another media type', (d) =>
    rename(within(body(d), 'content'), 'application/json', 'application/xml'),
  ),
  breaking('a property becomes required', (d) => add(request(d), 'required', 'subject')),
  breaking('a new property is required', (d) => {
    within(request(d), 'properties').team = { type: 'string' };
    add(request(d), 'required', 'team');
  }),
  breaking('a property deep inside becomes required', (d) => {
    within(numbers(d), 'items').required = ['phone_number'];
  }),
  breaking('a property is removed', (d) => delete within(request(d), 'properties').tags),
  breaking('a property is renamed', (d) => rename(within(request(d), 'properties'), 'reply_to', 'answer_to')),
  breaking('other properties are refused', (d) => {
    request(d).additionalProperties = false;
  }),
  breaking('other properties have a type', (d) => {
    request(d).additionalProperties = { type: 'string' };
  }),
  breaking('values of a map are of another type', (d) => {
    member(d, 'template_variables').additionalProperties = { type: 'string' };
    delete member(d, 'template_variables')['x-lenient'];
  }),
  breaking('a text becomes a number', (d) => {
    member(d, 'subject').type = 'integer';
  }),
  breaking('a flag becomes a text', (d) => {
    member(d, 'sandbox_mode').type = 'string';
  }),
  breaking('a list becomes one value', (d) => {
    replace(member(d, 'tags'), { type: 'string' });
  }),
  breaking('null is refused', (d) => {
    member(d, 'group_id').type = 'string';
  }),
  breaking('a value is limited to some', (d) => {
    property(d, 'Attachment', 'disposition').enum = ['attachment', 'inline'];
  }),
  breaking('a value of an enum is gone', (d) => drop(property(d, 'Threshold', 'unit'), 'enum', 'MB')),
  breaking('a text gets a greatest length', (d) => {
    member(d, 'subject').maxLength = 998;
  }),
  breaking('a text gets a least length', (d) => {
    member(d, 'subject').minLength = 1;
  }),
  breaking('a text gets a pattern', (d) => {
    member(d, 'from_name').pattern = '^[A-Za-z ]*$';
  }),
  breaking('a text gets a format', (d) => {
    member(d, 'template_id').format = 'uuid';
  }),
  breaking('a list may hold fewer', (d) => {
    member(d, 'to').maxItems = 50;
  }),
  breaking('a list has to hold more', (d) => {
    member(d, 'to').minItems = 2;
  }),
  breaking('a list may not repeat itself', (d) => {
    member(d, 'tags').uniqueItems = true;
  }),
  breaking('an object needs a member', (d) => {
    member(d, 'tracking_settings').minProperties = 1;
  }),
  breaking('an object may have fewer members', (d) => {
    member(d, 'metadata').maxProperties = 10;
  }),
  breaking('names of members keep to a pattern', (d) => {
    member(d, 'metadata').propertyNames = { pattern: '^[a-z_]+$' };
  }),
  breaking('items get a least length', (d) => {
    within(member(d, 'tags'), 'items').minLength = 1;
  }),
  breaking('a branch of a union is gone', (d) => {
    replace(schema(d, 'AddressInput'), { $ref: '#/components/schemas/EmailAddress' });
  }),
  breaking('a branch of a union is narrower', (d) => {
    schema(d, 'AddressInput').oneOf = [
      { $ref: '#/components/schemas/Email' },
      { allOf: [{ $ref: '#/components/schemas/EmailAddress' }, { required: ['name'] }] },
    ];
  }),
  breaking('a property becomes read-only', (d) => {
    member(d, 'subject').readOnly = true;
  }),
  breaking('two properties exclude each other', (d) => {
    request(d).not = { required: ['in_reply_to_message_id', 'forward_of_message_id'] };
  }),
  breaking('a property brings another one along', (d) => {
    request(d).dependentRequired = { template_variables: ['template_id'] };
  }),
  breaking('a condition is added', (d) => {
    request(d).if = { required: ['template_id'] };
    request(d).else = { required: ['subject'] };
  }),
  breaking('one of two properties is needed', (d) => {
    request(d).anyOf = [{ required: ['text_body'] }, { required: ['html_body'] }];
  }),
  breaking('a lenient property is no longer', (d) => delete member(d, 'scheduled_at')['x-lenient']),
  breaking('a property may only have one value', (d) => {
    member(d, 'sandbox_mode').const = true;
  }),
  soft('a property gets a default', (d) => {
    member(d, 'inline_css').default = true;
  }),
  soft('a property is deprecated', (d) => {
    member(d, 'reply_to_all').deprecated = true;
  }),
  safe('a property is no longer deprecated', (d) => delete member(d, 'send_at').deprecated),
  safe('an optional property is added', (d) => {
    within(request(d), 'properties').priority = { type: 'string' };
  }),
  safe('a property is no longer required', (d) => drop(request(d), 'required', 'from')),
  safe('a body is no longer required', (d) => {
    body(d).required = false;
  }),
  safe('another media type is taken as well', (d) => {
    within(body(d), 'content')['application/xml'] = { schema: { $ref: '#/components/schemas/EmailMessageRequest' } };
  }),
  safe('null is allowed', (d) => {
    member(d, 'subject').type = ['string', 'null'];
  }),
  safe('a second type is allowed', (d) => {
    member(d, 'subject').type = ['string', 'integer'];
  }),
  safe('a limit is lifted', (d) => delete member(d, 'to').minItems),
  safe('a pattern of a map is lifted', (d) => delete within(member(d, 'headers'), 'additionalProperties').pattern),
  safe('a lenient property is narrowed', (d) => {
    member(d, 'scheduled_at').type = 'string';
  }),
  safe('a property becomes lenient', (d) => {
    member(d, 'sandbox_mode')['x-lenient'] = true;
  }),
  safe('a branch is added to a union', (d) => add(schema(d, 'AddressInput'), 'oneOf', { type: 'integer' })),
  safe('properties stand in another order', (d) => {
    request(d).properties = Object.fromEntries(Object.entries(within(request(d), 'properties')).reverse());
  }),
  safe('required properties stand in another order', (d) => {
    request(d).required = ['to', 'from'];
  }),
  safe('branches of a union stand in another order', (d) => {
    const union = schema(d, 'AddressInput');
    union.oneOf = [...(union.oneOf as unknown[])].reverse();
  }),
  safe('a media type is written with its character set', (d) =>
    rename(within(body(d), 'content'), 'application/json', 'Application/JSON; charset=UTF-8'),
  ),
  safe('a body stands in the operation itself', (d) => {
    operation(d, 'createEmail').requestBody = structuredClone(body(d));
  }),
  safe('a body is said without a component', (d) => {
    media(body(d)).schema = structuredClone(request(d));
  }),
];
