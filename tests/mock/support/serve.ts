import type { AddressInfo } from 'node:net';
import { loadSeed } from '../../../fixtures/seed.ts';
import { createServer, type ServerParts } from '../../../mock/server.ts';
import { loadDocument } from '../../../spec/document.ts';
import { compileValidators } from '../../../spec/validators.ts';

/** A mock that listens on a free port of the loopback interface. */
export interface RunningMock {
  port: number;
  close(): Promise<void>;
}

const document = loadDocument();
const validators = compileValidators(document);
const seed = loadSeed(validators);

/** Starts a mock inside this process, made of the real contract and fixtures unless other parts are given. */
export async function serve(parts: Partial<ServerParts> = {}): Promise<RunningMock> {
  const server = await createServer({ document, validators, seed, allowedHosts: [], partitions: 1000, ...parts });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return { port, close: () => server.close() };
}
