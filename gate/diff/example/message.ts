import type { Example, ExampleRequest } from '../change.ts';
import type { Diff, Part } from '../diff.ts';
import type { Operation } from '../operations/operation.ts';
import type { Parameter } from '../operations/parameter.ts';
import type { Delta } from '../schema/delta.ts';
import { isObject } from '../source.ts';
import type { Sampler } from './sampler.ts';

/** The parts of a request that an example is about; the other ones are as small as the schemas allow. */
interface Parts {
  /** The key of a parameter that is left out, or sent although it is optional. */
  leftOut?: string;
  sent?: string;
  /** The value of a parameter, by its key. */
  value?: { key: string; value: unknown };
  hasBody?: boolean;
  body?: { type?: string; value?: unknown };
}

/** Differences that make the service ignore a value: the schemas of both editions may still allow it. */
const ignoring: readonly string[] = ['property-removed', 'became-read-only'];

/** A message that shows a difference of schemas: a request of the base that the revision refuses, or a new answer. */
export function showDelta(diff: Diff, part: Part, delta: Delta): Example | undefined {
  const { flow, body, parameter, pair, status } = part;
  if (flow === 'response' && body === undefined) return undefined;
  const [here, there] = flow === 'request' ? (['base', 'revision'] as const) : (['revision', 'base'] as const);
  const { judges, samplers } = diff[flow];
  const limits = (['base', 'revision'] as const).flatMap((side) => samplers[side].limitsOf(part[side], delta.path));
  for (const value of samplers[here].propose(part[here], delta, limits)) {
    if (judges[here].verdictOn(part[here], value) !== 'valid') continue;
    const found = judges[there].verdictOn(part[there], value);
    const reason =
      found === 'valid' && flow === 'request' && ignoring.includes(delta.rule) ? 'the value is ignored' : found;
    if (reason === undefined || reason === 'valid') continue;
    if (flow === 'response') return { answer: { status: status ?? '', body: value }, base: reason, revision: 'valid' };
    const parts = parameter === undefined ? { hasBody: true, body: { ...(body && { type: body }), value } } : {};
    const given = parameter === undefined ? parts : { value: { key: parameter, value } };
    return showRequest(diff, pair.base, given, reason);
  }
  return undefined;
}

/** A request that the base allows, and the reason why the revision does not serve it. */
export function showRequest(diff: Diff, operation: Operation, parts: Parts, revision: string): Example | undefined {
  const sampler = diff.request.samplers.base;
  let url = operation.path;
  const query: string[] = [];
  const headers: Record<string, string> = {};
  for (const [key, parameter] of operation.parameters) {
    if (key === parts.leftOut || !(parameter.required || key === parts.sent || key === parts.value?.key)) continue;
    const value = key === parts.value?.key ? parts.value.value : sampler.sample(parameter.schema);
    if (value === undefined) return undefined;
    if (parameter.in === 'path') url = url.replace(`{${parameter.name}}`, encodeURIComponent(textOf(value)));
    else if (parameter.in === 'query') query.push(...queryOf(parameter, value));
    else if (parameter.in === 'cookie') headers.Cookie = `${parameter.name}=${textOf(value)}`;
    else headers[parameter.name] = textOf(value);
  }
  // A parameter that only the path names may be any text.
  url = url.replaceAll(/\{[^}]+\}/g, 'text');
  const request: ExampleRequest = {
    method: operation.method,
    url: query.length > 0 ? `${url}?${query.join('&')}` : url,
  };
  if (parts.hasBody ?? operation.body?.required) {
    const made = bodyOf(sampler, operation, parts);
    if (made === undefined) return undefined;
    if (made.type !== 'application/json') headers['Content-Type'] = made.type;
    request.body = made.value;
  }
  if (Object.keys(headers).length > 0) request.headers = headers;
  return { request, base: 'valid', revision };
}

function bodyOf(sampler: Sampler, { body }: Operation, parts: Parts): { type: string; value: unknown } | undefined {
  const [type, media] = [...(body?.content ?? [])].find(([name]) => (parts.body?.type ?? name) === name) ?? [];
  const value = parts.body && 'value' in parts.body ? parts.body.value : media && sampler.sample(media.schema);
  return type === undefined || type.includes('*') || value === undefined ? undefined : { type, value };
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** The value of a query parameter as it is sent. */
function queryOf({ name, style, explode, mediaType }: Parameter, value: unknown): string[] {
  const write = (key: string, text: unknown) => `${encodeURIComponent(key)}=${encodeURIComponent(textOf(text))}`;
  if (mediaType !== undefined || !(Array.isArray(value) || isObject(value))) return [write(name, value)];
  if (isObject(value)) {
    const keyed = Object.entries(value).map(([key, text]) =>
      write(style === 'deepObject' ? `${name}[${key}]` : key, text),
    );
    return explode ? keyed : [write(name, Object.entries(value).flat().join(','))];
  }
  if (explode) return value.map((item) => write(name, item));
  const separator = { spaceDelimited: ' ', pipeDelimited: '|' }[style] ?? ',';
  return [write(name, value.map(textOf).join(separator))];
}
