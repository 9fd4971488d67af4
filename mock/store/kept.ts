import { type Keeping, type Kind, kinds } from '../bounded/storage.ts';
import type { Archived } from './archived.ts';
import type { Area } from './area.ts';
import { KeptMap, type Place } from './kept-map.ts';

type Found = [id: string, Place<never>][];

/** The state of one partition on disk. */
export class Kept implements Keeping {
  readonly meta: Map<string, unknown>;

  constructor(
    private readonly area: Area,
    readonly archive: Archived,
    private readonly found: ReadonlyMap<Kind, Found> = new Map(),
  ) {
    this.meta = this.map('meta');
  }

  /** Reads all but the archive. */
  static async load(area: Area, archive: Archived): Promise<Kept> {
    const found = new Map<Kind, Found>();
    for (const kind of kinds) {
      const entries: Found = [];
      for await (const entry of area.read(`${kind}!`)) entries.push(entry as Found[number]);
      found.set(kind, entries);
    }
    return new Kept(area, archive, found);
  }

  map<Value>(kind: Kind, revive: (json: never) => Value = (json) => json): Map<string, Value> {
    const found = (this.found.get(kind) ?? []).map(([id, [place, value]]) => [id, [place, revive(value)]] as const);
    return new KeptMap(found, (id, entry) => this.area.note(`${kind}!${id}`, entry));
  }

  afterwards(task: () => void): void {
    this.area.afterwards(task);
  }

  leave(): void {
    this.area.leave();
  }
}
