import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { ownPath } from '../../spec/testing/own-path.ts';
import { commentMark } from '../report/markdown.ts';
import { comment } from './comment.ts';

interface Note {
  id: number;
  body: string;
}

/** A host that keeps comments as GitHub and GitLab do, and what it was asked. */
async function startHost(notes: Note[], status = 200) {
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const url = new URL(request.url ?? '', 'http://host');
    const { authorization, accept, 'private-token': token, 'content-type': type } = request.headers;
    calls.push(`${request.method} ${url.pathname}${url.search} ${authorization ?? token} ${accept} ${type}`);
    const { body } = text ? (JSON.parse(text) as Note) : { body: '' };
    const page = Number(url.searchParams.get('page') ?? 1);
    if (request.method === 'POST') notes.push({ id: 1000, body });
    const changed = notes.find(({ id }) => url.pathname.endsWith(`/${id}`));
    if (changed) changed.body = body;
    response.statusCode = status;
    response.end(JSON.stringify(request.method === 'GET' ? notes.slice((page - 1) * 100, page * 100) : {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, calls, close: () => server.close() };
}

/** What is said when a report is posted from a job with these variables. */
function post(environment: NodeJS.ProcessEnv): Promise<string> {
  const file = ownPath('gate.md');
  writeFileSync(file, `${commentMark}\n### New`);
  return comment(file, environment);
}

const hosts = {
  GitHub: (address: string) => ({
    environment: {
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: address,
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_REF: 'refs/pull/17/merge',
      GITHUB_TOKEN: 'secret',
    },
    list: 'GET /repos/o/r/issues/17/comments',
    create: 'POST /repos/o/r/issues/17/comments',
    update: 'PATCH /repos/o/r/issues/comments/150',
    with: 'Bearer secret application/vnd.github+json application/json',
  }),
  GitLab: (address: string) => ({
    environment: {
      GITLAB_CI: 'true',
      CI_API_V4_URL: address,
      CI_PROJECT_ID: '5',
      CI_MERGE_REQUEST_IID: '7',
      GITLAB_TOKEN: 'secret',
    },
    list: 'GET /projects/5/merge_requests/7/notes',
    create: 'POST /projects/5/merge_requests/7/notes',
    update: 'PUT /projects/5/merge_requests/7/notes/150',
    with: 'secret */* application/json',
  }),
};

for (const [name, describe] of Object.entries(hosts)) {
  test(`${name}: the first run writes the comment`, async () => {
    const notes = [{ id: 1, body: `Looks good. > ${commentMark}` }];
    const host = await startHost(notes);
    const { environment, list, create, with: sent } = describe(host.address);
    const said = await post(environment);
    host.close();
    expect(said).toBe('The comment is written.');
    expect(host.calls).toEqual([`${list}?per_page=100&page=1 ${sent}`, `${create} ${sent}`]);
    expect(notes[1]?.body).toBe(`${commentMark}\n### New`);
  });

  test(`${name}: a later run changes it in place, however many others stand there`, async () => {
    const notes = Array.from({ length: 200 }, (_, id) => ({
      id,
      body: id === 150 || id === 170 ? `${commentMark}\n### Old` : 'Talk.',
    }));
    const host = await startHost(notes);
    const { environment, list, update, with: sent } = describe(host.address);
    const said = await post(environment);
    host.close();
    expect(said).toBe('The comment of the earlier run is brought up to date.');
    expect(host.calls).toEqual([
      ...[1, 2, 3].map((page) => `${list}?per_page=100&page=${page} ${sent}`),
      `${update} ${sent}`,
    ]);
    expect(notes).toHaveLength(200);
    expect([notes[150]?.body, notes[170]?.body]).toEqual([`${commentMark}\n### New`, `${commentMark}\n### Old`]);
  });

  test(`${name}: without a token, as in a fork, nothing is written and nothing fails`, async () => {
    const host = await startHost([]);
    const {
      GITHUB_TOKEN: _a,
      GITLAB_TOKEN: _b,
      ...environment
    }: NodeJS.ProcessEnv = describe(host.address).environment;
    // A secret that a job may not see is an empty one.
    const said = [await post(environment), await post({ ...environment, GITHUB_TOKEN: '', GITLAB_TOKEN: '' })];
    host.close();
    expect(host.calls).toEqual([]);
    expect(said).toEqual(Array(2).fill(`No comment is written: there is no ${name.toUpperCase()}_TOKEN.`));
  });
}

test('a token that may not comment, as in a fork, is no failure, but a broken host is', async () => {
  const posted = async (status: number) => {
    const host = await startHost([], status);
    return post(hosts.GitHub(host.address).environment).finally(host.close);
  };
  for (const status of [401, 403]) {
    expect(await posted(status)).toBe('No comment is written: the token may not comment.');
  }
  await expect(posted(500)).rejects.toThrow(/^GET http.* was answered with 500$/);
});

test('elsewhere nothing is written', async () => {
  const nowhere = 'No comment is written: this is no pull request in GitHub Actions or GitLab CI.';
  for (const environment of [{}, { GITLAB_CI: 'true' }, { CI_MERGE_REQUEST_IID: '7' }, { GITHUB_ACTIONS: 'false' }]) {
    expect(await post(environment)).toBe(nowhere);
  }
  for (const GITHUB_REF of ['refs/heads/main', 'refs/heads/fix/17/again', 'refs/heads/refs/pull/17/x', undefined]) {
    expect(await post({ ...hosts.GitHub('').environment, GITHUB_REF })).toBe(
      'No comment is written: the job is about no pull request.',
    );
  }
});

test('without a report there is nothing to write', async () => {
  await expect(comment('nowhere/gate.md', {})).rejects.toThrow('nowhere/gate.md is not there; run the gate first');
});
