import { type FaultAnswer, type FaultRequest, json, refusal } from './fault.ts';

/** The routes of the two lists. */
export const lists = ['documentTypes', 'runs'] as const;
export type ListRoute = (typeof lists)[number];

type Query = Record<string, string | number | undefined>;

/** A query parameter of a request; undefined when it has none of that name. */
export function parameter({ url }: FaultRequest, name: string): string | undefined {
  return new URL(url, 'http://mock').searchParams.get(name) ?? undefined;
}

/** The requested size and number of a page, or those by default. */
export function getPage(request: FaultRequest): { size: number; number: number } {
  const [size, number] = ['size', 'number'].map((name) => parameter(request, `page[${name}]`));
  return { size: Number(size ?? 20), number: Number(number ?? 1) };
}

/** The request with other query parameters; undefined takes one away. */
export function withQuery(request: FaultRequest, changes: Query): FaultRequest {
  const url = new URL(request.url, 'http://mock');
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, String(value));
  }
  return { ...request, url: url.pathname + url.search };
}

/** A query that is refused for one of its parameters, in the form that the list has for it. */
export function refuseQuery(route: ListRoute, name: string): FaultAnswer {
  if (route === 'documentTypes') return refusal(422, '10015', undefined, { parameter: name });
  return json(422, { detail: [{ loc: ['query', name], msg: 'Refused by a fault.', type: 'refused' }] });
}
