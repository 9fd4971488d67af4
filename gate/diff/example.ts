import type { Diff, Example, Found } from '../change.ts';
import type { Element, Field, Operation } from '../operations/element.ts';
import type { RuleId } from '../rules.ts';
import type { Delta } from '../schema/delta.ts';
import { isObject } from '../source.ts';
import { propose, sample, validatorOf } from './values.ts';

/** A message that shows a breaking change: a request of the base that the revision does not serve, or a new answer. */
export function exampleOf(diff: Diff, rule: RuleId, found: Found): Example | undefined {
  const { operation, element, successor, delta } = found;
  if (!operation || !element) return undefined;
  if (delta) return successor && showDelta(diff, operation, element, successor, delta);
  if (element !== operation && !element.family.startsWith('request')) return undefined;
  const isMissing = rule.includes('required');
  const reason = isMissing ? 'required' : rule.endsWith('-removed') ? 'gone' : 'not understood';
  return requestWith(diff, operation, element, { isMissing }, `${element.words} is ${reason}`);
}

/** Differences that make the service ignore a value: both editions may allow it. */
const ignoring: readonly string[] = ['property-removed', 'became-read-only'];

function showDelta(
  diff: Diff,
  operation: Operation,
  element: Element,
  { schema: now = [] }: Element,
  delta: Delta,
): Example | undefined {
  const { flow = 'request', kind, status = '', schema: before = [] } = element;
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
    return requestWith(diff, operation, element, { value }, reason);
  }
  return undefined;
}

/** A request with an element, or without it, as small as the base allows, and the reason why the revision does not serve it. */
function requestWith(
  diff: Diff,
  { method, path, groups }: Operation,
  subject: Element,
  { isMissing = false, value }: { isMissing?: boolean; value?: unknown },
  revision: string,
): Example | undefined {
  const isSent = (element: Element) => (element === subject ? !isMissing : element.required);
  const contentOf = (element: Element) =>
    element === subject && value !== undefined ? value : sample(diff.request.base, element.schema ?? []);
  let url = path;
  const query: string[] = [];
  const headers: Record<string, string> = {};
  for (const field of [...groups.parameters.elements.values()].filter(isSent)) {
    const text = textOf(field, contentOf(field));
    if (text === undefined) return undefined;
    if (field.in === 'path') url = url.replace(`{${field.name}}`, encodeURIComponent(text));
    else if (field.in === 'query') query.push(text);
    else headers[field.in === 'cookie' ? 'Cookie' : field.name] = text;
  }
  // A parameter that only the path names may be any text.
  url = url.replaceAll(/\{[^}]+\}/g, 'text');
  if (query.length > 0) url += `?${query.join('&')}`;
  const request: Example['request'] = { method: method.toUpperCase(), url };
  const body = groups.body?.elements.get('requestBody');
  const content = [...(body?.groups?.content?.elements ?? [])];
  const [type = '*', media] = content.find(([, candidate]) => candidate === subject) ?? content[0] ?? [];
  if (body && (media === subject || isSent(body))) {
    const sent = media && contentOf(media);
    if (type.includes('*') || sent === undefined) return undefined;
    if (type !== 'application/json') headers['Content-Type'] = type;
    request.body = sent;
  }
  if (Object.keys(headers).length > 0) request.headers = headers;
  return { request, base: 'valid', revision };
}

/** The text of a parameter with its value; undefined for an object, and for styles other than the default ones. */
function textOf({ name, style, isExploded }: Field, value: unknown): string | undefined {
  if (value === undefined || isObject(value) || !['form', 'simple'].includes(style)) return undefined;
  const values = [value].flat().map(String);
  if (style === 'simple') return values.join(',');
  const write = (text: string) => `${encodeURIComponent(name)}=${text}`;
  const texts = values.map(encodeURIComponent);
  return isExploded ? texts.map(write).join('&') : write(texts.join(','));
}
