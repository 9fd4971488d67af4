import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { ConfigurationError } from './suite/signals.ts';

/** The part of a run that a blob report is of. */
interface Part {
  current: number;
  total: number;
}

/**
 * The parts of a run of which a directory has no blob report, as texts such as `2/3`. Throws a ConfigurationError when it has
 * none at all, one that can't be read, or those of different runs.
 */
export function missingParts(directory: string): string[] {
  const parts = archivesIn(directory).map((name) => partOf(join(directory, name)));
  const there = new Set(parts.map(textOf));
  const [{ total } = { total: 0 }] = parts;
  if (there.size < parts.length || parts.some((part) => part.total !== total)) {
    throw new ConfigurationError(`--merge: these are not the parts of one run: ${parts.map(textOf).join(', ')}`);
  }
  return Array.from({ length: total }, (_, index) => textOf({ current: index + 1, total })).filter(
    (part) => !there.has(part),
  );
}

function archivesIn(directory: string): string[] {
  let names: string[];
  try {
    names = readdirSync(directory).filter((name) => name.endsWith('.zip'));
  } catch {
    throw new ConfigurationError(`--merge: there is no directory ${directory}`);
  }
  if (names.length === 0) throw new ConfigurationError(`--merge: there is no blob report in ${directory}`);
  return names.sort();
}

/** The first line of a blob report says which part it is of; it is the whole when it does not say. */
function partOf(file: string): Part {
  try {
    const { 'report.jsonl': report } = unzipSync(readFileSync(file), { filter: ({ name }) => name === 'report.jsonl' });
    const [first = ''] = strFromU8(report as Uint8Array).split('\n', 1);
    return (JSON.parse(first) as { params: { shard?: Part } }).params.shard ?? { current: 1, total: 1 };
  } catch {
    throw new ConfigurationError(`--merge: ${file} is no blob report`);
  }
}

function textOf({ current, total }: Part): string {
  return `${current}/${total}`;
}
