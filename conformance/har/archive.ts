import { createReadStream } from 'node:fs';
import { JSONParser } from '@streamparser/json';
import type { Entry, Header } from 'har-format';
import { isObject } from '../../spec/json.ts';
import { explainReadError } from '../../spec/yaml.ts';
import { ConfigurationError, refuse } from '../suite/outcome/outcome.ts';
import { parseBody } from '../suite/wire/answer.ts';
import { decodeBody } from '../suite/wire/exchange.ts';

/**
 * Reads the entries of an HTTP Archive in order, a part of the file at a time. Throws a ConfigurationError of one line
 * if the file can't be read or isn't an archive.
 */
export async function* readEntries(file: string): AsyncGenerator<Entry> {
  const parser = new JSONParser({ paths: ['$.log.entries.*', '$.log.entries'], keepStack: false });
  let entries: Entry[] = [];
  let isArchive = false;
  let flaw: Error | undefined;
  parser.onValue = ({ value, key, parent }) => {
    isArchive = true;
    if (typeof key !== 'number' || !Array.isArray(parent)) return;
    entries.push(value as unknown as Entry);
    // The parser holds the list, as its end is reported, too.
    parent[key] = null;
  };
  parser.onError = (error) => {
    flaw ??= error;
  };
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      parser.write(chunk);
      if (flaw) break;
      for (const entry of entries)
        yield hasRequest(entry) ? entry : refuse(`${file}: has an entry without the method and address of a request`);
      entries = [];
    }
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    refuse(explainReadError(file, error));
  }
  if (flaw || !parser.isEnded)
    refuse(`${file}: isn't JSON${flaw ? ` (${flaw.message.split('\n')[0]})` : ', or was cut off'}`);
  if (!isArchive) refuse(`${file}: isn't an HTTP Archive, as it has no log.entries`);
}

function hasRequest(entry: Entry | null): boolean {
  const { request } = entry ?? {};
  return typeof request?.url === 'string' && typeof request.method === 'string';
}

/** The text of a recorded body; undefined if the recording has none, or not all of it. */
export async function readBody({ content, status, headers }: Entry['response']): Promise<string | undefined> {
  const { text, encoding, size = -1, comment } = content ?? {};
  const coding = findHeader(headers, 'content-encoding');
  const length = Number(findHeader(headers, 'content-length') ?? -1);
  if (typeof text !== 'string' || text === '') {
    // Browsers and proxies write the size 0 for a body that they did not record, too.
    const isEmpty = status === 204 || status === 304 || length === 0;
    return isEmpty ? '' : undefined;
  }
  const bytes = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  const plain = encoding === 'base64' ? await decodeBody(bytes, coding) : bytes;
  const whole = plain.toString('utf8');
  if (parseBody(whole) !== undefined) return whole;
  const isCoded = coding !== undefined && BINARY.test(whole);
  const isCut = plain.length < size || (coding === undefined && plain.length < length);
  return isCoded || isCut || comment !== undefined ? undefined : whole;
}

/** A control character or a broken one. */
const BINARY = /[^\P{Cc}\s]|\uFFFD/u;

/** A recorded body as JSON; undefined if it isn't JSON. */
export async function parseRecorded(response: Entry['response'] | undefined): Promise<unknown> {
  return parseBody((response && (await readBody(response))) ?? '');
}

function findHeader(headers: unknown, name: string): string | undefined {
  return readHeaders(headers).find((header) => header.name.toLowerCase() === name)?.value;
}

/** The headers of a recording, without entries of another form. */
export function readHeaders(headers: unknown): Header[] {
  const isHeader = (entry: unknown): entry is Header =>
    isObject(entry) && typeof entry.name === 'string' && typeof entry.value === 'string';
  return Array.isArray(headers) ? headers.filter(isHeader) : [];
}
