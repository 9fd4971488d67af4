import type { OperationSpec } from '../../../spec/document.ts';
import type { Case } from '../api/case.ts';
import type { RawRequest } from '../api/client.ts';
import type { Target } from '../target/target.ts';
import type { Answer } from '../wire/answer.ts';
import { derivations } from './operations.ts';
import type { Part } from './part.ts';
import type { Values } from './values.ts';

/** The parts of a request that carry something. */
export interface Parts {
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  header: Readonly<Record<string, string>>;
  body?: unknown;
}

/** The parts of the plainest request: what has to be there, and no more. */
export function plainParts(parts: readonly Part[], values: Values): Parts {
  const plain: Parts = { path: {}, query: {}, header: {} };
  return parts
    .filter((part) => part.in === 'path' || part.in === 'body')
    .reduce((found, part) => withPart(found, part, values.of(part.node)), plain);
}

/** The same request with another value of one part. */
export function withPart(parts: Parts, part: Part, value: unknown): Parts {
  if (part.in === 'body') return { ...parts, body: value };
  return { ...parts, [part.in]: { ...parts[part.in], [part.name]: String(value) } };
}

/** The request with these parts, under the names that the target uses. */
function requestOf({ wire }: Target, operation: OperationSpec, parts: Parts): RawRequest {
  const { path, query, header, body } = parts;
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(wireName(wire, operation, name))}=${encodeURIComponent(value)}`,
  );
  const headers = Object.entries(header).map(([name, value]) => [wireName(wire, operation, name), value] as const);
  if (body !== undefined) headers.push(['Content-Type', 'application/json']);
  return {
    method: operation.method.toUpperCase(),
    path: wirePath(wire, operation).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? '')),
    headers,
    ...(pairs.length > 0 && { rawQuery: pairs.join('&') }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

/**
 * Sends the request with these parts; what came of others before makes no difference to it. Where it has to be asked anew, it is another
 * request, with names of its own: what came of the first one is not known.
 */
export function send(t: Case, operation: OperationSpec, parts: Parts): Promise<Answer> {
  let isFirst = true;
  return t.again(() => {
    const own = isFirst ? parts : (JSON.parse(t.unique.renew(JSON.stringify(parts))) as Parts);
    isFirst = false;
    return t.eventually(() => t.api.raw(requestOf(t.target, operation, own)));
  });
}

/** The path of an operation at the target, its parameters in braces. The source itself names the path of reading a message. */
export function wirePath(wire: Target['wire'], { path }: Pick<OperationSpec, 'path'>): string {
  if (path === '/email_messages') return wire.emailPath;
  return path.replace(/^\/emails(?=\/|$)/, wire.aliasPath);
}

/** The name of a parameter at the target. */
export function wireName(wire: Target['wire'], { id }: OperationSpec, name: string): string {
  return derivations[id].names?.(wire)[name] ?? name;
}
