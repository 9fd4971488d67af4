import { changeAnswer, type FaultAnswer, type FaultRequest, json } from './fault.ts';

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
  if (route === 'runs') {
    return json(422, { detail: [{ loc: ['query', name], msg: 'Refused by a fault.', type: 'refused' }] });
  }
  return json(422, { errors: [{ code: '10015', title: 'Invalid request', source: { parameter: name } }] });
}

/** Changes the successes of a list. */
export function changeList(
  route: ListRoute,
  // biome-ignore lint/suspicious/noExplicitAny: a fault reaches into bodies of any shape
  change: (body: any, request: FaultRequest) => void,
) {
  return changeAnswer(route, ({ status, body }, request) => {
    if (status === 200) change(body, request);
  });
}
