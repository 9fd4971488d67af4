import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test as base } from '@playwright/test';

/** A git repository of a test. */
export class Repository {
  constructor(readonly directory: string) {}

  /** Runs git in it; returns its output. */
  git(...args: string[]): string {
    const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', '-c', 'commit.gpgsign=false'];
    return execFileSync('git', [...identity, ...args], {
      cwd: this.directory,
      encoding: 'utf8',
      env: plainEnvironment(process.env),
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  }

  write(path: string, text: string): void {
    const file = join(this.directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Commits everything; gives the commit. */
  commit(message = 'Change something'): string {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', message);
    return this.git('rev-parse', '--short=8', 'HEAD');
  }
}

/** Variables that a hook of git, Playwright or a CI system sets, and others that change a command's behaviour. */
const traces = /^(GIT_|TEST_|PLAYWRIGHT|PW_|CONFORMANCE_|GITHUB_|GITLAB_|CI_|CI$|FORCE_COLOR$|DEBUG_COLORS$)/;

/** The environment of a user at a terminal. */
export function plainEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !traces.test(name)));
}

/** Tests with empty directories that go when the test ends. */
export const test = base.extend<{ directory: () => string; repository: Repository }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  directory: async ({}, use) => {
    const made: string[] = [];
    await use(() => {
      made.push(mkdtempSync(join(tmpdir(), 'gate-test-')));
      return made.at(-1) as string;
    });
    for (const folder of made) rmSync(folder, { recursive: true, force: true });
  },
  repository: async ({ directory }, use) => {
    const repository = new Repository(directory());
    repository.git('init', '--quiet', '--initial-branch', 'main');
    await use(repository);
  },
});
