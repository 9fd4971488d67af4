import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { commentMark } from '../report/markdown.ts';
import { plainEnvironment, test } from '../testing/repository.ts';

const script = fileURLToPath(new URL('../post-comment.ts', import.meta.url));
const tsx = import.meta.resolve('tsx');

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
    calls.push(
      `${request.method} ${url.pathname} ${request.headers.authorization ?? request.headers['private-token']}`,
    );
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

/** Posts a report from a directory of its own. */
async function post(directory: string, environment: NodeJS.ProcessEnv) {
  mkdirSync(join(directory, 'reports'), { recursive: true });
  writeFileSync(join(directory, 'reports/gate.md'), `${commentMark}\n### New`);
  const child = spawn(process.execPath, ['--import', tsx, script], {
    cwd: directory,
    env: { ...plainEnvironment(process.env), ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

const hosts = {
  GitHub: (address: string) => ({
    environment: {
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: address,
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_REF: 'refs/pull/7/merge',
      GITHUB_TOKEN: 'secret',
    },
    create: 'POST /repos/o/r/issues/7/comments Bearer secret',
    update: 'PATCH /repos/o/r/issues/comments/150 Bearer secret',
  }),
  GitLab: (address: string) => ({
    environment: {
      GITLAB_CI: 'true',
      CI_API_V4_URL: address,
      CI_PROJECT_ID: '5',
      CI_MERGE_REQUEST_IID: '7',
      GITLAB_TOKEN: 'secret',
    },
    create: 'POST /projects/5/merge_requests/7/notes secret',
    update: 'PUT /projects/5/merge_requests/7/notes/150 secret',
  }),
};

for (const [name, describe] of Object.entries(hosts)) {
  test(`${name}: the first run writes the comment`, async ({ directory }) => {
    const host = await startHost([{ id: 1, body: 'Looks good.' }]);
    const { environment, create } = describe(host.address);
    const { code, output } = await post(directory(), environment);
    host.close();
    expect([code, output]).toEqual([0, 'The comment is written.\n']);
    expect(host.calls.at(-1)).toBe(create);
  });

  test(`${name}: a later run changes it in place, however many others stand there`, async ({ directory }) => {
    const notes = Array.from({ length: 180 }, (_, id) => ({
      id,
      body: id === 150 ? `${commentMark}\n### Old` : 'Talk.',
    }));
    const host = await startHost(notes);
    const { environment, update } = describe(host.address);
    const { code } = await post(directory(), environment);
    host.close();
    expect(code).toBe(0);
    expect(host.calls.at(-1)).toBe(update);
    expect(notes).toHaveLength(180);
    expect(notes[150]?.body).toContain('### New');
  });

  test(`${name}: without a token, as in a fork, nothing is written and nothing fails`, async ({ directory }) => {
    const host = await startHost([]);
    const {
      GITHUB_TOKEN: _a,
      GITLAB_TOKEN: _b,
      ...environment
    }: NodeJS.ProcessEnv = describe(host.address).environment;
    const { code, output } = await post(directory(), environment);
    host.close();
    expect([code, host.calls]).toEqual([0, []]);
    expect(output).toMatch(/^No comment is written: there is no GIT(HUB|LAB)_TOKEN\.\n$/);
  });
}

test('a token that may not comment, as in a fork, is no failure, but a broken host is', async ({ directory }) => {
  for (const [status, code, line] of [
    [403, 0, /^No comment is written: the token may not comment\.\n$/],
    [500, 2, /^GET http.* was answered with 500\n$/],
  ] as const) {
    const host = await startHost([], status);
    const ended = await post(directory(), hosts.GitHub(host.address).environment);
    host.close();
    expect(ended).toEqual({ code, output: expect.stringMatching(line) });
  }
});

test('elsewhere nothing is written', async ({ directory }) => {
  const { code, output } = await post(directory(), {});
  expect([code, output]).toEqual([
    0,
    'No comment is written: this is no pull request in GitHub Actions or GitLab CI.\n',
  ]);
});
