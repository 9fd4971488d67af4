import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { didYouMean } from '../../../spec/nearest.ts';
import { LARGE } from '../../collections/memory.ts';
import { ownTurn, turn } from '../../time/turns.ts';
import { MailTooLarge } from '../large-mail.ts';
import type { DeliveredMail, Outbox } from '../outbox.ts';
import { BadRequest } from './bad-request.ts';
import { type BulkRequest, parseBulkRequest } from './bulk.ts';
import { headersOf } from './headers.ts';
import { infoOf } from './info.ts';
import { listing } from './listing.ts';
import { type ReceivedMail, receive } from './received.ts';
import { readSearch } from './search.ts';
import { contentOf, messageOf, partOf } from './shapes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The query parameters of a call of Mailpit's API, next to `partition`. */
    parameters?: readonly string[];
  }
}

type Outboxes = (request: FastifyRequest) => Outbox;

/**
 * The mail of an outbox over version 1 of Mailpit's HTTP API, to be registered under `/api/v1`: what reads mail from a Mailpit
 * reads it here. Sending, tagging, checks and thumbnails are not offered.
 *
 * As in Mailpit, errors are plain text (400 with a reason, 404), and opening a message marks it as read. Bodies are read as JSON
 * whatever their type says: the surrounding server gives them as bytes. Where Mailpit ignores a parameter, a member or a value that it
 * does not understand, this refuses it: a filter that is ignored would select all mail.
 *
 * @param outboxOf finds the outbox that a request is about; what it throws goes to the surrounding server
 */
export function mailpitApi(outboxOf: Outboxes): FastifyPluginAsync {
  return async (api) => {
    answerInPlainText(api);
    api.addHook('onRequest', refuseUnknownParameters);
    // A mailbox may be large, and what is asked of it comes in crowds.
    api.addHook('preHandler', async () => turn());
    listRoutes(api, outboxOf);
    messageRoutes(api, outboxOf);
    api.get('/info', async (request) => infoOf(outboxOf(request)));
  };
}

function listRoutes(api: FastifyInstance, outboxOf: Outboxes): void {
  api.get('/messages', { config: { parameters: ['start', 'limit'] } }, async (request, reply) => {
    const mails = outboxOf(request).list();
    const { start, limit } = pageOf(request);
    // Mailpit lists everything when a list (but not a search) is asked for without a limit.
    const page = limit === 0 ? mails : mails.slice(start, start + limit);
    return listing(mails, mails, page, start, leaving(reply));
  });

  api.get('/search', { config: { parameters: ['query', 'tz', 'start', 'limit'] } }, async (request, reply) => {
    const search = searchOf(request);
    const mails = outboxOf(request).list();
    const { start, limit } = pageOf(request);
    const found = await search(mails, leaving(reply));
    return listing(mails, found, found.slice(start, start + limit), start, leaving(reply));
  });

  api.put('/messages', { config: { parameters: ['tz'] } }, async (request, reply) => {
    const change = parseBulkRequest(request.body);
    if (typeof change === 'string') return plain(reply, 400, change);
    if (change.ids && change.search) {
      return plain(reply, 400, 'You may specify either IDs or a search query, not both');
    }
    const outbox = outboxOf(request);
    for (const mail of await affected(change, outbox, request, leaving(reply))) outbox.mark(mail, change.read);
    return plain(reply, 200, 'ok');
  });

  api.delete('/messages', async (request, reply) => {
    const change = hasBody(request) ? parseBulkRequest(request.body, ['IDs']) : undefined;
    if (typeof change === 'string') return plain(reply, 400, change);
    outboxOf(request).remove(change?.ids);
    return plain(reply, 200, 'ok');
  });

  api.delete('/search', { config: { parameters: ['query', 'tz'] } }, async (request, reply) => {
    if (hasBody(request)) return plain(reply, 400, 'a search is deleted by its query: this call takes no body');
    const search = searchOf(request);
    const outbox = outboxOf(request);
    const found = await search(outbox.list(), leaving(reply));
    outbox.remove(found.map(({ id }) => id));
    return plain(reply, 200, 'ok');
  });
}

type Show = (mail: DeliveredMail, received: ReceivedMail, request: FastifyRequest, reply: FastifyReply) => unknown;

function messageRoutes(api: FastifyInstance, outboxOf: Outboxes): void {
  const route = (side: string, show: Show) =>
    api.get(`/message/:id${side}`, { config: { parameters: ['query', 'tz', 'dl'] } }, async (request, reply) => {
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
  if (change.search) return readSearch(change.search, queryParameter(request, 'tz'))(outbox.list(), hasLeft);
  if (!change.ids) return outbox.list();
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
  const mails = outbox.list();
  const isSearch = queryParameter(request, 'query') !== undefined;
  const [latest] = isSearch ? await searchOf(request)(mails, hasLeft) : mails;
  return latest;
}

function searchOf(request: FastifyRequest) {
  const query = queryParameter(request, 'query')?.trim();
  if (!query) throw new BadRequest('Error: no search query');
  return readSearch(query, queryParameter(request, 'tz'));
}

function pageOf(request: FastifyRequest): { start: number; limit: number } {
  return { start: wholeNumber(request, 'start') ?? 0, limit: wholeNumber(request, 'limit') ?? 50 };
}

function wholeNumber(request: FastifyRequest, name: string): number | undefined {
  const text = queryParameter(request, name);
  if (text !== undefined && !/^\d{1,15}$/.test(text)) throw new BadRequest(`Error: ${name} must be a whole number`);
  return text === undefined ? undefined : Number(text);
}

async function refuseUnknownParameters({ query, is404, routeOptions }: FastifyRequest): Promise<void> {
  if (is404) return;
  const known = ['partition', ...(routeOptions.config.parameters ?? [])];
  for (const [name, value] of Object.entries(query as object)) {
    if (!known.includes(name))
      throw new BadRequest(`Error: there is no query parameter "${name}" here${didYouMean(name, known)}`);
    if (typeof value !== 'string') throw new BadRequest(`Error: the query parameter "${name}" is given more than once`);
  }
}

/** The value of a query parameter, which is given once at most. */
function queryParameter(request: FastifyRequest, name: string): string | undefined {
  return (request.query as Record<string, string | undefined>)[name];
}

/** Whether a request has a body; some clients send blanks for none. */
function hasBody({ body }: FastifyRequest): boolean {
  return String(body ?? '').trim() !== '';
}

function pathParameter(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string | undefined>)[name] ?? '';
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
    // The surrounding server refuses a misspelt partition, and logs what is no client's mistake.
    const isOurs = (status < 500 && status !== 422) || error instanceof MailTooLarge;
    return isOurs ? plain(reply, status, error.message) : reply.send(error);
  });
}
