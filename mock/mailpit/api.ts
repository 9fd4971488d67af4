import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { didYouMean } from '../../spec/nearest.ts';
import type { DeliveredMail, Outbox } from '../email/outbox.ts';
import { endOfLoopIteration } from '../time/event-loop.ts';
import { type BulkRequest, parseBulkRequest } from './bulk.ts';
import type { MessageSummary } from './message.ts';
import { type ReceivedMail, receive } from './received.ts';
import { readSearch } from './search.ts';
import {
  BadRequest,
  contentOf,
  countUnread,
  headersOf,
  infoOf,
  messageOf,
  partOf,
  summaryOf,
  tagsOf,
} from './shapes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The query parameters of a call of Mailpit's API, next to `partition`. */
    parameters?: readonly string[];
  }
}

/** A list of messages with the mailbox's totals; `count` is the older name for the number of messages listed. */
export type MessagesSummary = Awaited<ReturnType<typeof listing>>;

/**
 * The mail of an outbox over version 1 of Mailpit's HTTP API, to be registered under `/api/v1`: clients that read mail from a Mailpit
 * read it here. Sending, tagging, checks and thumbnails are not offered. `tz` is accepted without effect: dates are in UTC.
 *
 * As in Mailpit, errors are plain text (400 with a reason, 404), and opening a message marks it as read. Bodies are read as JSON
 * whatever their type is: the surrounding server gives them as bytes. Where Mailpit ignores a parameter, a member or a value that it
 * does not understand, this refuses it: a filter that is ignored would select all mail.
 *
 * @param outboxOf finds the outbox that a request is about
 */
export function mailpitApi(outboxOf: (request: FastifyRequest) => Outbox): FastifyPluginAsync {
  return async (api) => {
    api.setNotFoundHandler((_request, reply) => plain(reply, 404, '404 page not found'));
    api.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
      const { statusCode = 500, message } = error;
      // The surrounding server refuses a misspelt partition, and logs an error that is no client's mistake.
      return statusCode < 500 && statusCode !== 422 ? plain(reply, statusCode, message) : reply.send(error);
    });
    api.addHook('onRequest', refuseUnknownParameters);
    listRoutes(api, outboxOf);
    messageRoutes(api, outboxOf);
    api.get('/info', async (request) => infoOf(outboxOf(request).list()));
  };
}

type Outboxes = (request: FastifyRequest) => Outbox;

function listRoutes(api: FastifyInstance, outboxOf: Outboxes): void {
  api.get('/messages', { config: { parameters: ['start', 'limit'] } }, async (request) => {
    const mails = outboxOf(request).list();
    const { start, limit } = pageOf(request);
    // Mailpit lists all mail for a limit of 0, but finds none.
    return listing(mails, mails, start, limit || mails.length);
  });

  api.get('/search', { config: { parameters: ['query', 'tz', 'start', 'limit'] } }, async (request) => {
    const search = searchOf(request);
    const { start, limit } = pageOf(request);
    const mails = outboxOf(request).list();
    return listing(mails, await search(mails), start, limit);
  });

  api.put('/messages', { config: { parameters: ['tz'] } }, async (request, reply) => {
    const change = parseBulkRequest(request.body);
    const outbox = outboxOf(request);
    for (const mail of await selected(outbox, change)) outbox.mark(mail, change.read);
    return plain(reply, 200, 'ok');
  });

  api.delete('/messages', async (request, reply) => {
    outboxOf(request).remove(hasBody(request) ? parseBulkRequest(request.body, ['IDs']).ids : undefined);
    return plain(reply, 200, 'ok');
  });

  api.delete('/search', { config: { parameters: ['query', 'tz'] } }, async (request, reply) => {
    if (hasBody(request)) throw new BadRequest('a search is deleted by its query: this call takes no body');
    const search = searchOf(request);
    const outbox = outboxOf(request);
    outbox.remove((await search(outbox.list())).map(({ id }) => id));
    return plain(reply, 200, 'ok');
  });
}

type Show = (mail: DeliveredMail, received: ReceivedMail, request: FastifyRequest, reply: FastifyReply) => unknown;

function messageRoutes(api: FastifyInstance, outboxOf: Outboxes): void {
  const route = (side: string, show: Show) =>
    api.get(`/message/:id${side}`, { config: { parameters: ['query', 'tz', 'dl'] } }, async (request, reply) => {
      const mail = await mailOf(request, outboxOf(request));
      return (mail && show(mail, await receive(mail), request, reply)) ?? notFound(request, reply);
    });

  route('', (mail, received, request) => {
    outboxOf(request).mark(mail, true);
    return messageOf(mail, received);
  });
  route('/headers', (_mail, { parsed }) => headersOf(parsed));
  route('/raw', (_mail, { raw }, _request, reply) => reply.type('text/plain; charset=utf-8').send(raw));
  route('/part/:part', (_mail, { parsed }, request, reply) => {
    const part = partOf(parsed, pathParameter(request, 'part'));
    // Always as a download: a page must not run what a mail carries.
    return (
      part &&
      reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename="${encodeURIComponent(part.filename ?? '')}"`)
        .send(contentOf(part))
    );
  });
}

/**
 * A page of a mailbox as Mailpit answers it.
 *
 * @param all the mailbox, for the totals
 * @param matching the mails that the request is about
 * @param start how many of the matching mails come before the page
 */
async function listing(
  all: readonly DeliveredMail[],
  matching: readonly DeliveredMail[],
  start: number,
  limit: number,
) {
  const messages: MessageSummary[] = [];
  for (const mail of matching.slice(start, start + limit)) {
    await endOfLoopIteration();
    messages.push(await summaryOf(mail));
  }
  return {
    total: all.length,
    unread: countUnread(all),
    count: messages.length,
    messages_count: matching.length,
    messages_unread: countUnread(matching),
    start,
    tags: tagsOf(all),
    messages,
  };
}

async function selected(outbox: Outbox, { ids, search }: BulkRequest): Promise<DeliveredMail[]> {
  if (search) return readSearch(search)(outbox.list());
  return ids ? ids.flatMap((id) => outbox.get(id) ?? []) : outbox.list();
}

/** The mail that the path names; `latest` is the newest one, or the newest that a `query` finds. */
async function mailOf(request: FastifyRequest, outbox: Outbox): Promise<DeliveredMail | undefined> {
  const id = pathParameter(request, 'id');
  if (id !== 'latest') return outbox.get(id);
  const mails = outbox.list();
  const [latest] = queryParameter(request, 'query') === undefined ? mails : await searchOf(request)(mails);
  return latest;
}

function searchOf(request: FastifyRequest) {
  const query = queryParameter(request, 'query')?.trim();
  if (!query) throw new BadRequest('Error: no search query');
  return readSearch(query);
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

/** The value of a query parameter, which is given at most once. */
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
  const isLatest = pathParameter(request, 'id') === 'latest' && !request.url.includes('/part/');
  return plain(reply, 404, isLatest ? 'Message not found' : '404 page not found');
}

function plain(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain').send(text);
}
