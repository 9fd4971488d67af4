import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { toProjectPath } from '../../spec/package.ts';
import type { GateReport } from '../report.ts';
import { type Ended, runNode } from '../steps/processes.ts';
import { test as base, plainEnvironment, Repository } from './repository.ts';

const root = toProjectPath('.');

/** A copy of this project as a maintainer has it: a separate repository, on a branch that leaves `main`. */
class Project extends Repository {
  /** Runs the command behind `npm run gate` with arguments. */
  gate(...args: string[]): Promise<Ended> {
    return runNode(['scripts/run.mjs', 'gate/cli.ts', ...args], {
      cwd: this.directory,
      env: plainEnvironment(process.env),
    });
  }

  read(path: string): string {
    return readFileSync(join(this.directory, path), 'utf8');
  }

  /** Changes a file; the text to replace has to be in it. */
  edit(path: string, from: string | RegExp, to: string): void {
    const text = this.read(path);
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`${path}: nothing there is like ${from}`);
    this.write(path, changed);
  }

  /** The record of the last run. */
  get report(): GateReport {
    return JSON.parse(this.read('reports/gate.json')) as GateReport;
  }
}

/** The output of a git command in this project. */
function gitHere(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', env: plainEnvironment(process.env) });
}

let original: string | undefined;

/** A copy of this project with a separate repository; one for all tests of a process. */
function makeOriginal(): string {
  const project = new Project(mkdtempSync(join(tmpdir(), 'gate-test-original-')));
  process.once('exit', () => rmSync(project.directory, { recursive: true, force: true }));
  const listed = gitHere('ls-files', '-z', '--cached', '--others', '--exclude-standard');
  const files = listed.split('\0').filter((name) => name && existsSync(join(root, name)));
  for (const folder of new Set(files.map(dirname))) mkdirSync(join(project.directory, folder), { recursive: true });
  for (const path of files) copyFileSync(join(root, path), join(project.directory, path));
  project.git('init', '--quiet', '--initial-branch', 'main');
  // Objects of this project's repository are not stored a second time, and copied files count as unchanged.
  const objects = resolve(root, gitHere('rev-parse', '--git-path', 'objects').trim());
  project.write('.git/objects/info/alternates', `${objects}\n`);
  project.write('.git/info/exclude', 'node_modules\n');
  project.git('config', 'core.checkStat', 'minimal');
  project.git('config', 'core.trustctime', 'false');
  symlinkSync(join(root, 'node_modules'), join(project.directory, 'node_modules'));
  project.commit('Begin');
  project.git('switch', '--quiet', '--create', 'feature');
  return project.directory;
}

/** Tests with a copy of the project. */
export const test = base.extend<{ project: Project }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  project: async ({}, use) => {
    const project = new Project(join(tmpdir(), `gate-test-project-${process.pid}`));
    original ??= makeOriginal();
    cpSync(original, project.directory, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    await use(project);
    rmSync(project.directory, { recursive: true, force: true });
  },
});
