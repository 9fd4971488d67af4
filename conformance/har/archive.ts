import { createReadStream } from 'node:fs';
import { JSONParser } from '@streamparser/json';
import type { Entry, Header } from 'har-format';
import { ConfigurationError } from '../suite/outcome/signals.ts';
import { parsed } from '../suite/wire/answer.ts';
import { decoded } from '../suite/wire/exchange.ts';

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
    let isFirst = true;
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      // Some tools begin a file with a byte order mark.
      parser.write(isFirst && chunk.indexOf('\uFEFF') === 0 ? chunk.subarray(3) : chunk);
      isFirst = false;
      if (flaw) break;
      for (const entry of entries)
        yield isExchange(entry) ? entry : refuse('has an entry without time, request or response');
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
  const { request, response, startedDateTime } = entry ?? {};
  const isAddress = typeof request?.url === 'string' && URL.canParse(request.url);
  return (
    isAddress &&
    !Number.isNaN(Date.parse(`${startedDateTime}`)) &&
    typeof request.method === 'string' &&
    typeof response?.status === 'number'
  );
}

/** The text of a recorded body; undefined where the recording has none, or not all of it. */
export async function bodyOf({ content, bodySize, status, headers }: Entry['response']): Promise<string | undefined> {
  const { text, encoding, size = 0 } = content ?? {};
  if (text === undefined || text === '') {
    const isEmpty = size <= 0 && bodySize <= 0 && !(Number(headerIn(headers, 'content-length')) > 0);
    return isEmpty || status === 304 ? '' : undefined;
  }
  const bytes = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  const plain = encoding === 'base64' ? await decoded(bytes, headerIn(headers, 'content-encoding')) : bytes;
  const whole = plain.toString('utf8');
  const isCut = parsed(whole) === undefined && (content.comment !== undefined || plain.length < size);
  return isCut ? undefined : whole;
}

/** A recorded body as JSON; undefined where it is none. */
export async function jsonIn(response: Entry['response']): Promise<unknown> {
  return parsed((await bodyOf(response)) ?? '');
}

function headerIn(headers: readonly Header[] = [], name: string): string | undefined {
  return headers.find((header) => header.name.toLowerCase() === name)?.value;
}
