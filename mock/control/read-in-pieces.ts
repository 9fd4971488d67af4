import { hasTooManyValues, MAX_VALUES } from '../contract/value-count.ts';
import { inTurns } from '../time/turns.ts';

/** Levels of objects that are read member by member; what lies deeper is read in one go, but for the entries of lists in them. */
const LEVELS = 2;

/** What is read in one go has so many bytes at most: twice what a message has. */
const ENTRY = 16_000_000;

/** So many blanks may stand in a row. */
const BLANKS = 1_000_000;

const [QUOTE, ESCAPE] = [...'"\\'].map((sign) => sign.charCodeAt(0)) as [number, number];
const opening = new Set([...'[{'].map((sign) => sign.charCodeAt(0)));
const closing = new Set([...']}'].map((sign) => sign.charCodeAt(0)));
const behindScalar = new Set([...',]} \t\r\n'].map((sign) => sign.charCodeAt(0)));
const blank = new Set([...' \t\r\n'].map((sign) => sign.charCodeAt(0)));

/**
 * Reads JSON, what is large in it entry by entry, and lets others in between: a large state would take their time. Rejects with a
 * SyntaxError when it is none, or when one of its entries or objects is too large or has more values than a request may have.
 */
export function readInPieces(bytes: Buffer): Promise<unknown> {
  return inTurns(new Reading(bytes).whole());
}

/** Goes through JSON; its generators pause after each entry. */
class Reading {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  *whole(): Generator<void, unknown> {
    const value = yield* this.value(LEVELS);
    this.next();
    if (this.at < this.bytes.length) throw this.error('something follows');
    return value;
  }

  private *value(levels: number): Generator<void, unknown> {
    const sign = this.next();
    if (sign === '[') return yield* this.list();
    return sign === '{' && levels > 0 ? yield* this.object(levels) : this.inOneGo();
  }

  private *list(): Generator<void, unknown[]> {
    const items: unknown[] = [];
    for (let more = this.begins(']'); more; more = this.goesOn(']')) {
      items.push(this.inOneGo());
      yield;
    }
    return items;
  }

  private *object(levels: number): Generator<void, object> {
    const members: [name: string, value: unknown][] = [];
    for (let more = this.begins('}'); more; more = this.goesOn('}')) {
      const name = this.inOneGo();
      if (typeof name !== 'string') throw this.error('a member has no name');
      if (this.next() !== ':') throw this.error('there is no colon');
      this.at += 1;
      members.push([name, yield* this.value(levels - 1)]);
      if (members.length > MAX_VALUES) throw this.error(`one object has more than ${MAX_VALUES} members`);
      yield;
    }
    return Object.fromEntries(members);
  }

  /** Goes on to the next sign that is not blank; gives it. */
  private next(): string {
    const end = this.at + BLANKS;
    while (blank.has(this.bytes[this.at] as number)) {
      if (this.at === end) throw this.error(`there are more than ${BLANKS} blanks in a row`);
      this.at += 1;
    }
    return String.fromCharCode(this.bytes[this.at] ?? 0);
  }

  /** Goes into a list or an object; false when it has nothing. */
  private begins(end: string): boolean {
    this.at += 1;
    if (this.next() !== end) return true;
    this.at += 1;
    return false;
  }

  /** Goes on behind an entry; false when it was the last. */
  private goesOn(end: string): boolean {
    const sign = this.next();
    if (sign !== end && sign !== ',') throw this.error(`there is neither a comma nor ${end}`);
    this.at += 1;
    return sign === ',';
  }

  private inOneGo(): unknown {
    this.next();
    const from = this.at;
    const length = endOfValue(this.bytes.subarray(from, from + ENTRY + 1));
    if (length > ENTRY) throw this.error(`one entry has more than ${ENTRY} bytes`);
    this.at += length;
    const piece = this.bytes.subarray(from, this.at);
    if (hasTooManyValues(piece)) throw this.error(`one entry has more than ${MAX_VALUES} values`);
    try {
      return JSON.parse(piece.toString());
    } catch (error) {
      throw this.error((error as Error).message);
    }
  }

  private error(what: string): SyntaxError {
    return new SyntaxError(`${what}, before position ${this.at}`);
  }
}

/** Where the value ends that comes first: behind its last bracket or quote, or where its number or word ends. */
function endOfValue(bytes: Buffer): number {
  let depth = 0;
  for (let at = 0; at < bytes.length; ) {
    const sign = bytes[at] as number;
    if (sign === QUOTE) at = endOfText(bytes, at);
    else if (depth === 0 && !opening.has(sign)) {
      while (at < bytes.length && !behindScalar.has(bytes[at] as number)) at += 1;
    } else {
      if (opening.has(sign)) depth += 1;
      else if (closing.has(sign)) depth -= 1;
      at += 1;
    }
    if (depth === 0) return at;
  }
  return bytes.length;
}

function endOfText(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === ESCAPE) at += 1;
    else if (bytes[at] === QUOTE) return at + 1;
  }
  return bytes.length;
}
