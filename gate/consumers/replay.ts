import type { Entry } from 'har-format';
import { loadSeed } from '../../fixtures/seed.ts';
import { BASE_PATH, createServer, type ServerParts } from '../../mock/server.ts';
import { loadDocument } from '../../spec/document.ts';
import { compileValidators } from '../../spec/validators.ts';
import { KnownIds } from './known-ids.ts';

/** One edition of what the mock is made of: a contract file and a directory of fixtures. */
export interface EditionFiles {
  contract: string;
  fixtures: string;
}

type LoadedEdition = Pick<ServerParts, 'document' | 'validators' | 'seed'>;

/** What an edition answers to a recorded call. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** The edition, loaded once for all replays. Throws a ContractError when a file of it is broken. */
export function loadEdition({ contract, fixtures }: EditionFiles): LoadedEdition {
  const document = loadDocument(contract);
  const validators = compileValidators(document);
  return { document, validators, seed: loadSeed(validators, fixtures) };
}

/**
 * Replays recorded calls against a fresh mock of an edition. Its clock shows the recorded times and its ids follow from the
 * place of the call, so that two editions differ only in what they answer. Gives one answer for each call.
 */
export async function replay(edition: LoadedEdition, calls: readonly Entry[]): Promise<Answer[]> {
  let now = 0;
  let nextId = () => '';
  const server = await createServer({
    ...edition,
    allowedHosts: [],
    partitions: 1000,
    realTime: () => now,
    newId: () => nextId(),
  });
  try {
    const ids = new KnownIds();
    const answers: Answer[] = [];
    for (const [index, call] of calls.entries()) {
      now = Date.parse(call.startedDateTime);
      nextId = idsOf(index);
      const answer = await ask(server, call, ids);
      ids.learn(bodyOf(call.response?.content?.text ?? ''), answer.body);
      answers.push(answer);
    }
    return answers;
  } finally {
    await server.close();
  }
}

async function ask(
  server: Awaited<ReturnType<typeof createServer>>,
  { request }: Entry,
  ids: KnownIds,
): Promise<Answer> {
  const { pathname, search } = new URL(request.url);
  const path = pathname.startsWith(`${BASE_PATH}/`) ? pathname : BASE_PATH + pathname;
  const headers = request.headers.filter(({ name }) => !/^(host|content-length)$/i.test(name));
  const answer = await server.inject({
    method: request.method as 'GET',
    url: ids.translate(path + search),
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    payload: ids.translate(request.postData?.text ?? ''),
  });
  const { 'x-request-id': _id, date: _date, 'content-length': _length, ...kept } = answer.headers;
  const shown = Object.entries(kept).map(([name, value]) => [name, String(value)]);
  return { status: answer.statusCode, headers: Object.fromEntries(shown), body: bodyOf(answer.body) };
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The ids that one call makes: UUIDs of its number and their own. */
function idsOf(call: number): () => string {
  let made = 0;
  return () => `${hex(call + 1, 8)}-0000-4000-8000-${hex(++made, 12)}`;
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}
