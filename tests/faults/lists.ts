import { changeAnswer, type FaultRequest } from './fault.ts';

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
