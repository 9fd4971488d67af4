import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Seed } from '../../fixtures/seed.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import type { Validators } from '../../spec/validators.ts';
import { refuse } from '../answer.ts';
import { DEFAULT_PARTITION } from '../callers.ts';
import { corsFor } from '../front/cors.ts';
import { journalEntry, sendAnswer } from '../front/exchange.ts';
import { findingOf, incoming } from '../front/incoming.ts';
import type { Finding } from '../journal.ts';
import type { Partitions } from '../partitions.ts';
import { checkRequest } from '../request.ts';
import { forward } from './forward.ts';

/** Passes every request on to a deployment, unchanged, and writes into the journal how it and its answer break the contract. */
export function proxyApi(parts: {
  document: ContractDocument;
  validators: Validators;
  seed: Seed;
  partitions: Partitions;
  /** The deployment's base URL, without a slash at the end. */
  upstream: string;
}): FastifyPluginAsync {
  const { document, validators, seed, partitions, upstream } = parts;
  const routes = document.operations.map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }));

  function check(request: FastifyRequest, path: string): { operation?: OperationSpec; findings: Finding[] } {
    for (const { operation, pattern } of routes) {
      const params = operation.method === request.method.toLowerCase() && pattern.exec(path.split('?', 1)[0] ?? '');
      if (!params) continue;
      const caller = { account: '', scopes: [], partition: DEFAULT_PARTITION };
      const asked = { ...incoming(request, operation, caller), params: { ...params.groups } };
      return { operation, findings: checkRequest(asked, { document, validators }).faults.map(findingOf) };
    }
    return { findings: [{ in: 'path', message: 'the contract has no such operation' }] };
  }

  return async (api) => {
    await api.register(...corsFor());
    api.removeAllContentTypeParsers();
    api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    api.route({
      method: api.supportedMethods,
      url: '/*',
      handler: async (request, reply) => {
        const path = request.originalUrl.slice(api.prefix.length);
        const { operation, findings } = check(request, path);
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const { journal, clock } = partitions.get(DEFAULT_PARTITION);
        const note = (status: number, headers: Record<string, string>, text: string) => {
          const answer = { status, headers, body: undefined, rules: [] };
          const told = { answer, text, at: clock.now(), operation: operation?.id ?? null, findings };
          const entry = journalEntry(request, told, seed.apiKeys);
          journal.add(entry);
          partitions.feed.tell(DEFAULT_PARTITION, { type: 'request', entry });
        };
        try {
          const answer = await forward(upstream, { method: request.method, path, headers: request.headers, body });
          if (operation) findings.push(...answerFindings(validators, operation, answer.status, answer.body));
          note(answer.status, Object.fromEntries(answer.headers), answer.body.toString());
          for (const [name, value] of answer.headers) reply.header(name, value);
          return reply.code(answer.status).send(answer.body);
        } catch (error) {
          const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
          const detail = `${new URL(upstream).host} can't be reached: ${cause?.code ?? cause?.message ?? message}`;
          const refusal = refuse(502, { code: '10007', detail });
          note(502, {}, sendAnswer(request, reply, refusal));
          return reply;
        }
      },
    });
  };
}

/** How an answer of an operation breaks the contract. */
function answerFindings(validators: Validators, { id }: OperationSpec, status: number, body: Buffer): Finding[] {
  if (body.length === 0) return [];
  try {
    const violation = validators.responseBody(id, status, JSON.parse(body.toString()));
    return violation ? [{ in: 'answer', at: violation.pointer, message: violation.message }] : [];
  } catch {
    return [{ in: 'answer', message: 'is no JSON' }];
  }
}
