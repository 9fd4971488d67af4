import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from '@playwright/test';
import { Page, root } from './page.ts';

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
});
const pages = listed
  .trim()
  .split('\n')
  .filter((path) => existsSync(join(root, path)))
  .map((path) => new Page(path));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
const scripts = Object.keys(manifest.scripts);

/** A file or folder of the project, without placeholders. */
const ownPath =
  /^(spec|fixtures|mock|conformance|gate|scripts|tests|bench|docs|examples|\.github|\.githooks)\/[\w./-]*$/;

for (const page of pages) {
  test(`every link of ${page.path} leads somewhere`, () => {
    const broken = page.links().filter((href) => !/^[a-z]+:/.test(href) && !leads(page.path, href));
    expect(broken).toEqual([]);
  });

  test(`every script and file that ${page.path} names is there`, () => {
    const unknown = page.code().flatMap((line) => {
      const named = [...line.matchAll(/npm run (?:-s |--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
      const lost =
        ownPath.test(line) && !existsSync(join(root, line)) && !existsSync(join(root, dirname(page.path), line));
      return [...named.filter((name) => !scripts.includes(name)), ...(lost ? [line] : [])];
    });
    expect(unknown).toEqual([]);
  });
}

test('the README leads to every page of docs/', () => {
  const linked = pages.find(({ path }) => path === 'README.md')?.links();
  const missing = pages.filter(({ path }) => path.startsWith('docs/') && !linked?.includes(path));
  expect(missing.map(({ path }) => path)).toEqual([]);
});

function leads(from: string, href: string): boolean {
  const [file = '', anchor] = href.split('#');
  const path = file === '' ? from : normalize(join(dirname(from), file));
  if (!existsSync(join(root, path))) return false;
  return anchor === undefined || new Page(path).anchors().includes(anchor);
}
