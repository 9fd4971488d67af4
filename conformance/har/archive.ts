import { createReadStream } from 'node:fs';
import { JSONParser } from '@streamparser/json';
import type { Entry } from 'har-format';
import { ConfigurationError } from '../suite/outcome/signals.ts';

/**
 * Reads the entries of an HTTP Archive one after the other, as many as fit into a part of the file at a time.
 * Throws a ConfigurationError of one line where the file can't be read or is no archive.
 */
export async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const parser = new JSONParser({ paths: ['$.log.entries.*', '$.log.entries'], keepStack: false });
  let entries: Entry[] = [];
  let isArchive = false;
  let flaw: Error | undefined;
  parser.onValue = ({ value, key }) => {
    isArchive = true;
    if (typeof key === 'number') entries.push(value as unknown as Entry);
  };
  parser.onError = (error) => {
    flaw ??= error;
  };
  const refuse = (why: string): never => {
    throw new ConfigurationError(`${file}: ${why}`);
  };
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      parser.write(chunk);
      if (flaw) break;
      for (const entry of entries) yield isExchange(entry) ? entry : refuse('has an entry without request or response');
      entries = [];
    }
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    refuse(`can't be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`);
  }
  if (flaw || !parser.isEnded) refuse(`is no JSON${flaw ? ` (${flaw.message.split('\n')[0]})` : ', or was cut off'}`);
  if (!isArchive) refuse('is no HTTP Archive, as it has no log.entries');
}

function isExchange(entry: Entry | null): boolean {
  const { request, response } = entry ?? {};
  const isAddress = typeof request?.url === 'string' && URL.canParse(request.url);
  return isAddress && typeof request.method === 'string' && typeof response?.status === 'number';
}
