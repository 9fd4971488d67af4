import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { adminFile, contractFile, readText } from '../../spec/document.ts';
import { preparedLine } from '../../spec/prepared.ts';
import { registerFile } from '../../spec/register.ts';
import { parseYaml } from '../../spec/yaml.ts';
import { root } from '../contract.ts';
import type { GateReport } from '../report/report.ts';
import { type Ended, runNode } from '../steps/processes.ts';
import { test as base, plainEnvironment, Repository } from './repository.ts';

/** The documents of this project as the package has them: parsing them takes a quarter of the time of most commands. */
const prepared = [contractFile, adminFile, registerFile]
  .map((file) => [file, readText(file)] as const)
  .map(([file, text]) => preparedLine(file, text, parseYaml(text, file)))
  .join('');

/** A copy of this project as a maintainer has it: a repository of its own, on a branch that leaves `main`. */
class Project extends Repository {
  /** Runs the command behind `npm run gate` with arguments. */
  gate(...args: string[]): Promise<Ended> {
    return runNode(['scripts/run.mjs', 'gate/cli.ts', ...args], {
      cwd: this.directory,
      env: plainEnvironment(process.env),
    });
  }

  /** Takes the packages from this project, and documents that are parsed already. */
  installed(): this {
    this.write('.git/info/exclude', 'node_modules\nspec/prepared.txt\n');
    this.write('spec/prepared.txt', prepared);
    symlinkSync(join(root, 'node_modules'), join(this.directory, 'node_modules'));
    return this;
  }

  read(path: string): string {
    return readFileSync(join(this.directory, path), 'utf8');
  }

  /** Changes a file; what is to be replaced has to be there. */
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

/** What git says of this project. */
function gitHere(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', env: plainEnvironment(process.env) });
}

/** Tests with a copy of the project; for all of a worker it has the same path, by which loaders know what they have compiled. */
export const test = base.extend<{ project: Project }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  project: async ({}, use) => {
    const project = new Project(join(tmpdir(), `gate-test-project-${process.pid}`));
    const listed = gitHere('ls-files', '-z', '--cached', '--others', '--exclude-standard');
    const files = listed.split('\0').filter((name) => name && existsSync(join(root, name)));
    for (const folder of new Set(files.map(dirname))) mkdirSync(join(project.directory, folder), { recursive: true });
    for (const path of files) copyFileSync(join(root, path), join(project.directory, path));
    project.git('init', '--quiet', '--initial-branch', 'main');
    // What this project's repository has need not be stored a second time.
    const objects = resolve(root, gitHere('rev-parse', '--git-path', 'objects').trim());
    project.write('.git/objects/info/alternates', `${objects}\n`);
    project.installed();
    project.commit('Begin');
    project.git('switch', '--quiet', '--create', 'feature');
    await use(project);
    rmSync(project.directory, { recursive: true, force: true });
  },
});
