import { bare } from './bare.ts';
import { emulate } from './emulate.ts';
import { mock } from './mock.ts';
import { mockoon } from './mockoon.ts';
import { prism } from './prism.ts';
import type { Server } from './server.ts';
import { wiremock } from './wiremock.ts';

/** Everything that is measured, in the order of the table; the mock is the first. */
export const servers: readonly Server[] = [mock, prism, mockoon, emulate, wiremock, bare];
