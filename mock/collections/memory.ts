import { STORED_BYTES } from '../limits.ts';

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

/** Bytes that the partitions of a process store, and those of mail on its way to a mail server. */
export class Budget {
  private readonly parts = { state: new MemoryUsage(), relay: new MemoryUsage() };

  constructor(readonly limit = STORED_BYTES) {}

  of(use: 'state' | 'relay'): MemoryUsage {
    return this.parts[use];
  }

  get used(): { state: number; relay: number } {
    const { state, relay } = this.parts;
    return { state: Math.round(state.bytes), relay: Math.round(relay.bytes) };
  }
}

/** The budget of this process, which all mocks in it share. */
export const processBudget = new Budget();

/** What the values of JSON cost in memory, about, in addition to their text; an object of its own shape costs most. */
const OBJECT = 64;
const MEMBER = 32;
const SCALAR = 8;
const STRING = 24;

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
