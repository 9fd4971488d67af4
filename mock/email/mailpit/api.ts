import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { LARGE } from '../../collections/memory.ts';
import { ownTurn, turn } from '../../time/turns.ts';
import { MailTooLarge } from '../large-mail.ts';
import type { DeliveredMail, Outbox } from '../outbox.ts';
import { type BulkRequest, parseBulkRequest } from './bulk.ts';
import { headersOf } from './headers.ts';
import { infoOf } from './info.ts';
import { listing } from './listing.ts';
import { type ReceivedMail, receive } from './received.ts';
import { readSearch } from './search.ts';
import { contentOf, messageOf, partOf } from './shapes.ts';

type Outboxes = (request: FastifyRequest) => Outbox;

/**
 * The mail of an outbox over version 1 of Mailpit's HTTP API, to be registered under `/api/v1`: what reads mail from a Mailpit
 * reads it here. Sending, tagging, checks and thumbnails are not offered.
 *
 * As in Mailpit, errors are plain text (400 with a reason, 404), opening a message marks it as read, and numbers that make no
 * sense in a query count as absent. Bodies are read as JSON whatever their type says: the surrounding server gives them as bytes.
 *
 * @param outboxOf finds the outbox that a request is about; what it throws goes to the surrounding server
 */
export function mailpitApi(outboxOf: Outboxes): FastifyPluginAsync {
  return async (api) => {
    answerInPlainText(api);
    // A mailbox may be large, and what is asked of it comes in crowds.
    api.addHook('preHandler', async () => turn());
    listRoutes(api, outboxOf);
    messageRoutes(api, outboxOf);
    api.get('/info', async (request) => infoOf(outboxOf(request)));
  };
}

function listRoutes(api: FastifyInstance, outboxOf: Outboxes): void {
  api.get('/messages', async (request, reply) => {
    const mails = outboxOf(request).list();
    const { start, limit } = pageOf(request);
    // Mailpit lists everything when a list (but not a search) is asked for without a limit.
    const page = limit === 0 ? mails : mails.slice(start, start + limit);
    return listing(mails, mails, page, start, leaving(reply));
  });

  api.get('/search', async (request, reply) => {
    const search = searchOf(request);
    if (search === undefined) return noQuery(reply);
    const mails = outboxOf(request).list();
    const { start, limit } = pageOf(request);
    const found = await search(mails, leaving(reply));
    return listing(mails, found, found.slice(start, start + limit), start, leaving(reply));
  });

  api.put('/messages', async (request, reply) => {
    const change = parseBulkRequest(request.body);
    if (typeof change === 'string') return plain(reply, 400, change);
    if (change.ids.length > 0 && change.search !== '') {
      return plain(reply, 400, 'You may specify either IDs or a search query, not both');
    }
    const outbox = outboxOf(request);
    for (const mail of await affected(change, outbox, request, leaving(reply))) outbox.mark(mail, change.read);
    return plain(reply, 200, 'ok');
  });

  api.delete('/messages', async (request, reply) => {
    const change = parseBulkRequest(request.body);
    const all = typeof change === 'string' || change.ids.length === 0;
    outboxOf(request).remove(all ? undefined : change.ids);
    return plain(reply, 200, 'ok');
  });

  api.delete('/search', async (request, reply) => {
    const search = searchOf(request);
    if (search === undefined) return noQuery(reply);
    const outbox = outboxOf(request);
    const found = await search(outbox.list(), leaving(reply));
    outbox.remove(found.map(({ id }) => id));
    return plain(reply, 200, 'ok');
  });
}

type Show = (mail: DeliveredMail, received: ReceivedMail, request: FastifyRequest, reply: FastifyReply) => unknown;

function messageRoutes(api: FastifyInstance, outboxOf: Outboxes): void {
  const route = (side: string, show: Show) =>
    api.get(`/message/:id${side}`, async (request, reply) => {
      const mail = await mailOf(request, outboxOf(request), leaving(reply));
      if (!mail) return notFound(request, reply);
      const received = await receive(mail);
      // All that wait for one mail go on at once, and each of them has all of it written.
      if (received.raw.length > LARGE) await ownTurn();
      return show(mail, received, request, reply) ?? notFound(request, reply);
    });

  route('', (mail, received, request) => {
    outboxOf(request).mark(mail, true);
    return messageOf(mail, received);
  });
  route('/headers', (_mail, { parsed }) => headersOf(parsed));
  route('/raw', (_mail, { raw }, _request, reply) => reply.type('text/plain; charset=utf-8').send(raw));
  route('/part/:part', (_mail, { parsed }, request, reply) => {
    const part = partOf(parsed, pathParameter(request, 'part'));
    // Always as a download: the page of another site must not run what a mail carries.
    return (
      part &&
      reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename="${encodeURIComponent(part.filename ?? '')}"`)
        .send(contentOf(part))
    );
  });
}

/** Tells whether the client has left, as whose connection the reply ends. */
function leaving({ raw }: FastifyReply): () => boolean {
  return () => raw.destroyed;
}

async function affected(
  change: BulkRequest,
  outbox: Outbox,
  request: FastifyRequest,
  hasLeft: () => boolean,
): Promise<DeliveredMail[]> {
  if (change.search !== '') return readSearch(change.search, queryParameter(request, 'tz'))(outbox.list(), hasLeft);
  if (change.ids.length === 0) return outbox.list();
  return change.ids.map((id) => outbox.get(id)).filter((mail) => mail !== undefined);
}

/** The mail that the path names; `latest` is the newest one, or the newest that a `query` finds. */
async function mailOf(
  request: FastifyRequest,
  outbox: Outbox,
  hasLeft: () => boolean,
): Promise<DeliveredMail | undefined> {
  const id = pathParameter(request, 'id');
  if (id !== 'latest') return outbox.get(id);
  const [latest] = (await searchOf(request)?.(outbox.list(), hasLeft)) ?? outbox.list();
  return latest;
}

function searchOf(request: FastifyRequest) {
  const query = queryParameter(request, 'query').trim();
  return query === '' ? undefined : readSearch(query, queryParameter(request, 'tz'));
}

function pageOf(request: FastifyRequest): { start: number; limit: number } {
  return { start: wholeNumber(request, 'start') ?? 0, limit: wholeNumber(request, 'limit') ?? 50 };
}

function wholeNumber(request: FastifyRequest, name: string): number | undefined {
  const text = queryParameter(request, name);
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The first value of a query parameter, or an empty string. */
function queryParameter(request: FastifyRequest, name: string): string {
  const value = (request.query as Record<string, string | string[] | undefined>)[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

function pathParameter(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string | undefined>)[name] ?? '';
}

function noQuery(reply: FastifyReply): FastifyReply {
  return plain(reply, 400, 'Error: no search query');
}

function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const latest = pathParameter(request, 'id') === 'latest' && !request.url.includes('/part/');
  return plain(reply, 404, latest ? 'Message not found' : '404 page not found');
}

function plain(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain').send(text);
}

function answerInPlainText(api: FastifyInstance): void {
  api.setNotFoundHandler((_request, reply) => plain(reply, 404, '404 page not found'));
  api.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    // Anything but a client's mistake, or a mail that is too much, is for the surrounding server, which logs it.
    return status < 500 || error instanceof MailTooLarge ? plain(reply, status, error.message) : reply.send(error);
  });
}
