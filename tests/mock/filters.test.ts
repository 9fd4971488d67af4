import type { Api } from './support/api.ts';
import { expect, test } from './support/test.ts';

const subjects = async (api: Api) => (await api.mails()).map(({ Subject }) => Subject);

const search = (api: Api, method: string, query: string) =>
  api.outbox(method, `/search?query=${encodeURIComponent(query)}`);

/** Delivers one mail for each subject, to different addresses. */
async function deliver(api: Api, ...subjects: string[]): Promise<void> {
  for (const [index, subject] of subjects.entries()) await api.accepted({ subject, to: [`to${index}@example.com`] });
}

for (const [query, found] of [
  ['Задача', ['Задача']],
  ['задача', ['Задача']],
  ['日本', ['日本語']],
  ['🎉', ['Done 🎉']],
  [':-)', ['Fine :-)']],
  ['--', ['a -- b']],
  [';', ['x; y']],
  ['-Задача', ['x; y', 'a -- b', 'Fine :-)', 'Done 🎉', '日本語']],
  ['42', []],
] as const)
  test(`a search finds a word of any script: ${query}`, async ({ api }) => {
    await deliver(api, 'Задача', '日本語', 'Done 🎉', 'Fine :-)', 'a -- b', 'x; y');
    const { body } = await search(api, 'GET', query);
    expect((body as { messages: { Subject: string }[] }).messages.map(({ Subject }) => Subject)).toEqual(found);
  });

test('deleting by a search removes the mails that the search shows, and no others', async ({ api }) => {
  await deliver(api, 'Задача', 'Hello');
  expect((await search(api, 'DELETE', 'Задача')).status).toBe(200);
  expect(await subjects(api)).toEqual(['Hello']);
});

for (const query of [
  '',
  '""',
  'to:',
  '-tag:',
  'is:reed',
  '-has:nothing',
  'larger:x',
  'smaller:0',
  'after:soon',
  'before:12:00',
  '-form:ann',
])
  test(`a search that cannot be understood is an error for reading and deleting: ${query}`, async ({ api }) => {
    await deliver(api, 'Hello');
    for (const method of ['GET', 'DELETE'])
      expect(await search(api, method, query)).toMatchObject({
        status: 400,
        headers: { 'content-type': expect.stringContaining('text/plain') },
      });
    expect(await subjects(api)).toEqual(['Hello']);
  });

for (const [method, path, body] of [
  ['DELETE', '/search?qeury=nothing'],
  ['DELETE', '/search?query=hello&query=nothing'],
  ['DELETE', '/search?query=hello', { IDs: ['unknown'] }],
  ['DELETE', '/messages?query=nothing'],
  ['DELETE', '/messages', { IDs: [] }],
  ['DELETE', '/messages', { ID: ['unknown'] }],
  ['DELETE', '/messages', { IDs: 'unknown' }],
  ['DELETE', '/messages', { Search: 'nothing' }],
  ['DELETE', '/messages', ['unknown']],
  ['PUT', '/messages', { Read: true, Serach: 'nothing' }],
  ['PUT', '/messages', { Read: true, Search: ' ' }],
  ['PUT', '/messages', { Read: true, IDs: [], Search: '' }],
  ['GET', '/messages?query=nothing'],
  ['GET', '/messages?limit=one'],
  ['GET', '/message/latest?query='],
  ['GET', '/message/latest?qeury=nothing'],
] as const)
  test(`a filter of mail is refused: ${method} ${path} ${JSON.stringify(body) ?? ''}`, async ({ api }) => {
    await deliver(api, 'Hello');
    expect((await api.outbox(method, path, body)).status).toBe(400);
    expect((await api.outbox('GET', '/messages')).body).toMatchObject({ total: 1, unread: 1 });
  });

for (const body of [undefined, {}, { IDs: null }])
  test(`all mail is deleted where no filter is named: ${JSON.stringify(body) ?? 'no body'}`, async ({ api }) => {
    await deliver(api, 'Hello', 'Hello again');
    expect((await api.outbox('DELETE', '/messages', body)).status).toBe(200);
    expect(await subjects(api)).toEqual([]);
  });

for (const [method, path, body] of [
  ['POST', '/reset', { partition: 'another' }],
  ['POST', '/reset?partiton=another', undefined],
  ['DELETE', '/requests', { operation: 'createNumberReservation' }],
  ['DELETE', '/requests?operation=createNumberReservation', undefined],
  ['DELETE', '/scenarios', { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }],
  ['DELETE', '/scenarios?id=7c9e6679-7425-40de-944b-e07fc1f90ae7', undefined],
  ['POST', '/hold', { operation: 'createEmailMessage' }],
  ['DELETE', '/deployment', { choices: {} }],
] as const)
  test(`a control call refuses a filter that it has not: ${method} ${path} ${JSON.stringify(body) ?? ''}`, async ({
    api,
  }) => {
    await deliver(api, 'Hello');
    await api.control('POST', '/scenarios', { operation: 'updateSimCardDataUsageNotification', drop: true });
    expect((await api.control(method, path, body)).status).toBe(422);
    expect(await subjects(api)).toEqual(['Hello']);
    expect((await api.control('GET', '/requests')).body).toMatchObject({ meta: { total: 1 } });
    expect((await api.control('GET', '/scenarios')).body).toMatchObject({ scenarios: [{ drop: true }] });
    expect((await api.control('GET', '/hold')).body).toMatchObject({ holding: false });
  });
