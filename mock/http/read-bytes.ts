import type { FastifyInstance } from 'fastify';

/** Takes bodies of every type as the bytes that they are. */
export function readBytes(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  // JSON by its name, too: what only the star stands for is looked up anew for each request.
  api.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
}
