import type { Json } from '../diff/index.ts';
import { add, breaking, operation, property, rename, replace, safe, schema, within } from './change.ts';

const sent = (d: Json) =>
  within(operation(d, 'subscribe'), 'requestBody', 'content', 'application/json', 'schema', 'properties');
const callback = (d: Json) => within(operation(d, 'subscribe'), 'callbacks', 'onEvent', '{$request.body#/url}', 'post');
const moved = (d: Json) => within(d, 'components', 'pathItems', 'Moved', 'put');

/** Changes of what the provider sends, and of what it takes for an answer. */
export const calls = [
  breaking('a webhook may come as a further media type', (d) => {
    within(moved(d), 'requestBody', 'content')['text/plain'] = { schema: { type: 'string' } };
  }),
  breaking('a callback may come as a further media type', (d) => {
    within(callback(d), 'requestBody', 'content')['application/xml'] = {};
  }),
  safe('a callback may be answered in a further media type', (d) => {
    within(callback(d), 'responses', '200', 'content')['application/xml'] = {};
  }),
  breaking('of a range of answers one status is left', (d) => rename(within(callback(d), 'responses'), '4XX', '410')),
  breaking('of a range of answers to a webhook one status is left', (d) =>
    rename(within(moved(d), 'responses'), '2XX', '204'),
  ),
  safe('a text in a header is said to be exploded', (d) => {
    within(callback(d), 'parameters', 0).explode = true;
  }),
  breaking('a callback says less', (d) => delete within(schema(d, 'Event'), 'properties').about),
  breaking('an answer to a callback needs more', (d) => add(schema(d, 'Reply'), 'required', 'wait')),
  safe('a branch that fits whatever another one fits is no longer sent', (d) => {
    (property(d, 'Event', 'about').oneOf as unknown[]).pop();
  }),
];

/** Changes of conditions and of schemas that lead back to themselves. */
export const schemas = [
  safe('a member that depends on another one is free', (d) => delete within(sent(d), 'retry').dependentSchemas),
  breaking('a member depends on another one otherwise', (d) => {
    within(sent(d), 'retry', 'dependentSchemas', 'wait', 'properties', 'mode').const = 'never';
  }),
  safe('a condition no longer limits a member', (d) => delete within(sent(d), 'retry', 'then').properties),
  breaking('a condition limits a further member', (d) => {
    within(sent(d), 'retry', 'then', 'properties').times = { minimum: 2 };
  }),
  breaking('a list has to contain more of it', (d) => {
    within(sent(d), 'mark', 'contains').minLength = 4;
  }),
  breaking('a map may have fewer members', (d) => {
    within(sent(d), 'labels').maxProperties = 1;
  }),
  breaking('a map may have fewer names', (d) => {
    within(sent(d), 'labels', 'propertyNames').enum = ['team'];
  }),
  breaking('a tree has other leaves', (d) => {
    property(d, 'Tree', 'value').type = 'integer';
  }),
  safe('a tree refers to itself by name', (d) => {
    const { type, properties } = schema(d, 'Tree');
    replace(schema(d, 'Tree'), { type, properties });
    within(properties as Json, 'children').items = { $ref: '#/components/schemas/Tree' };
  }),
  safe('a recursive union has a further branch', (d) => add(schema(d, 'Filter'), 'oneOf', { type: 'boolean' })),
  breaking('a recursive union has a branch less', (d) => (schema(d, 'Filter').oneOf as unknown[]).pop()),
  safe('a recursive union is unrolled', (d) => {
    const [, , not] = schema(d, 'Filter').oneOf as Json[];
    within(not as Json, 'properties').not = structuredClone(schema(d, 'Filter'));
  }),
];
