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

/** A refusal in the standard error body. It names no `source`: nothing asks for one. */
export function refusal(status: number, code: string, detail?: string): Refusal {
  const problem: Problem = { code, title: titles[code] ?? 'Not possible as asked' };
  if (detail !== undefined) problem.detail = detail;
  problem.meta = { url: `https://docs.legal.example/errors/${code}` };
  return new Refusal(status, { errors: [problem] });
}

/** The code of this server for whatever is wrong with a request and has no code in the source. */
export const badRequestCode = '20001';
