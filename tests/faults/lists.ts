import { type Body, changeAnswer, type FaultAnswer, type FaultRequest, faultOf, json, refusal } from './fault.ts';

/** The routes of the two lists. */
export const lists = ['documentTypes', 'runs'] as const;
export type ListRoute = (typeof lists)[number];

/** A query parameter of a request; undefined when it has none of that name. */
export function parameter({ url }: FaultRequest, name: string): string | undefined {
  return new URL(url, 'http://mock').searchParams.get(name) ?? undefined;
}

/** The request with other query parameters; undefined takes one away. */
export function withQuery(request: FaultRequest, changes: Record<string, string | number | undefined>): FaultRequest {
  const url = new URL(request.url, 'http://mock');
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, String(value));
  }
  return { ...request, url: url.pathname + url.search };
}

/** A query that is refused for one of its parameters, in the form that the list has for it. */
export function refusedQuery(route: ListRoute, name: string): FaultAnswer {
  if (route === 'documentTypes') return refusal(422, '10015', undefined, { parameter: name });
  return json(422, { detail: [{ loc: ['query', name], msg: 'Refused by a fault.', type: 'refused' }] });
}

/** Changes the successes of a list in place. */
export const changeList = faultOf((route: ListRoute, change: (body: Body, request: FaultRequest) => unknown) =>
  changeAnswer.serve(route, ({ status, body }, request) => {
    if (status === 200) change(body, request);
  }),
);
