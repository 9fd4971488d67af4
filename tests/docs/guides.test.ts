import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { test } from '../../gate/testing/project.ts';
import { plainEnvironment } from '../../gate/testing/repository.ts';
import { startMock } from '../mock/support/process.ts';
import { passagesOf, scriptOf } from './guide.ts';

const separator = '---- next passage ----';

for (const name of ['front-end.md', 'qa.md', 'ci.md']) {
  test(`what the guide ${name} says comes out when it is followed`, async ({ project }) => {
    test.setTimeout(240_000);
    const mock = await startMock();
    try {
      const passages = passagesOf(name);
      const script = scriptOf(passages, separator).replaceAll('127.0.0.1:4010', `127.0.0.1:${mock.port}`);
      const { stdout } = await promisify(execFile)('bash', ['-c', script], {
        cwd: project.directory,
        env: plainEnvironment(process.env),
      });
      const said = stdout.split(`${separator}\n`).slice(0, -1);
      expect(said).toEqual(passages.map(({ output }) => output));
    } finally {
      await mock.end();
    }
  });
}
