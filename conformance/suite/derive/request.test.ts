import { expect, test } from 'vitest';
import type { Case } from '../calls/case.ts';
import type { RawRequest } from '../calls/client.ts';
import { contract } from '../wire/contract.ts';
import { type Parts, send } from './request.ts';

/** A target that has another name for all that it can name. */
const wire = {
  emailPath: '/mail',
  aliasPath: '/legacy',
  idempotencyHeader: 'X-Once',
  pageNumber: 'page',
  documentTypesPageNumber: 'sheet',
  pageSize: 'per[page]',
};

/** The requests with which parts are sent, where the first of them is not answered so often. */
async function sentBy(id: string, parts: Partial<Parts>, disturbed = 0): Promise<RawRequest[]> {
  const sent: RawRequest[] = [];
  const given = {
    api: { raw: async (request: RawRequest) => sent.push(request) },
    target: { wire },
    unique: { renew: (text: string) => text.replaceAll('key-1', 'key-2') },
    async again(ask: () => Promise<unknown>) {
      for (let at = 0; at < disturbed; at++) await ask();
      return ask();
    },
  } as unknown as Case;
  const operation = contract().document.operations.find((one) => one.id === id);
  if (!operation) throw new Error(`there is no ${id}`);
  await send(given, operation, { path: {}, query: {}, header: {}, ...parts });
  return sent;
}

const page = { 'page[number]': '2', 'page[size]': '7', 'filter[a]': 'b&c' };
const json = ['Content-Type', 'application/json'];
const named: [id: string, parts: Partial<Parts>, request: object][] = [
  [
    'createEmailMessage',
    { header: { 'Idempotency-Key': 'key-1' }, body: { to: [] } },
    { method: 'POST', path: '/mail', headers: [['X-Once', 'key-1'], json], body: '{"to":[]}' },
  ],
  ['createEmail', { header: { 'Idempotency-Key': 'key-1' } }, { path: '/legacy', headers: [['X-Once', 'key-1']] }],
  ['getEmail', { path: { id: 'a/b' } }, { method: 'GET', path: '/legacy/a%2Fb', headers: [] }],
  ['getEmailMessage', { path: { id: '1' } }, { path: '/email_messages/1' }],
  [
    'listRecentAiMissionRuns',
    { query: page },
    { path: '/ai/missions/runs', rawQuery: 'page=2&per%5Bpage%5D=7&filter%5Ba%5D=b%26c' },
  ],
  ['listDirDocumentTypes', { query: page }, { rawQuery: 'sheet=2&page%5Bsize%5D=7&filter%5Ba%5D=b%26c' }],
];
for (const [id, parts, request] of named) {
  test(`${id}: what is derived is sent under the names of the target`, async () => {
    expect(await sentBy(id, parts)).toMatchObject([request]);
  });
}

test('a request without a query or a body has none', async () => {
  const [request] = await sentBy('listRecentAiMissionRuns', {});
  expect(request).not.toHaveProperty('rawQuery');
  expect(request).not.toHaveProperty('body');
});

test('what has to be asked anew is asked under new names, and the first time as it is', async () => {
  const sent = await sentBy('createEmailMessage', { header: { 'Idempotency-Key': 'key-1' } }, 2);
  expect(sent.map(({ headers }) => headers)).toEqual(['key-1', 'key-2', 'key-2'].map((key) => [['X-Once', key]]));
});
