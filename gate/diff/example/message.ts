import type { Example, ExampleRequest } from '../change.ts';
import type { Diff, Part } from '../diff.ts';
import { contentOf, type Field, type Operation } from '../operations/operation.ts';
import type { Delta } from '../schema/delta.ts';
import { isObject } from '../source.ts';
import { propose, sample } from './sampler.ts';
import { verdictOn } from './validator.ts';

/** The parts of a request that an example is about; the other parts are as small as the schemas allow. */
interface RequestParts {
  /** The key of a parameter that is left out, or sent although it is optional. */
  leftOut?: string;
  sent?: string;
  hasBody?: boolean;
  bodyType?: string | undefined;
  /** The value of the parameter `sent`, or of the body. */
  value?: unknown;
}

/** Differences that make the service ignore a value: both editions may allow it. */
const ignoring: readonly string[] = ['property-removed', 'became-read-only'];

/** A message that shows a difference of schemas: a request of the base that the revision refuses, or a new answer. */
export function showDelta(diff: Diff, part: Part, delta: Delta): Example | undefined {
  const { flow, body, field, pair, status = '' } = part;
  if (flow === 'response' && body === undefined) return undefined;
  const [here, there] = flow === 'request' ? (['base', 'revision'] as const) : (['revision', 'base'] as const);
  const readers = diff[flow];
  for (const value of propose(readers[here], part[here], delta)) {
    if (verdictOn(readers[here], part[here], value) !== 'valid') continue;
    const verdict = verdictOn(readers[there], part[there], value);
    const isIgnored = verdict === 'valid' && flow === 'request' && ignoring.includes(delta.rule);
    const reason = isIgnored ? 'the value is ignored' : verdict;
    if (reason === undefined || reason === 'valid') continue;
    if (flow === 'response') return { answer: { status, body: value }, base: reason, revision: 'valid' };
    const parts = field === undefined ? { hasBody: true, bodyType: body, value } : { sent: field, value };
    return showRequest(diff, pair.base, parts, reason);
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
  for (const [key, field] of operation.parameters) {
    if (key === leftOut || !(field.required || key === sent)) continue;
    const value = key === sent && 'value' in parts ? parts.value : sample(diff.request.base, field.schema);
    if (value === undefined) return undefined;
    if (field.in === 'path') url = url.replace(`{${field.name}}`, encodeURIComponent(textOf(value)));
    else if (field.in === 'query') query.push(...queryOf(field, value));
    else if (field.in === 'cookie') headers.Cookie = `${field.name}=${textOf(value)}`;
    else headers[field.name] = textOf(value);
  }
  // A parameter that only the path names may be any text.
  url = url.replaceAll(/\{[^}]+\}/g, 'text');
  const request: ExampleRequest = {
    method: operation.method,
    url: query.length > 0 ? `${url}?${query.join('&')}` : url,
  };
  const { required } = (operation.body?.node ?? {}) as { required?: boolean };
  if (hasBody ?? required) {
    const content = operation.body ? [...contentOf(diff.base, operation.body)] : [];
    const [type = '*', media] = content.find(([name]) => (parts.bodyType ?? name) === name) ?? [];
    const value = hasBody && 'value' in parts ? parts.value : media && sample(diff.request.base, media.schema);
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

/** The value of a query parameter as it is sent. */
function queryOf({ name, style, explode, mediaType }: Field, value: unknown): string[] {
  const write = (key: string, text: unknown) => `${encodeURIComponent(key)}=${encodeURIComponent(textOf(text))}`;
  if (mediaType !== undefined || !(Array.isArray(value) || isObject(value))) return [write(name, value)];
  if (Array.isArray(value) && explode) return value.map((item) => write(name, item));
  if (isObject(value) && explode) {
    const keyOf = (key: string) => (style === 'deepObject' ? `${name}[${key}]` : key);
    return Object.entries(value).map(([key, text]) => write(keyOf(key), text));
  }
  const separator = { spaceDelimited: ' ', pipeDelimited: '|' }[style] ?? ',';
  return [write(name, (Array.isArray(value) ? value : Object.entries(value).flat()).map(textOf).join(separator))];
}
