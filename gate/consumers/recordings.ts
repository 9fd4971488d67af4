import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Entry, Har } from 'har-format';
import { readText } from '../../spec/document.ts';
import { InputError } from '../diff/index.ts';

/** What one consumer of the API was recorded to do, oldest call first. */
interface Recording {
  /** The folder's name. */
  consumer: string;
  /** `<consumer>/<file>.har`. */
  name: string;
  calls: Entry[];
}

/**
 * Reads the recordings below a directory: `<consumer>/<any name>.har`, HTTP Archives as the mock's journal gives them.
 * Throws an InputError that names a file which is none.
 */
export function readRecordings(directory: string): Recording[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.har'))
    .sort()
    .map((name) => readRecording(join(directory, name), directory));
}

function readRecording(file: string, directory: string): Recording {
  const name = relative(directory, file);
  const [consumer = '', ...rest] = name.split('/');
  if (rest.length === 0) throw new InputError(`${file}: a recording lies in the folder of its consumer`);
  const entries = parse(file).log?.entries;
  if (!Array.isArray(entries)) throw new InputError(`${file}: is no HTTP Archive, it has no log.entries`);
  const timed = entries.map((call) => ({ call, time: timeOf(call, file) }));
  return { consumer, name, calls: timed.toSorted((a, b) => a.time - b.time).map(({ call }) => call) };
}

function parse(file: string): Partial<Har> {
  const text = readText(file);
  try {
    return JSON.parse(text) as Partial<Har>;
  } catch (error) {
    throw new InputError(`${file}: is no JSON: ${(error as Error).message}`);
  }
}

function timeOf({ startedDateTime, request }: Entry, file: string): number {
  const time = Date.parse(startedDateTime);
  if (Number.isNaN(time) || !URL.canParse(request?.url ?? '')) {
    throw new InputError(`${file}: every entry needs a startedDateTime and the whole URL of its request`);
  }
  return time;
}
