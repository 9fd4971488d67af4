import { isObject, type Json } from '../diff/index.ts';
import { property, rename, replace, safe, schema, within } from './change.ts';

/** Changes of how the document is spelt, and of words for readers. */
export const spelling = [
  safe('nothing at all', () => undefined),
  safe('a schema component has another name', (d) => {
    rename(within(d, 'components', 'schemas'), 'EmailMessage', 'Mail');
    everywhere(d, (node) => {
      if (node.$ref === '#/components/schemas/EmailMessage') node.$ref = '#/components/schemas/Mail';
    });
  }),
  safe('a schema is written where it is used', (d) => {
    within(schema(d, 'NumberReservation'), 'properties').status = structuredClone(schema(d, 'ReservationStatus'));
  }),
  safe('a schema becomes a component', (d) => {
    within(d, 'components', 'schemas').Source = structuredClone(property(d, 'Error', 'source'));
    within(schema(d, 'Error'), 'properties').source = { $ref: '#/components/schemas/Source' };
  }),
  safe('allOf is written out', (d) => {
    const [base, own] = schema(d, 'EmailMessageDetail').allOf as [Json, Json];
    const message = structuredClone(schema(d, 'EmailMessage'));
    replace(schema(d, 'EmailMessageDetail'), {
      ...message,
      required: [...(message.required as string[]), ...(own.required as string[])],
      properties: { ...within(message, 'properties'), ...within(own, 'properties') },
    });
    return base;
  }),
  safe('an object is written as allOf', (d) => {
    const { required, properties } = schema(d, 'SuppressedRecipient');
    replace(schema(d, 'SuppressedRecipient'), { allOf: [{ type: 'object', properties }, { required }] });
  }),
  safe('a reference stands in allOf alone', (d) => {
    replace(property(d, 'NumberReservationResponse', 'data'), {
      allOf: [{ $ref: '#/components/schemas/NumberReservation' }],
      description: 'The reservation.',
    });
  }),
  safe('null is a branch', (d) => {
    replace(property(d, 'EmailMessage', 'reply_to'), { anyOf: [{ type: 'string' }, { type: 'null' }] });
  }),
  safe('null is a branch beside a format', (d) => {
    replace(property(d, 'EmailMessageRequest', 'group_id'), {
      oneOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }],
    });
  }),
  safe('a constant is an enum of one', (d) => {
    replace(property(d, 'EmailMessage', 'record_type'), { type: 'string', enum: ['email_message'] });
  }),
  safe('an enum is a union of constants', (d) => {
    const unit = property(d, 'Threshold', 'unit');
    replace(unit, { oneOf: [{ const: 'GB' }, { const: 'MB' }] });
  }),
  safe('a type is a list of one', (d) => {
    everywhere(d, (node) => {
      if (typeof node.type === 'string' && node.type === 'integer') node.type = ['integer'];
    });
  }),
  safe('what is allowed anyway is written out', (d) => {
    schema(d, 'EmailMessage').additionalProperties = true;
    schema(d, 'Error').minProperties = 0;
    property(d, 'EmailMessageRequest', 'tags').minItems = 0;
    property(d, 'EmailMessageRequest', 'tags').uniqueItems = false;
  }),
  safe('another description', (d) => {
    schema(d, 'EmailMessage').description = 'A message.';
    within(d, 'info').description = 'A contract.';
  }),
  safe('another title and summary', (d) => {
    within(d, 'info').title = 'Telephony';
    within(d, 'info').summary = 'Six operations.';
    schema(d, 'Uuid').title = 'an identifier';
  }),
  safe('another example', (d) => {
    property(d, 'Error', 'code').examples = ['10016'];
  }),
  safe('another extension', (d) => {
    schema(d, 'EmailMessage')['x-assumption'] = { type: 'EMAIL-ANS-5' };
  }),
  safe('another tag description', (d) => {
    within(d, 'tags', 0).description = 'Thresholds.';
  }),
  safe('a component that nobody uses', (d) => {
    within(d, 'components', 'schemas').Unused = { type: 'object' };
  }),
  safe('another version', (d) => {
    within(d, 'info').version = '2.0.1';
  }),
];

/** Visits every object of a document. */
function everywhere(node: unknown, visit: (node: Json) => void): void {
  if (Array.isArray(node)) for (const item of node) everywhere(item, visit);
  if (!isObject(node)) return;
  visit(node);
  for (const value of Object.values(node)) everywhere(value, visit);
}
