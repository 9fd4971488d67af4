import type { ExampleAnswer, ExampleRequest } from '../change.ts';
import type { Operation } from '../normalise/operation.ts';
import type { Parameter } from '../normalise/parameter.ts';
import type { Sampler } from './sampler.ts';
import { writeParameter } from './serialize.ts';

/** The parts of a message that are given; the others are made as small as they can be. */
export interface Given {
  /** Values by the key of their parameter or header; undefined leaves one out. */
  parameters?: ReadonlyMap<string, unknown>;
  /** A body, with its media type. */
  body?: { value: unknown; type: string | undefined };
}

/** The smallest request of an operation. Undefined when a part that is needed could not be made. */
export function makeRequest(sampler: Sampler, operation: Operation, given: Given): ExampleRequest | undefined {
  const values = valuesOf(sampler, operation.parameters, given);
  if (!values) return undefined;
  let url = operation.path;
  const query: string[] = [];
  const cookies: string[] = [];
  const headers: Record<string, string> = {};
  for (const [parameter, value] of values) {
    const text = writeParameter(parameter, value);
    if (parameter.in === 'path') url = url.replace(`{${parameter.name}}`, text);
    else if (parameter.in === 'query' || parameter.in === 'querystring') query.push(text);
    else if (parameter.in === 'cookie') cookies.push(text);
    else headers[parameter.name] = decodeURIComponent(text);
  }
  if (cookies.length > 0) headers.Cookie = cookies.join('; ');
  const content = given.body ?? neededBody(sampler, operation);
  if (content === 'impossible') return undefined;
  const isJson = content?.type === undefined || /^application\/json$/.test(content.type);
  if (content && !isJson) headers['Content-Type'] = String(content.type);
  return {
    method: operation.method,
    url: query.length > 0 ? `${url}?${query.join('&')}` : url,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(content && { body: content.value }),
  };
}

/** The smallest answer of an operation with a status. */
export function makeAnswer(
  sampler: Sampler,
  operation: Operation,
  status: string,
  given: Given,
): ExampleAnswer | undefined {
  const response = operation.responses.get(status);
  const values = valuesOf(sampler, response?.headers ?? new Map(), given);
  if (!response || !values) return undefined;
  const headers = Object.fromEntries(
    values.map(([header, value]) => [header.name, decodeURIComponent(writeParameter(header, value))]),
  );
  return {
    status,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(given.body && { body: given.body.value }),
  };
}

/** The parameters that a message has: those that are required, and those that are given. */
function valuesOf(
  sampler: Sampler,
  parameters: ReadonlyMap<string, Parameter>,
  { parameters: given }: Given,
): [Parameter, unknown][] | undefined {
  const values: [Parameter, unknown][] = [];
  for (const [key, parameter] of parameters) {
    if (given?.has(key)) {
      const value = given.get(key);
      if (value !== undefined) values.push([parameter, value]);
    } else if (parameter.required) {
      const value = sampler.sample(parameter.schema);
      if (value === undefined) return undefined;
      values.push([parameter, value]);
    }
  }
  return values;
}

function neededBody(sampler: Sampler, { body }: Operation): Given['body'] | 'impossible' {
  const [first] = body?.required ? body.content : [];
  if (!first) return undefined;
  const [type, { schema }] = first;
  const value = sampler.sample(schema);
  return value === undefined ? 'impossible' : { value, type };
}
