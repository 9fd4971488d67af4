import type { Json } from '../diff/index.ts';
import { add, breaking, drop, parameter, property, rename, replace, safe, schema, soft, within } from './change.ts';

const item = (d: Json, path: string, method: string) => within(d, 'paths', path, method);
const responses = (d: Json, path: string, method: string) => within(item(d, path, method), 'responses');
const callback = (d: Json) =>
  within(item(d, '/orders', 'post'), 'callbacks', 'shipped', '{$request.body#/callback_url}', 'post');
const webhook = (d: Json) => within(d, 'webhooks', 'stockLow', 'post');
const heard = (node: Json) => within(node, 'responses', '200', 'content', 'application/json', 'schema');
const oauth = (d: Json) => within(d, 'components', 'securitySchemes', 'oauth', 'flows', 'clientCredentials');
const own = (d: Json) => within(schema(d, 'Item'), 'allOf', 1);

/** Changes of a document that has what the contract has not. */
export const shop = [
  // Servers.
  breaking('a server is gone', (d) => (d.servers as unknown[]).pop()),
  breaking('a value of a server variable is gone', (d) =>
    drop(within(d, 'servers', 0, 'variables', 'region'), 'enum', 'us'),
  ),
  breaking('a server variable is limited', (d) => {
    within(d, 'servers', 0, 'variables', 'version').enum = ['v1', 'v2'];
  }),
  breaking('a server has another path', (d) => {
    within(d, 'servers', 1).url = 'https://sandbox.shop.example/v2';
  }),
  soft('a server variable has another default', (d) => {
    within(d, 'servers', 0, 'variables', 'region').default = 'us';
  }),
  safe('a value of a server variable is added', (d) =>
    add(within(d, 'servers', 0, 'variables', 'region'), 'enum', 'asia'),
  ),
  safe('servers stand in another order', (d) => {
    d.servers = [...(d.servers as unknown[])].reverse();
  }),
  safe('a server has a slash at its end, and a host in capitals', (d) => {
    within(d, 'servers', 1).url = 'https://Sandbox.shop.example/v1/';
  }),
  // Security.
  breaking('one of two ways in is gone', (d) => (d.security as unknown[]).pop()),
  breaking('a scope more is needed', (d) => {
    d.security = [{ oauth: ['read', 'write'] }, { key: [] }];
  }),
  breaking('either becomes both', (d) => {
    d.security = [{ oauth: ['read'], key: [] }];
  }),
  breaking('a public operation inherits the security of the document', (d) => delete item(d, '/items', 'get').security),
  safe('an operation with more wishes of its own inherits', (d) => delete item(d, '/orders', 'post').security),
  breaking('a token is got elsewhere', (d) => {
    oauth(d).tokenUrl = 'https://login.shop.example/token';
  }),
  breaking('a scope is gone', (d) => delete within(oauth(d), 'scopes').write),
  breaking('a flow is another one', (d) =>
    rename(within(d, 'components', 'securitySchemes', 'oauth', 'flows'), 'clientCredentials', 'password'),
  ),
  breaking('a key goes by another header', (d) => {
    within(d, 'components', 'securitySchemes', 'key').name = 'X-Key';
  }),
  breaking('a key goes in the query', (d) => {
    within(d, 'components', 'securitySchemes', 'key').in = 'query';
  }),
  safe('both become either', (d) => {
    item(d, '/orders', 'post').security = [{ oauth: ['read', 'write'] }, { key: [] }];
  }),
  safe('a scope less is needed', (d) => {
    item(d, '/items/{id}', 'delete').security = [{ oauth: ['write'] }];
  }),
  soft('an operation is public, if one likes', (d) => {
    item(d, '/items/{id}', 'get').security = [{ oauth: ['read'] }, { key: [] }, {}];
  }),
  safe('public is spelt as no scheme', (d) => {
    item(d, '/items', 'get').security = [{}];
  }),
  safe('ways in stand in another order', (d) => {
    d.security = [{ key: [] }, { oauth: ['read'] }];
  }),
  safe('a key header in another case', (d) => {
    within(d, 'components', 'securitySchemes', 'key').name = 'x-api-key';
  }),
  safe('a scope may be asked for', (d) => {
    within(oauth(d), 'scopes').admin = 'All.';
  }),
  // Parameters.
  breaking('a list is not exploded', (d) => {
    parameter(d, 'listItems', 'ids').explode = false;
  }),
  breaking('an object is not deep', (d) => {
    parameter(d, 'listItems', 'filter').style = 'form';
  }),
  breaking('empty values are refused', (d) => delete parameter(d, 'listItems', 'q').allowEmptyValue),
  breaking('reserved characters are refused', (d) => {
    parameter(d, 'listItems', 'path').allowReserved = false;
  }),
  breaking('a cookie becomes a header', (d) => {
    parameter(d, 'listItems', 'session').in = 'header';
  }),
  breaking('items of a list become numbers', (d) => {
    within(parameter(d, 'listItems', 'ids'), 'schema').items = { type: 'integer' };
  }),
  breaking('a list may hold fewer', (d) => {
    within(parameter(d, 'listItems', 'ids'), 'schema').maxItems = 10;
  }),
  breaking(
    'a member of a deep object is gone',
    (d) => delete within(parameter(d, 'listItems', 'filter'), 'schema', 'properties').brand,
  ),
  breaking('a value of a parameter is gone', (d) =>
    drop(within(parameter(d, 'listItems', 'sort'), 'schema'), 'enum', 'price'),
  ),
  breaking('the pattern of a path parameter is narrower', (d) => {
    within(d, 'paths', '/items/{id}', 'parameters', 0, 'schema').pattern = '^[a-z]{8}$';
  }),
  breaking('a header of the path is overridden as an enum', (d) => {
    add(item(d, '/items', 'get'), 'parameters', {
      name: 'x-tenant',
      in: 'header',
      required: true,
      schema: { enum: ['a'] },
    });
  }),
  soft('the default order is another one', (d) => {
    within(parameter(d, 'listItems', 'sort'), 'schema').default = 'price';
  }),
  safe('a scalar is written with an explode that changes nothing, said as the default', (d) => {
    parameter(d, 'listItems', 'sort').explode = true;
  }),
  safe('the pattern of a path parameter is wider', (d) => {
    within(d, 'paths', '/items/{id}', 'parameters', 0, 'schema').pattern = '^[A-Za-z0-9]{8,12}$';
  }),
  safe('the pattern of a path parameter is spelt otherwise', (d) => {
    const one = within(d, 'paths', '/items/{id}', 'parameters', 0, 'schema');
    Object.assign(one, { pattern: '^[0-9a-z]+$', minLength: 8, maxLength: 8 });
  }),
  safe('a format is wider', (d) => {
    within(parameter(d, 'listItems', 'limit'), 'schema').format = 'int64';
  }),
  safe('a header of the path is said by each operation', (d) => {
    const path = within(d, 'paths', '/items');
    for (const method of ['get', 'post']) add(within(path, method), 'parameters', (path.parameters as unknown[])[0]);
    delete path.parameters;
  }),
  safe('a header of the path is optional', (d) => {
    within(d, 'paths', '/items', 'parameters', 0).required = false;
  }),
  // Request bodies.
  breaking(
    'a form is not taken',
    (d) => delete within(item(d, '/items', 'post'), 'requestBody', 'content')['multipart/form-data'],
  ),
  breaking('a part of a form may be of fewer kinds', (d) => {
    const form = within(item(d, '/items', 'post'), 'requestBody', 'content', 'multipart/form-data');
    within(form, 'encoding', 'photo').contentType = 'image/png';
  }),
  breaking('a part of a form is required', (d) => {
    const form = within(item(d, '/items', 'post'), 'requestBody', 'content', 'multipart/form-data');
    add(within(form, 'schema'), 'required', 'note');
  }),
  breaking('a currency is gone', (d) => drop(property(d, 'Money', 'currency'), 'enum', 'USD')),
  breaking('cents are refused', (d) => {
    property(d, 'Money', 'amount').multipleOf = 1;
  }),
  breaking('an amount is an integer', (d) => {
    property(d, 'Money', 'amount').type = 'integer';
  }),
  breaking('a bound is exclusive', (d) => {
    const amount = property(d, 'Money', 'amount');
    delete amount.minimum;
    amount.exclusiveMinimum = 0;
  }),
  breaking('a discriminator loses a value', (d) => {
    drop(schema(d, 'Payment'), 'oneOf', within(schema(d, 'Payment'), 'oneOf', 1));
    delete within(schema(d, 'Payment'), 'discriminator', 'mapping').transfer;
  }),
  breaking('a discriminator has another value', (d) =>
    rename(within(schema(d, 'Payment'), 'discriminator', 'mapping'), 'card', 'credit_card'),
  ),
  breaking('a discriminator goes by another property', (d) => {
    within(schema(d, 'Payment'), 'discriminator').propertyName = 'kind';
    for (const name of ['Card', 'Transfer']) {
      rename(within(schema(d, name), 'properties'), 'method', 'kind');
      (schema(d, name).required as string[])[0] = 'kind';
    }
  }),
  breaking('a branch of a union needs more', (d) => add(schema(d, 'Card'), 'required', 'holder')),
  breaking('a branch without name is gone', (d) => (property(d, 'Order', 'address').anyOf as unknown[]).shift()),
  breaking('a tuple has another item', (d) => {
    within(property(d, 'Order', 'range'), 'prefixItems', 1).type = 'string';
  }),
  breaking('a property brings another one along', (d) => {
    within(schema(d, 'Order'), 'dependentRequired').gift = ['gift_text'];
  }),
  breaking('values of a map are longer', (d) => {
    within(property(d, 'Order', 'notes'), 'additionalProperties').minLength = 3;
  }),
  breaking('values of a map are numbers', (d) => {
    property(d, 'Order', 'notes').additionalProperties = { type: 'integer' };
  }),
  breaking('names of a map are fewer', (d) => {
    within(property(d, 'Settings', 'labels'), 'propertyNames').pattern = '^[a-f]+$';
  }),
  breaking('members by pattern are of another type', (d) => {
    property(d, 'Settings', 'x-headers').patternProperties = { '^X-': { type: 'integer' } };
  }),
  breaking('members by pattern are fewer', (d) => {
    property(d, 'Settings', 'x-headers').patternProperties = { '^X-A': { type: 'string' } };
  }),
  breaking('a condition holds for more', (d) => {
    within(schema(d, 'Settings'), 'if', 'properties').mode = {};
  }),
  breaking('a condition asks for more', (d) => add(within(schema(d, 'Settings'), 'then'), 'required', 'level')),
  breaking('more is excluded', (d) => drop(within(schema(d, 'Settings'), 'not'), 'required', 'labels')),
  breaking('a recursive schema needs more', (d) => add(schema(d, 'Node'), 'required', 'children')),
  breaking('a write-only property is gone', (d) => delete within(schema(d, 'NewItem'), 'properties').secret),
  breaking('a body becomes required in the other operation', (d) => {
    within(item(d, '/orders', 'post'), 'requestBody').required = true;
  }),
  breaking('a read-only property becomes one to send, and required', (d) => {
    delete within(own(d), 'properties', 'id').readOnly;
    within(item(d, '/items', 'post'), 'requestBody', 'content', 'application/json').schema = {
      $ref: '#/components/schemas/Item',
    };
  }),
  breaking('a zip code gets longer', (d) => {
    property(d, 'Settings', 'zip').pattern = '^\\d{6}$';
  }),
  breaking('the greatest value is lower', (d) => {
    property(d, 'Settings', 'level').maximum = 5;
  }),
  soft('the default color is another one', (d) => {
    property(d, 'NewItem', 'color').default = 'white';
  }),
  safe('a zip code may be longer', (d) => {
    property(d, 'Settings', 'zip').pattern = '^\\d{5}(-\\d{4})?$';
  }),
  safe('less is excluded', (d) => add(within(schema(d, 'Settings'), 'not'), 'required', 'mode')),
  safe('a condition asks for nothing', (d) => {
    delete schema(d, 'Settings').then;
  }),
  safe('an enum is spelt as a pattern of the same values', (d) => {
    replace(property(d, 'Settings', 'mode'), { type: 'string', pattern: '^(basic|pro)$' });
  }),
  safe('names of a map are more', (d) => {
    within(property(d, 'Settings', 'labels'), 'propertyNames').pattern = '^[A-Za-z]+$';
  }),
  safe('a recursive schema is written out once', (d) => {
    property(d, 'Node', 'children').items = structuredClone(schema(d, 'Node'));
  }),
  breaking('a property of an answer brings nothing along', (d) => delete schema(d, 'Order').dependentRequired),
  safe('a map takes anything', (d) => {
    property(d, 'Settings', 'labels').additionalProperties = true;
  }),
  // Answers.
  breaking('an answer allows what it refused', (d) => {
    own(d).properties = { ...within(own(d), 'properties'), stock: { type: 'integer', format: 'int64' } };
  }),
  breaking('a list of an answer may be longer', (d) => {
    within(own(d), 'properties', 'tags').maxItems = 20;
  }),
  breaking('a list of an answer may repeat itself', (d) => delete within(own(d), 'properties', 'tags').uniqueItems),
  breaking('a closed answer is open', (d) => delete schema(d, 'Report').unevaluatedProperties),
  breaking('an answer gains a type', (d) => add(property(d, 'Report', 'value'), 'oneOf', { type: 'boolean' })),
  breaking('a code of an answer is longer', (d) => {
    property(d, 'Report', 'code').pattern = '^[A-Z]{3,4}$';
  }),
  breaking('problems have another media type', (d) =>
    rename(within(d, 'components', 'responses', 'Problem', 'content'), 'application/problem+json', 'application/json'),
  ),
  breaking('problems lose a property', (d) => delete within(schema(d, 'Problem'), 'properties').detail),
  breaking('a success is another one', (d) => rename(responses(d, '/items/{id}', 'delete'), '204', '202')),
  breaking('all errors of a kind are gone', (d) => delete responses(d, '/items', 'get')['4XX']),
  breaking('a range of errors has another shape', (d) => {
    responses(d, '/items', 'get')['4XX'] = {
      description: 'Wrong.',
      content: {
        'application/problem+json': { schema: { type: 'object', properties: { message: { type: 'string' } } } },
      },
    };
  }),
  breaking('one error of a range has another shape', (d) => {
    responses(d, '/items', 'get')['409'] = {
      description: 'Wrong.',
      content: {
        'application/problem+json': { schema: { type: 'object', properties: { message: { type: 'string' } } } },
      },
    };
  }),
  breaking(
    'a header is optional',
    (d) => delete within(responses(d, '/items', 'get'), '200', 'headers', 'X-Total').required,
  ),
  breaking('a header is gone', (d) => delete within(responses(d, '/items', 'get'), '200', 'headers')['X-Next']),
  breaking(
    'a media type of an answer is gone',
    (d) => delete within(responses(d, '/items', 'get'), '200', 'content')['text/csv'],
  ),
  breaking('an answer becomes a page', (d) => {
    const json = within(responses(d, '/items', 'get'), '200', 'content', 'application/json');
    json.schema = { type: 'object', properties: { data: json.schema } };
  }),
  soft('a link is gone', (d) => delete within(responses(d, '/items', 'get'), '200').links),
  soft('a closed answer has a property more', (d) => {
    within(schema(d, 'Report'), 'properties').warnings = { type: 'array', items: { type: 'string' } };
  }),
  safe('a code of an answer is one of some', (d) => {
    property(d, 'Report', 'code').pattern = '^(ABC|ABD)$';
  }),
  safe('an error of a range is named', (d) => {
    responses(d, '/items', 'get')['409'] = { $ref: '#/components/responses/Problem' };
  }),
  safe('a range is written in small letters', (d) => rename(responses(d, '/items', 'get'), '4XX', '4xx')),
  safe('an error is added where none was named', (d) => {
    responses(d, '/items/{id}', 'get')['429'] = { $ref: '#/components/responses/Problem' };
  }),
  safe('a header is always there', (d) => {
    within(responses(d, '/items', 'get'), '200', 'headers', 'X-Next').required = true;
  }),
  // Webhooks and callbacks: who sends and who reads are the other way round.
  breaking('a webhook is gone', (d) => delete d.webhooks),
  breaking('a webhook has another name', (d) => rename(within(d, 'webhooks'), 'stockLow', 'stock_low')),
  breaking('a webhook has another method', (d) => rename(within(d, 'webhooks', 'stockLow'), 'post', 'put')),
  breaking('a webhook loses a property', (d) => delete within(schema(d, 'StockLow'), 'properties').note),
  breaking('a webhook has an optional property', (d) => drop(schema(d, 'StockLow'), 'required', 'left')),
  breaking('a webhook has a value more', (d) => add(property(d, 'StockLow', 'level'), 'enum', 'critical')),
  breaking('a webhook may say null', (d) => {
    property(d, 'StockLow', 'left').type = ['integer', 'null'];
  }),
  breaking('a webhook loses a header', (d) => {
    webhook(d).parameters = [];
  }),
  breaking('a webhook comes as another media type', (d) =>
    rename(within(webhook(d), 'requestBody', 'content'), 'application/json', 'application/cloudevents+json'),
  ),
  breaking('a webhook may come without body', (d) => delete within(webhook(d), 'requestBody').required),
  breaking('an answer to a webhook is not understood', (d) => delete within(webhook(d), 'responses')['202']),
  breaking('an answer to a webhook needs a property', (d) => {
    heard(webhook(d)).required = ['ack'];
  }),
  breaking('an answer to a webhook is of another type', (d) => {
    within(heard(webhook(d)), 'properties').ack = { type: 'string' };
  }),
  breaking('a callback is gone', (d) => delete item(d, '/orders', 'post').callbacks),
  breaking('a callback goes elsewhere', (d) =>
    rename(
      within(item(d, '/orders', 'post'), 'callbacks', 'shipped'),
      '{$request.body#/callback_url}',
      '{$request.body#/id}',
    ),
  ),
  breaking('a callback is not signed', (d) => {
    within(callback(d), 'parameters', 0).required = false;
  }),
  breaking('a callback has a value more', (d) => add(property(d, 'Event', 'carrier'), 'enum', 'fedex')),
  breaking('a callback has another constant', (d) => {
    property(d, 'Event', 'type').const = 'sent';
  }),
  breaking('an answer to a callback may have fewer values', (d) =>
    drop(within(heard(callback(d)), 'properties', 'mode'), 'enum', 'soft'),
  ),
  breaking('an answer to a callback is not understood', (d) => delete within(callback(d), 'responses')['410']),
  soft('a webhook has another id', (d) => {
    webhook(d).operationId = 'stockLow';
  }),
  soft('a webhook is deprecated', (d) => {
    webhook(d).deprecated = true;
  }),
  safe('a webhook has a property more, and always', (d) => {
    within(schema(d, 'StockLow'), 'properties').shop = { type: 'string' };
    add(schema(d, 'StockLow'), 'required', 'shop');
  }),
  safe('a webhook has a value less', (d) => drop(property(d, 'StockLow', 'level'), 'enum', 'empty')),
  safe('a webhook has a greatest value', (d) => {
    property(d, 'StockLow', 'left').maximum = 100;
  }),
  safe('a webhook is always given its header', (d) => {
    within(webhook(d), 'parameters', 0).required = true;
  }),
  safe('a webhook has a required header more', (d) =>
    add(webhook(d), 'parameters', { name: 'X-Id', in: 'header', required: true, schema: { type: 'string' } }),
  ),
  safe('a webhook may be answered otherwise', (d) => {
    within(webhook(d), 'responses')['204'] = { description: 'Nothing to say.' };
  }),
  safe('an answer to a webhook may have a property more', (d) => {
    within(heard(webhook(d)), 'properties').note = { type: 'string' };
  }),
  safe('an answer to a callback may have a value more', (d) =>
    add(within(heard(callback(d)), 'properties', 'mode'), 'enum', 'later'),
  ),
  safe('a callback is a component', (d) => {
    within(d, 'components').callbacks = {
      shipped: structuredClone(within(item(d, '/orders', 'post'), 'callbacks', 'shipped')),
    };
    within(item(d, '/orders', 'post'), 'callbacks').shipped = { $ref: '#/components/callbacks/shipped' };
  }),
  safe('a webhook is a component', (d) => {
    within(d, 'components').pathItems = { stockLow: structuredClone(within(d, 'webhooks', 'stockLow')) };
    within(d, 'webhooks').stockLow = { $ref: '#/components/pathItems/stockLow' };
  }),
  safe('branches of a discriminated union have other names', (d) => {
    rename(within(d, 'components', 'schemas'), 'Card', 'CardPayment');
    replace(schema(d, 'Payment'), {
      oneOf: [{ $ref: '#/components/schemas/Transfer' }, { $ref: '#/components/schemas/CardPayment' }],
      discriminator: {
        propertyName: 'method',
        mapping: { card: '#/components/schemas/CardPayment', transfer: 'Transfer' },
      },
    });
  }),
];
