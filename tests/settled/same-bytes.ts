import { fixturesDirectory } from '../../fixtures/seed.ts';
import { deployedAs } from '../../mock/contract/deployed.ts';
import { createServer } from '../../mock/server.ts';
import { loadSources } from '../../mock/sources.ts';
import { completed } from '../../spec/deployment/read.ts';
import { ours } from '../../spec/generated/choices.ts';
import type { Received } from '../conformance/support/deployment.ts';

type Server = Awaited<ReturnType<typeof createServer>>;

/**
 * Asks our mock without a deployment file, and under one that decides everything as we do, what was asked in a run; clock and ids are the
 * same for both. Gives the requests whose answers are not the same byte for byte.
 */
export async function otherBytes(requests: readonly Received[]): Promise<string[]> {
  let time = Date.parse('2026-01-02T03:04:05Z');
  const [bare, deployed] = [await startMock(false, () => time), await startMock(true, () => time)];
  const others: string[] = [];
  for (const request of requests) {
    time += 1000;
    const answers = [await ask(bare, request), await ask(deployed, request)];
    if (answers[0] !== answers[1]) others.push(`${request.method} ${request.url}: ${answers.join(' | ')}`);
  }
  await Promise.all([bare.close(), deployed.close()]);
  return others;
}

async function startMock(isDeployed: boolean, realTime: () => number): Promise<Server> {
  const sources = await loadSources({ fixtures: fixturesDirectory, deployment: undefined, lazily: true });
  const { document } = sources;
  const asWeDo = completed({ contract: document.version, settled: 'by us', choices: ours });
  let ids = 0;
  return createServer({
    ...sources,
    ...(isDeployed && { deployed: await deployedAs(asWeDo, document, { lazily: true }) }),
    allowedHosts: [],
    partitions: 1000,
    realTime,
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
  });
}

/** Status, headers and body of an answer; only the id of the request and the date of the machine are each answer's own. */
async function ask(server: Server, { method, url, headers: lines, body }: Received): Promise<string> {
  const headers: Record<string, string[]> = {};
  for (const [name, value] of lines) headers[name.toLowerCase()] = [...(headers[name.toLowerCase()] ?? []), value];
  const answer = await server.inject({ method: method as 'GET', url, headers, payload: body });
  const { date: _, 'x-request-id': __, ...others } = answer.headers;
  return `${answer.statusCode} ${JSON.stringify(others)} ${answer.rawPayload.toString('base64')}`;
}
