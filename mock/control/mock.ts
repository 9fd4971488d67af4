import type { FastifyReply } from 'fastify';
import { controlDocument } from '../../spec/control.ts';
import { packageVersion } from '../../spec/package-version.ts';
import { loadRegister } from '../../spec/register.ts';
import { remembered } from '../contract/served.ts';
import { JSON_TYPE } from '../http/exchange.ts';
import { inFlightUsage } from '../http/in-flight.ts';
import type { ControlParts, Handlers } from './calls.ts';

/** The name of this mock, by which a client distinguishes it from a real deployment. */
const PRODUCT = 'telephony-contract-mock';

/** Health, partitions, rules, the contract with this mock as its server, and the document of the control API. */
export function mockCalls({ partitions, document, seed, basePath, problem }: ControlParts) {
  return {
    getHealth: () => ({
      status: 'healthy',
      product: PRODUCT,
      version: packageVersion(),
      contract: { version: document.version, sha256: document.sha256 },
      apiKeys: seed.apiKeys.map(({ key }) => key),
      partitions: partitions.names().length,
      memory: {
        stored: { bytes: partitions.budget.used.state, limit: Math.round(partitions.budget.limit) },
        inFlight: inFlightUsage(),
      },
      problem: problem() ?? null,
    }),
    listPartitions: () => ({ partitions: partitions.names() }),
    listRules: () => ({
      rules: [...loadRegister().values()].map(({ id, level, basis, statement, clause }) => ({
        id,
        level,
        basis,
        statement,
        clause,
      })),
    }),
    getContract: ({ world, reply }) => sendJson(reply, contractOf(world().deployed?.document ?? document, basePath)),
    getControlDocument: ({ reply }) => sendJson(reply, controlText()),
  } satisfies Partial<Handlers>;
}

const contractOf = remembered(JSON.stringify);

let written: Buffer | undefined;

/** The document of the control API, written once. */
function controlText(): Buffer {
  written ??= Buffer.from(JSON.stringify(controlDocument()).replaceAll('"openapi.yaml#/', '"openapi.json#/'));
  return written;
}

function sendJson(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply.type(JSON_TYPE).send(bytes);
}
