import { getHeapStatistics } from 'node:v8';

const HEAP = getHeapStatistics().heap_size_limit;

/** How many bytes something takes; whatever it is a part of counts them too. */
export class MemoryUsage {
  bytes = 0;

  constructor(private whole?: MemoryUsage) {}

  add(bytes: number): void {
    this.bytes += bytes;
    this.whole?.add(bytes);
  }

  /** It is no part of the whole any more, whatever is still added to it. */
  leave(): void {
    this.whole?.add(-this.bytes);
    this.whole = undefined;
  }

  /** It is a part of a whole. */
  join(whole: MemoryUsage): void {
    this.leave();
    this.whole = whole;
    whole.add(this.bytes);
  }
}

/**
 * What memory is used for: what partitions keep, bodies that are read and worked on, answers and events that are not yet read, mail on
 * its way.
 */
const uses = ['state', 'bodies', 'answers', 'streams', 'relay'] as const;
/** One of these uses. */
type Use = (typeof uses)[number];

/** From this size on something in flight is large. The last eighth of a budget is for what is not. */
export const LARGE = 64 * 1024;

/** What a process may take in memory. Partitions keep half of it at most; beyond it, what comes in is refused. */
export class Budget {
  private readonly whole = new MemoryUsage();
  private readonly parts = new Map(uses.map((use) => [use, new MemoryUsage(this.whole)]));

  /** @param limit in bytes: half the memory that Node allows itself, so that what nobody counts has room beside it */
  constructor(readonly limit = HEAP / 2) {}

  /** What one use of the memory takes. */
  of(use: Use): MemoryUsage {
    return this.parts.get(use) as MemoryUsage;
  }

  /** Whether there is room for so many bytes more of something that has some already. */
  fits(bytes: number, already = 0): boolean {
    return this.whole.bytes + bytes <= (bytes + already > LARGE ? this.limit * 0.875 : this.limit);
  }

  /** How many bytes each use takes. */
  get used(): Record<Use, number> {
    const used = [...this.parts].map(([use, { bytes }]) => [use, Math.round(bytes)]);
    return Object.fromEntries(used) as Record<Use, number>;
  }
}

/** The budget of this process, which all mocks in it share. */
export const processBudget = new Budget();

/** What the values of JSON cost in memory, about, besides their text; an object of its own shape is the dearest. */
const OBJECT = 64;
const MEMBER = 32;
const SCALAR = 8;
const STRING = 24;

/** What the values of a body cost that is read as JSON, at most. */
export const VALUE = 96;

/** One character beyond Latin-1 makes all of a text take two bytes each; a short one is not worth the look. */
function bytesPerCharacter(text: string): number {
  return text.length > 500 && !/[^\0-\xff]/.test(text) ? 1 : 2;
}

/** What a value takes in memory, in bytes, about. */
export function memorySize(value: unknown): number {
  if (typeof value === 'string') return STRING + value.length * bytesPerCharacter(value);
  if (typeof value !== 'object' || value === null) return SCALAR;
  let bytes = OBJECT;
  if (Array.isArray(value)) for (const item of value) bytes += SCALAR + memorySize(item);
  else for (const name in value) bytes += MEMBER + name.length + memorySize((value as Record<string, unknown>)[name]);
  return bytes;
}

/** So many items of a list are weighed, and stand for the others: every answer is looked at. */
const SAMPLES = 4;

/** Levels of a value beyond which it is large, whatever else it has. */
const LEVELS = 1_000;

/** Whether a value is large as JSON, about. It is not looked at further than that. */
export function isLargeValue(value: unknown): boolean {
  let room = LARGE;
  const fits = (one: unknown, levels = LEVELS): boolean => {
    if (levels === 0) return false;
    room -= typeof one === 'string' ? one.length : SCALAR;
    if (room < 0 || typeof one !== 'object' || one === null) return room >= 0;
    if (Array.isArray(one)) {
      const step = Math.ceil(one.length / SAMPLES);
      for (let at = 0; at < one.length; at += step) {
        const before = room;
        if (!fits(one[at], levels - 1)) return false;
        room -= (before - room) * (step - 1);
      }
      return room >= 0;
    }
    for (const name in one) if (!fits((one as Record<string, unknown>)[name], levels - 1)) return false;
    return true;
  };
  return !fits(value);
}
