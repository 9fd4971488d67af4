import type { ContractDocument, OperationSpec } from '../../../spec/document.ts';
import { pointerStep } from '../../../spec/pointer.ts';
import { spellOut } from '../../../spec/trace.ts';
import type { Case } from '../api/case.ts';
import type { Target } from '../target/target.ts';
import type { Answer } from '../wire/answer.ts';
import { SchemaNode, type Values } from './values.ts';

/** A part of a request that varies: the body, or a parameter. */
export interface Part {
  in: 'body' | 'path' | 'query' | 'header';
  /** The name of a parameter; empty for the body. */
  name: string;
  node: SchemaNode;
}

/** The contents of a request by its parts. */
export interface Parts {
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  header: Readonly<Record<string, string>>;
  body?: unknown;
}

/** The place of an operation in the document. */
export function placeOf({ path, method }: OperationSpec): string {
  return `/paths/${pointerStep(path)}/${method}`;
}

/** The parts of the requests of an operation, parameters first. */
export function partsOf({ json }: ContractDocument, operation: OperationSpec): Part[] {
  const place = placeOf(operation);
  const at = (way: string, name?: string) => SchemaNode.at(json, spellOut(json, `${place}/${way}/schema`), name);
  const parts: Part[] = operation.parameters.map(({ in: where, name }, index) => {
    return { in: where, name, node: at(`parameters/${index}`, name) };
  });
  if (operation.body) parts.push({ in: 'body', name: '', node: at('requestBody/content/application~1json') });
  return parts;
}

/** The parts of the plainest request: those that are required. */
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

/** Sends the request with these parts, under the names of the target; a repetition has fresh names, as the first may have had an effect. */
export function sendParts(t: Case, operation: OperationSpec, parts: Parts): Promise<Answer> {
  const { wire } = t.target;
  let isFirst = true;
  return t.again(() => {
    const { path, query, header, body } = isFirst
      ? parts
      : (JSON.parse(t.unique.renew(JSON.stringify(parts))) as Parts);
    isFirst = false;
    const named = (values: Parts['query']) =>
      Object.entries(values).map(([name, value]) => [wireName(wire, operation, name), value] as const);
    const request = {
      method: operation.method.toUpperCase(),
      path: wirePath(wire, operation).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? '')),
      headers: [...named(header), ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const])],
      rawQuery: named(query)
        .map((pair) => pair.map(encodeURIComponent).join('='))
        .join('&'),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    return t.eventually(() => t.api.raw(request));
  });
}

/** The path of an operation at the target, its parameters in braces. The source itself names the path of reading a message. */
export function wirePath(wire: Target['wire'], { path }: Pick<OperationSpec, 'path'>): string {
  if (path === '/email_messages') return wire.emailPath;
  return path.replace(/^\/emails(?=\/|$)/, wire.aliasPath);
}

/** The name of a parameter at the target. */
export function wireName(wire: Target['wire'], { id }: OperationSpec, name: string): string {
  const ofPages =
    id === 'listDirDocumentTypes'
      ? { 'page[number]': wire.documentTypesPageNumber }
      : { 'page[number]': wire.pageNumber, 'page[size]': wire.pageSize };
  const names: Record<string, string> = { 'Idempotency-Key': wire.idempotencyHeader, ...ofPages };
  return names[name] ?? name;
}
