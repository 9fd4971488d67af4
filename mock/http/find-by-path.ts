import type { FastifyInstance } from 'fastify';
import findMyWay from 'find-my-way';

/** Finds values by the path of a URL, by the rules of the server's own router. `known` is read at the first search. */
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
