import type { Archive } from '../collections/storage.ts';
import type { Area } from './area.ts';

/** How many values are read into memory at the start, and how long they may be together. */
const RECENT = 20_000;
const RECENT_LENGTH = 64_000_000;

/** Values that lie on disk, each under its id, and beside them their ids in the order in which they came. */
export class DiskArchive implements Archive {
  private first = 0;
  private next = 0;

  /** At most `limit` values are stored. */
  constructor(
    private readonly area: Area,
    private readonly limit: number,
    readonly recent: readonly unknown[] = [],
  ) {}

  /** Finds what is kept, and reads the latest of it. */
  static async load(area: Area, limit: number): Promise<DiskArchive> {
    const recent: unknown[] = [];
    let length = 0;
    let next = 0;
    for await (const [place, id] of area.read('order!', Math.min(limit, RECENT))) {
      if (typeof id !== 'string' || !/^\d{12}$/.test(place)) throw new Error(`the entry order!${place}: it is no id`);
      next ||= Number(place) + 1;
      const value = area.get(`message!${id}`);
      if (value === undefined) continue;
      if (!isUnder(id, value)) throw new Error(`the entry message!${id}: it is no message with this id`);
      recent.push(value);
      length += JSON.stringify(value).length;
      if (length > RECENT_LENGTH) break;
    }
    const archive = new DiskArchive(area, limit, recent.reverse());
    archive.next = next;
    for await (const [place] of area.read('order!')) {
      archive.first = Number(place);
      break;
    }
    return archive;
  }

  add(id: string, value: unknown): void {
    this.area.note(`message!${id}`, value);
    this.area.note(orderKey(this.next), id);
    this.next += 1;
    // Two for one: after a start with a lower limit the surplus goes little by little.
    for (let gone = 0; gone < 2 && this.next - this.first > this.limit; gone++) this.removeOldest();
  }

  /** Its id stays in the order until its time has come. */
  remove(id: string): void {
    this.area.note(`message!${id}`, undefined);
  }

  get(id: string): unknown {
    return this.area.get(`message!${id}`);
  }

  private removeOldest(): void {
    const key = orderKey(this.first);
    this.area.note(`message!${this.area.get(key)}`, undefined);
    this.area.note(key, undefined);
    this.first += 1;
  }
}

/** Whether a value stands under its own id, whatever the case of that. */
function isUnder(key: string, value: unknown): boolean {
  const { id } = (value ?? {}) as { id?: unknown };
  return typeof id === 'string' && id.toLowerCase() === key;
}

function orderKey(place: number): string {
  return `order!${String(place).padStart(12, '0')}`;
}
