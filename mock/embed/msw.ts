import { type HttpHandler, HttpResponse, http } from 'msw';
import type { Mock } from '../create-mock.ts';

/**
 * Handlers for MSW: requests to a deployment are answered by the mock, without a port. A lost answer rejects, as `fetch` does.
 *
 * @param base the deployment's address with the version prefix, such as `https://api.example.com/v2`
 */
export function handlers(mock: Mock, base: string): HttpHandler[] {
  return [http.all(`${base}/*`, ({ request }) => mock.fetch(request).catch(() => HttpResponse.error()))];
}
