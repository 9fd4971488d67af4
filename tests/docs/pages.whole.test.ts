import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { test as withProject } from '../../gate/testing/project.ts';
import { plainEnvironment, test } from '../../gate/testing/repository.ts';
import { type MockProcess, startMock } from '../mock/support/process.ts';
import { Page, root } from './page.ts';

const separator = '---- next passage ----';
const paths = ['README.md', ...readdirSync(`${root}/docs`).map((name) => `docs/${name}`)];

/** The folder of a page's commands: a copy of the project where they need one, else an empty folder. */
const inProject = withProject.extend<{ cwd: string }>({ cwd: ({ project }, use) => use(project.directory) });
const inNothing = test.extend<{ cwd: string }>({ cwd: ({ directory }, use) => use(directory()) });

// In sequence they take as long as all other tests that start commands.
test.describe.configure({ mode: 'parallel' });

let mock: MockProcess;
test.beforeAll(async () => {
  mock = await startMock();
});
test.afterAll(() => mock.end());

for (const page of paths.filter((path) => path.endsWith('.md')).map((path) => new Page(path))) {
  const passages = page.passages();
  if (passages.length === 0) continue;
  const usesProject = passages.some(({ commands }) => /\b(npm|node)\b/.test(commands));
  (usesProject ? inProject : inNothing)(`the commands of ${page.path} print its output`, async ({ cwd }) => {
    const script = passages.map(({ commands }) => `${commands}\necho '${separator}'\n`).join('');
    const address = `127.0.0.1:${mock.port}`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script.replaceAll('127.0.0.1:4010', address)], {
      cwd,
      env: plainEnvironment(process.env),
    });
    const outputs = stdout.split(`${separator}\n`).slice(0, -1);
    for (const [index, { commands, output }] of passages.entries()) {
      expect.soft(outputs[index]?.trim(), commands).toMatch(like(output));
    }
  });
}

/** A pattern for an output of a page; each `...` matches any text. */
function like(output: string): RegExp {
  const parts = output
    .trim()
    .split('...')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`);
}
