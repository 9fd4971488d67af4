/** What is stored of a world besides the messages in its archive; `meta` has its clock and its settings, `list` its own lists in pieces. */
export const kinds = ['meta', 'list', 'notification', 'hold', 'record', 'waiting', 'mail'] as const;
/** One kind of what is stored. */
export type Kind = (typeof kinds)[number];

/** Where what happens to a world is stored. */
export interface PartitionStorage {
  readonly meta: Map<string, unknown>;
  /**
   * What is stored of a kind, in the order in which it came; what is set or deleted is stored so. Values are JSON, and are
   * written as they are when this iteration of the event loop ends. `revive` makes a value of what JSON left of it.
   */
  map<Value>(kind: Exclude<Kind, 'meta'>, revive?: (json: never) => Value): Map<string, Value>;
  /** Where messages lie that memory has no room for. */
  archive?: Archive;
  /** Ends when all that has changed is stored. Rejects when it could not be. */
  commit(): Promise<void>;
  /** Does a task when all that was changed before it is stored. */
  afterwards(task: () => void): void;
  /** What was begun aside is the partition's from now on. */
  adopt(): void;
  /** Stores nothing any more. */
  leave(): void;
}

/** Values under their ids, more than fit into memory; the oldest make room. */
export interface Archive {
  /** The latest values, the oldest of them first, as they were found at the start. */
  readonly recent: readonly unknown[];
  add(id: string, value: unknown): void;
  remove(id: string): void;
  get(id: string): unknown;
}

/** Stores nothing beyond this process. */
export function inMemory(): PartitionStorage {
  return {
    meta: new Map(),
    map: () => new Map(),
    commit: () => Promise.resolve(),
    afterwards: (task) => task(),
    adopt: () => {},
    leave: () => {},
  };
}
