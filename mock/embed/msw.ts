import { type HttpHandler, HttpResponse, http } from 'msw';
import type { MockPartition } from '../create-mock.ts';

/**
 * Handlers for MSW: requests to a deployment are answered by the mock or one of its partitions, without a port. A lost answer rejects, as
 * `fetch` does. Throws a TypeError for an address that is not absolute.
 *
 * @param base the deployment's address with any prefix of its operations, such as `https://api.example.com/v2`
 */
export function handlers(mock: Pick<MockPartition, 'fetch'>, base: string): HttpHandler[] {
  if (!URL.canParse(base)) throw new TypeError(`"${base}" isn't an address such as https://api.example.com/v2`);
  const address = base.replace(/\/+$/, '');
  const prefix = new URL(address).pathname.replace(/\/$/, '');
  return [
    http.all(`${address}/*`, ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const path = prefix ? `/v2${pathname.slice(prefix.length)}` : pathname;
      return mock.fetch(path + search, request).catch(() => HttpResponse.error());
    }),
  ];
}
