import { add, breaking, operation, rename, safe, soft, within } from './change.ts';

const path = (document: Parameters<typeof within>[0], name: string) => within(document, 'paths', name);

/** Changes of paths, operations, names, servers. */
export const operations = [
  breaking('a path is removed', (d) => delete within(d, 'paths')['/emails']),
  breaking('an operation is removed', (d) => delete path(d, '/email_messages/{id}').get),
  breaking('a path is renamed', (d) => rename(within(d, 'paths'), '/dir/document_types', '/dir/document-types')),
  breaking('a path gains a slash at its end', (d) =>
    rename(within(d, 'paths'), '/number_reservations', '/number_reservations/'),
  ),
  breaking('a path changes its case', (d) => rename(within(d, 'paths'), '/emails', '/Emails')),
  breaking('an operation has another method', (d) =>
    rename(path(d, '/sim_card_data_usage_notifications/{id}'), 'patch', 'put'),
  ),
  breaking('a part of a path becomes a parameter', (d) => {
    rename(within(d, 'paths'), '/dir/document_types', '/dir/{kind}');
    add(operation(d, 'listDirDocumentTypes'), 'parameters', {
      name: 'kind',
      in: 'path',
      required: true,
      schema: { type: 'string' },
    });
  }),
  soft('an operation id is renamed', (d) => {
    operation(d, 'createEmail').operationId = 'sendEmail';
  }),
  soft('an operation id is removed', (d) => delete operation(d, 'getEmail').operationId),
  soft('an operation moves to another tag', (d) => {
    operation(d, 'createNumberReservation').tags = ['AI mission runs'];
  }),
  soft('an operation gains a tag', (d) => add(operation(d, 'getEmail'), 'tags', 'AI mission runs')),
  soft('an operation is deprecated', (d) => {
    operation(d, 'createEmail').deprecated = true;
  }),
  soft('a path parameter has another name', (d) => {
    rename(within(d, 'paths'), '/sim_card_data_usage_notifications/{id}', '/sim_card_data_usage_notifications/{key}');
    within(operation(d, 'updateSimCardDataUsageNotification'), 'parameters', 0).name = 'key';
  }),
  safe('a path is added', (d) => {
    within(d, 'paths')['/ping'] = { get: { operationId: 'ping', responses: { '204': { description: 'Alive.' } } } };
  }),
  safe('an operation is added to a path', (d) => {
    path(d, '/dir/document_types').head = { operationId: 'peek', responses: { '200': { description: 'There.' } } };
  }),
  safe('a webhook is added', (d) => {
    d.webhooks = { delivered: { post: { operationId: 'delivered', responses: { '200': { description: 'Heard.' } } } } };
  }),
  safe('a callback is added', (d) => {
    const post = { responses: { '200': { description: 'Heard.' } } };
    operation(d, 'createEmailMessage').callbacks = { delivered: { '{$request.body#/reply_to}': { post } } };
  }),
  breaking('the address of the server is another one', (d) => {
    within(d, 'servers', 0).url = '{base_url}/v3';
  }),
  breaking('a server of its own for one operation', (d) => {
    operation(d, 'createEmail').servers = [{ url: 'https://mail.example.com/v2' }];
  }),
  safe('a server is added', (d) => add(d, 'servers', { url: 'https://api.example.com/v2' })),
  soft('the default address of the server is another one', (d) => {
    within(d, 'servers', 0, 'variables', 'base_url').default = 'http://127.0.0.1:4020/v2';
  }),
  safe('operations stand in another order', (d) => {
    d.paths = Object.fromEntries(Object.entries(within(d, 'paths')).reverse());
  }),
];
