import { add, breaking, operation, parameter, rename, safe, soft, within } from './change.ts';

const list = 'listRecentAiMissionRuns';
const key = (d: Parameters<typeof within>[0]) => within(d, 'components', 'parameters', 'IdempotencyKey');
const size = (d: Parameters<typeof within>[0]) => within(parameter(d, list, 'page[size]'), 'schema');
const without = (d: Parameters<typeof within>[0], name: string) => {
  const one = operation(d, list);
  one.parameters = (one.parameters as { name: string }[]).filter((other) => other.name !== name);
};

/** Changes of parameters. */
export const parameters = [
  breaking('a query parameter is removed', (d) => without(d, 'status')),
  breaking('a header parameter is removed', (d) => delete operation(d, 'createEmail').parameters),
  breaking('a query parameter is renamed', (d) => {
    parameter(d, list, 'status').name = 'state';
  }),
  breaking('a query parameter changes its case', (d) => {
    parameter(d, list, 'status').name = 'Status';
  }),
  breaking('a query parameter moves into a header', (d) => {
    parameter(d, list, 'status').in = 'header';
  }),
  breaking('a required query parameter is added', (d) => {
    add(operation(d, list), 'parameters', { name: 'team', in: 'query', required: true, schema: { type: 'string' } });
  }),
  breaking('a required header is added', (d) => {
    add(operation(d, 'getEmail'), 'parameters', {
      name: 'X-Team',
      in: 'header',
      required: true,
      schema: { type: 'string' },
    });
  }),
  breaking('a required parameter is added to a path', (d) => {
    within(d, 'paths', '/emails').parameters = [
      { name: 'team', in: 'query', required: true, schema: { type: 'string' } },
    ];
  }),
  breaking('a query parameter becomes required', (d) => {
    parameter(d, list, 'status').required = true;
  }),
  breaking('the idempotency key becomes required', (d) => {
    key(d).required = true;
  }),
  breaking('a text parameter becomes a number', (d) => {
    within(parameter(d, list, 'status'), 'schema').type = 'integer';
  }),
  soft('a number parameter becomes any text', (d) => {
    within(parameter(d, list, 'page[size]')).schema = { type: 'string' };
  }),
  breaking('a number parameter becomes a text that is no number', (d) => {
    within(parameter(d, list, 'page[size]')).schema = { type: 'string', pattern: '^[a-z]+$' };
  }),
  soft('a text parameter may be given several times', (d) => {
    within(parameter(d, list, 'status')).schema = { type: 'array', items: { type: 'string' } };
  }),
  breaking('a text parameter has to be given twice', (d) => {
    within(parameter(d, list, 'status')).schema = { type: 'array', minItems: 2, items: { type: 'string' } };
  }),
  breaking('a text parameter becomes a list with commas', (d) => {
    Object.assign(parameter(d, list, 'status'), {
      explode: false,
      schema: { type: 'array', items: { type: 'string' } },
    });
  }),
  soft('a text parameter gets a format that no registry knows', (d) => {
    within(parameter(d, list, 'status'), 'schema').format = 'run-status';
  }),
  breaking('a text parameter gets a format that everybody knows', (d) => {
    within(parameter(d, list, 'status'), 'schema').format = 'uuid';
  }),
  breaking('a parameter is limited to some values', (d) => {
    within(parameter(d, list, 'status'), 'schema').enum = ['running', 'failed'];
  }),
  breaking('the largest page is smaller', (d) => {
    size(d).maximum = 100;
  }),
  breaking('the smallest page is larger', (d) => {
    size(d).minimum = 10;
  }),
  breaking('a bound becomes exclusive', (d) => {
    const schema = size(d);
    delete schema.maximum;
    schema.exclusiveMaximum = 1000;
  }),
  breaking('pages come in tens', (d) => {
    size(d).multipleOf = 10;
  }),
  breaking('the key may be shorter only', (d) => {
    within(key(d), 'schema').maxLength = 64;
  }),
  breaking('the key has to be longer', (d) => {
    within(key(d), 'schema').minLength = 16;
  }),
  breaking('the key has to be a UUID', (d) => {
    const schema = within(key(d), 'schema');
    schema.format = 'uuid';
  }),
  breaking('the pattern of the key is another one', (d) => {
    within(key(d), 'schema').pattern = '^[A-Z0-9]{1,255}$';
  }),
  breaking('a parameter of text becomes one of JSON', (d) => {
    const one = parameter(d, list, 'status');
    one.content = { 'application/json': { schema: one.schema } };
    delete one.schema;
  }),
  breaking('a parameter becomes a list with bars', (d) => {
    Object.assign(parameter(d, list, 'status'), {
      style: 'pipeDelimited',
      explode: false,
      schema: { type: 'array', items: { type: 'string' } },
    });
  }),
  soft('the default of the page size is another one', (d) => {
    size(d).default = 50;
  }),
  soft('the default of the page size is gone', (d) => delete size(d).default),
  soft('a parameter is deprecated', (d) => {
    parameter(d, list, 'status').deprecated = true;
  }),
  safe('an optional query parameter is added', (d) => {
    add(operation(d, list), 'parameters', { name: 'team', in: 'query', schema: { type: 'string' } });
  }),
  safe('the largest page is larger', (d) => {
    size(d).maximum = 5000;
  }),
  safe('the largest page is not said', (d) => delete size(d).maximum),
  safe('an integer bound is spelt as an exclusive one', (d) => {
    const schema = size(d);
    delete schema.minimum;
    schema.exclusiveMinimum = 0;
  }),
  safe('the pattern of the key is gone', (d) => delete within(key(d), 'schema').pattern),
  safe('defaults of notation are written out', (d) => {
    Object.assign(parameter(d, list, 'status'), {
      style: 'form',
      explode: true,
      required: false,
      allowReserved: false,
    });
  }),
  safe('a header is written in another case', (d) => {
    key(d).name = 'idempotency-key';
  }),
  safe('parameters stand in another order', (d) => {
    const one = operation(d, list);
    one.parameters = [...(one.parameters as unknown[])].reverse();
  }),
  safe('parameters are said by the path', (d) => {
    const item = within(d, 'paths', '/ai/missions/runs');
    item.parameters = operation(d, list).parameters;
    delete operation(d, list).parameters;
  }),
  safe('a parameter component has another name', (d) => {
    rename(within(d, 'components', 'parameters'), 'IdempotencyKey', 'Key');
    for (const id of ['createEmail', 'createEmailMessage']) {
      operation(d, id).parameters = [{ $ref: '#/components/parameters/Key' }];
    }
  }),
];
