import type { FastifyInstance } from 'fastify';
import findMyWay from 'find-my-way';

/**
 * Finds what is known of the path of a URL as the server's own router finds routes, whatever the method. A route for each method that a
 * path has not would be most of what it takes to build a server.
 *
 * @param known by path, as routes have it; read when something is first looked for
 */
export function findByPath<Known>(
  { initialConfig: { routerOptions: { maxParamLength = 100 } = {} } }: FastifyInstance,
  known: ReadonlyMap<string, Known>,
): (url: string) => Known | undefined {
  let router: ReturnType<typeof findMyWay> | undefined;
  return (url) => {
    if (!router) {
      router = findMyWay({ maxParamLength });
      for (const [path, value] of known) router.on('GET', path, () => {}, value);
    }
    return router.find('GET', url)?.store;
  };
}
