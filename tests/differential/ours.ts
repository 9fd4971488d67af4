import type { Seed } from '../../fixtures/seed.ts';
import { createAuthenticator } from '../../mock/contract/callers.ts';
import { checkRequest } from '../../mock/contract/check.ts';
import { createServer, type ServerParts } from '../../mock/server.ts';
import type { ContractDocument } from '../../spec/document.ts';
import type { Validators } from '../../spec/validators.ts';
import type { AnswerQuestion, CredentialsQuestion, RequestQuestion, RouteQuestion } from './questions.ts';

/** What our own components say. */
export interface Ours {
  /** The status of an answer to a request without credentials: it tells how far the request came. */
  route(question: RouteQuestion): Promise<number>;
  request(question: RequestQuestion): string[];
  answer(question: AnswerQuestion): string[];
  isCaller(question: CredentialsQuestion): boolean;
  close(): Promise<void>;
}

/** The components of the mock: its router in its server, the others by themselves. */
export async function loadOurs(document: ContractDocument, validators: Validators, seed: Seed): Promise<Ours> {
  const parts: ServerParts = { document, validators, seed, allowedHosts: [], partitions: 1 };
  const server = await createServer(parts);
  const authenticate = createAuthenticator(seed.apiKeys);
  const caller = { account: 'acme', scopes: [], partition: 'default' };

  return {
    route: async ({ method, path }) => (await server.inject({ method: method as 'GET', url: `/v2${path}` })).statusCode,
    request({ operation, params, query, body }) {
      const rawBody = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
      const headers = { 'content-type': 'application/json' };
      const { path } = operation;
      const request = { operation, caller, method: operation.method, path, url: path, idempotencyKeys: [] };
      const { violations } = checkRequest({ ...request, params, query, headers, rawBody }, { document, validators });
      return violations.map(({ pointer, message }) => `${pointer} ${message}`);
    },
    answer({ operation, status, body }) {
      const violation = validators.responseBody(operation.id, status, body);
      return violation ? [`${violation.pointer} ${violation.message}`] : [];
    },
    isCaller: ({ authorization }) => authenticate(authorization) !== undefined,
    close: () => server.close(),
  };
}
