import { expect } from '@playwright/test';
import type fc from 'fast-check';
import type { Mock } from '../../mock/create-mock.ts';

export const HALF_AN_HOUR = 30 * 60 * 1000;
export const DAY = 48 * HALF_AN_HOUR;

/** A key of the fixtures, and the account that it is for. */
export interface Who {
  key: 'key_primary' | 'key_other';
  partition: string;
}

/** The expected state of a partition: its time, the sends by key, and the numbers held with their end. */
export interface PartitionModel {
  now: number;
  sent: Map<string, { subject: string; id: string; at: number }>;
  held: Map<string, number>;
  delivered: number;
}

/** The expected state of the mock. A message is identified by its id. */
export interface Model {
  partitions: Record<string, PartitionModel>;
  messages: { id: string; by: Who; isThere: boolean }[];
}

export type Step = fc.AsyncCommand<Model, Mock>;

/** A partition as it begins. */
export function freshPartition(): PartitionModel {
  return { now: 0, sent: new Map(), held: new Map(), delivered: 0 };
}

export function partitionOf({ partitions }: Model, name: string): PartitionModel {
  const found = partitions[name];
  if (!found) throw new Error(`the model has no partition ${name}`);
  return found;
}

/** Calls an operation; a path below the base address. */
export async function call(mock: Mock, { key, partition }: Who, path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${key}.${partition}`, 'content-type': 'application/json', ...init.headers };
  const response = await mock.fetch(new Request(`${mock.url}${path}`, { ...init, headers }));
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** The outbox holds the delivered mail of the model. */
export async function checkOutbox(mock: Mock, model: Model, partition: string): Promise<void> {
  expect(await mock.partition(partition).outbox()).toHaveLength(partitionOf(model, partition).delivered);
}
