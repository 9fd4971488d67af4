import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { ownPath } from '../spec/testing/own-path.ts';
import { printedBy } from '../spec/testing/printed.ts';
import { codeWithout, learnedBy, leaveLearned, missingIn, shardsIn } from './shard-files.ts';

/** A directory of the running test that has some files. */
function directoryWith(...names: string[]): string {
  const directory = ownPath('blobs');
  mkdirSync(directory, { recursive: true });
  for (const name of names) {
    const file = ownPath('blobs', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
  }
  return directory;
}

test('the names of the blob reports say which shards there are, those that did not come as well', () => {
  const directory = directoryWith('shard-2-of-3.zip', 'shard-2-of-3.json', 'notes.txt');
  const shards = shardsIn(directory);
  expect(shards).toEqual(['1/3', '2/3', '3/3']);
  expect(missingIn(directory, shards)).toEqual([
    'shard-1-of-3.zip',
    'shard-1-of-3.json',
    'shard-3-of-3.zip',
    'shard-3-of-3.json',
  ]);
  expect(missingIn(directory, ['2/3'])).toEqual([]);
});

test('shards of which a file is missing have no verdict: it is told, and the exit code is that of an incomplete run', async () => {
  const { value, stderr } = await printedBy(() => codeWithout(['shard-1-of-2.zip', 'shard-1-of-2.json'], 'blobs'));
  expect(value).toBe(3);
  expect(stderr).toBe(
    'conformance: --merge: there is no verdict, as blobs has no shard-1-of-2.zip, no shard-1-of-2.json\n',
  );
  expect(await printedBy(() => codeWithout([], 'blobs'))).toMatchObject({ value: undefined, stderr: '' });
});

const strange: [what: string, names: string[], line: RegExp][] = [
  ['none', ['notes.txt'], /^--merge: there is no blob report in /],
  [
    'those of two runs',
    ['shard-1-of-2.zip', 'shard-1-of-3.zip'],
    /no.* shards of one run: shard-1-of-2.zip, shard-1-of-3/,
  ],
  ['one of another name', ['shard-1-of-1.zip', 'report.zip'], /no.* shards of one run: report.zip, shard-1-of-1.zip$/],
  ['too many', ['shard-1-of-1001.zip'], /^--merge: there are 1000 shards at most$/],
];
for (const [what, names, line] of strange) {
  test(`a directory of blob reports is refused that has ${what}`, () => {
    expect(() => shardsIn(directoryWith(...names))).toThrow(line);
  });
}

test('a directory that is none is refused, and a thousand shards are not', () => {
  expect(() => shardsIn('nowhere')).toThrow('--merge: there is no directory nowhere');
  expect(shardsIn(directoryWith('shard-7-of-1000.zip'))).toHaveLength(1000);
});

test('what a shard has learned lies beside its blob report, none where it has no report', () => {
  const directory = directoryWith('blob/shard-1-of-2.zip');
  leaveLearned(directory, '1/2');
  expect(existsSync(`${directory}/blob/shard-1-of-2.json`)).toBe(false);
  writeFileSync(`${directory}/conformance.json`, JSON.stringify({ learned: { disturbances: 3 } }));
  leaveLearned(directory, '1/2');
  expect(learnedBy(`${directory}/blob`, '1/2')).toEqual({ disturbances: 3 });
  writeFileSync(`${directory}/conformance.json`, '{}');
  leaveLearned(directory, '1/2');
  expect(readFileSync(`${directory}/blob/shard-1-of-2.json`, 'utf8')).toBe('{}');
  writeFileSync(`${directory}/blob/shard-2-of-2.json`, '{');
  expect(() => learnedBy(`${directory}/blob`, '2/2')).toThrow(
    /^--merge: shard-2-of-2.json is not what a shard has left \(/,
  );
});
