import type { Example } from '../change.ts';
import type { Diff, Element, Field, Operation, RequestParts } from '../operations/element.ts';
import type { Delta } from '../schema/delta.ts';
import { isObject } from '../source.ts';
import { propose, sample, validatorOf } from './values.ts';

/** Differences that make the service ignore a value: both editions may allow it. */
const ignoring: readonly string[] = ['property-removed', 'became-read-only'];

/** A message that shows a difference of schemas: a request of the base that the revision refuses, or a new answer. */
export function showDelta(
  diff: Diff,
  operation: Operation,
  { flow = 'request', kind, status = '', sent, schema: before = [] }: Element,
  { schema: now = [] }: Element,
  delta: Delta,
): Example | undefined {
  if (flow === 'response' && kind !== 'mediaType') return undefined;
  const { base, revision } = diff[flow];
  const [sender, schema] = flow === 'request' ? [base, before] : [revision, now];
  const [reader, expected] = flow === 'request' ? [revision, now] : [base, before];
  const [isSent, isRead] = [validatorOf(sender, schema), validatorOf(reader, expected)];
  if (!isSent || !isRead) return undefined;
  for (const value of propose(sender, schema, delta)) {
    if (isSent(value) !== 'valid') continue;
    const verdict = isRead(value);
    const isIgnored = verdict === 'valid' && flow === 'request' && ignoring.includes(delta.rule);
    const reason = isIgnored ? 'the value is ignored' : verdict;
    if (reason === 'valid') continue;
    if (flow === 'response') return { answer: { status, body: value }, base: reason, revision: 'valid' };
    return showRequest(diff, operation, { ...sent, value }, reason);
  }
  return undefined;
}

/** A request that the base allows, and the reason why the revision does not serve it. */
export function showRequest(
  diff: Diff,
  operation: Operation,
  parts: RequestParts,
  revision: string,
): Example | undefined {
  const { leftOut, sent, hasBody } = parts;
  let url = operation.path;
  const query: string[] = [];
  const headers: Record<string, string> = {};
  for (const [key, field] of operation.groups.parameters.elements) {
    if (key === leftOut || !(field.required || key === sent)) continue;
    const value = key === sent && 'value' in parts ? parts.value : sample(diff.request.base, field.schema ?? []);
    if (value === undefined) return undefined;
    if (field.in === 'path') url = url.replace(`{${field.name}}`, encodeURIComponent(textOf(value)));
    else if (field.in === 'query') query.push(...queryOf(field, value));
    else if (field.in === 'cookie') headers.Cookie = `${field.name}=${textOf(value)}`;
    else headers[field.name] = textOf(value);
  }
  // A parameter that only the path names may be any text.
  url = url.replaceAll(/\{[^}]+\}/g, 'text');
  if (query.length > 0) url += `?${query.join('&')}`;
  const request: Example['request'] = { method: operation.method.toUpperCase(), url };
  const body = operation.groups.body?.elements.get('requestBody');
  if (hasBody ?? body?.required) {
    const content = [...(body?.groups?.content?.elements ?? [])];
    const [type = '*', media] = content.find(([name]) => (parts.bodyType ?? name) === name) ?? [];
    const value = hasBody && 'value' in parts ? parts.value : media && sample(diff.request.base, media.schema ?? []);
    if (type.includes('*') || value === undefined) return undefined;
    if (type !== 'application/json') headers['Content-Type'] = type;
    request.body = value;
  }
  if (Object.keys(headers).length > 0) request.headers = headers;
  return { request, base: 'valid', revision };
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function queryOf({ name, style, explode }: Field, value: unknown): string[] {
  const write = (key: string, text: unknown) => `${encodeURIComponent(key)}=${encodeURIComponent(textOf(text))}`;
  if (isObject(value) && explode) {
    const keyOf = (key: string) => (style === 'deepObject' ? `${name}[${key}]` : key);
    return Object.entries(value).map(([key, text]) => write(keyOf(key), text));
  }
  const values = isObject(value) ? Object.entries(value).flat() : [value].flat();
  if (explode) return values.map((item) => write(name, item));
  return [write(name, values.map(textOf).join({ spaceDelimited: ' ', pipeDelimited: '|' }[style] ?? ','))];
}
