import { createHash } from 'node:crypto';
import {
  type Call,
  declareFaults,
  type FaultAnswer,
  type FaultRequest,
  getLines,
  goesTo,
  parseJson,
  type Serve,
  withHeader,
} from './fault.ts';

const header = 'idempotency-key';

/** The form of an idempotency key. */
export const validKey = /^[A-Za-z0-9_-]{1,255}$/;

/** The values of all lines of the key header. */
export function getKeys(request: FaultRequest): string[] {
  return getLines(request, header);
}

/** The request without a key. */
export function withoutKey(request: FaultRequest): FaultRequest {
  return withHeader(request, header);
}

/** Serves sends that carry the key header; `key` is the first line's value. */
export const keyed = declareFaults(
  (serve: (request: FaultRequest, call: Call, key: string) => ReturnType<Serve>): Serve =>
    (request, call) => {
      const [key] = getKeys(request);
      return goesTo('send', request) && key !== undefined ? serve(request, call, key) : call(request);
    },
);

/** Changes the lines of the key header on the way to the mock. */
export const changeKeys = declareFaults(
  (change: (keys: readonly string[], request: FaultRequest) => readonly string[]) =>
    keyed.serve((request, call) => call(withHeader(request, header, ...change(getKeys(request), request)))),
);

/** The first code of an error body. */
export function getCode({ body }: FaultAnswer): string | undefined {
  return parseJson(body)?.errors?.[0]?.code;
}

export function getText({ body }: FaultRequest): string {
  return body.toString('utf8');
}

export function isAccepted({ status }: FaultAnswer): boolean {
  return status < 300;
}

export function hash(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}
