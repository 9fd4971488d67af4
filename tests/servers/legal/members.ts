import type { Manner } from './manner.ts';

/** One entry of the standard error body. */
interface Problem {
  code: string;
  title: string;
  detail?: string;
  meta?: object;
}

/** Thrown by a handler: the request is refused with this status and body. */
export class Refusal extends Error {
  readonly status: number;
  /** Undefined: the answer has no body at all. */
  readonly body: object | undefined;

  constructor(status: number, body?: object) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** The titles that the source gives; every other code has one of this server's own. */
const titles: Record<string, string> = { '10007': 'Unexpected error', '10009': 'Authentication failed' };

/** A refusal in the standard error body, without the optional `source`. */
export function refusal(status: number, code: string, detail?: string): Refusal {
  const problem: Problem = { code, title: titles[code] ?? 'Not possible' };
  if (detail !== undefined) problem.detail = detail;
  problem.meta = { url: `https://docs.legal.example/errors/${code}` };
  return new Refusal(status, { errors: [problem] });
}

/** The code of this server for faults of a request without a code in the source. */
export const badRequestCode = '20001';

export type Fields = Record<string, unknown>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

/** Reads the members of a request body; a member of another type is refused, and null is an absent one. */
export class Members {
  readonly #fields: Fields;
  readonly #code: string;
  readonly #isLax: boolean;

  constructor(body: unknown, { reading }: Manner, code = badRequestCode) {
    this.#code = code;
    this.#isLax = reading === 'lax';
    if (!isObject(body)) throw this.wrong('The body must be an object.');
    this.#fields = body;
  }

  /** Refuses every member that is not among these. */
  only(known: Iterable<string>): void {
    const names = new Set(known);
    const unknown = Object.keys(this.#fields).find((name) => !names.has(name));
    if (unknown !== undefined) throw this.wrong(`There is no member ${unknown}.`);
  }

  /** Refuses a null in one of these members. */
  notNull(names: Iterable<string>): void {
    for (const name of names) if (this.#fields[name] === null) throw this.wrong(`${name} must not be null.`);
  }

  any(name: string): unknown {
    return Object.hasOwn(this.#fields, name) ? (this.#fields[name] ?? undefined) : undefined;
  }

  has(name: string): boolean {
    return this.any(name) !== undefined;
  }

  isNull(name: string): boolean {
    return this.#fields[name] === null;
  }

  string(name: string): string | undefined {
    return this.#of(name, (value) => typeof value === 'string', 'a string');
  }

  /** A lax reader knows words and numbers for true and false. */
  boolean(name: string): boolean | undefined {
    const value = this.any(name);
    if (this.#isLax && ['true', 'yes', 1].includes(value as string)) return true;
    if (this.#isLax && ['false', 'no', 0].includes(value as string)) return false;
    return this.#of(name, (value) => typeof value === 'boolean', 'a boolean');
  }

  uuid(name: string): string | undefined {
    return this.#of(name, isUuid, 'a UUID')?.toLowerCase();
  }

  object(name: string): Fields | undefined {
    return this.#of(name, isObject, 'an object');
  }

  array(name: string): unknown[] | undefined {
    return this.#of(name, (value) => Array.isArray(value), 'an array');
  }

  wrong(detail: string): Refusal {
    return refusal(400, this.#code, detail);
  }

  #of<T>(name: string, test: (value: unknown) => value is T, kind: string): T | undefined {
    const value = this.any(name);
    if (value === undefined || test(value)) return value;
    throw this.wrong(`${name} must be ${kind}.`);
  }
}
