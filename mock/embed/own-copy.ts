import { randomUUID } from 'node:crypto';
import type { Mock } from '../create-mock.ts';
import type { MockPartition } from './partition.ts';

/** What one test is given of a mock that many share. */
export interface OwnCopy extends MockPartition {
  /** The base URL of the operations. */
  url: string;
  /** An API key that leads to this copy of the state. */
  key: string;
}

/** A copy of a mock's state that no other test sees. */
export function ownCopy(mock: Mock): OwnCopy {
  const name = randomUUID();
  return { ...mock.partition(name), url: mock.url, key: `key_primary.${name}` };
}
