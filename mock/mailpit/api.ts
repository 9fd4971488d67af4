import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { didYouMean } from '../../spec/nearest.ts';
import { hasTooManyValues } from '../contract/body.ts';
import type { DeliveredMail, Outbox } from '../email/outbox.ts';
import { MAX_VALUES } from '../limits.ts';
import type { MessageSummary, MessagesSummary } from './message.ts';
import { BadRequest, readSearch } from './search.ts';
import { countUnread, filesOf, infoOf, messageOf, summaryOf, tagsOf } from './shapes.ts';
import { headersOf, sourceOf } from './source.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The query parameters of a call of Mailpit's API, in addition to `partition`. */
    parameters?: readonly string[];
  }
}

type Outboxes = (request: FastifyRequest) => Outbox;

/**
 * The mail of an outbox over version 1 of Mailpit's HTTP API, to be registered under `/api/v1`. Sending, tagging, checks and thumbnails are
 * not offered. `tz` has no effect: dates are in UTC.
 *
 * As in Mailpit, errors are plain text (400 with a reason, 404), opening a message marks it as read, and bodies are read as JSON whatever
 * their type is. Where Mailpit ignores an unknown parameter, member or value, this refuses it: an ignored filter would select all mail.
 */
export function mailpitApi(outboxOf: Outboxes): FastifyPluginAsync {
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
    const { read, ids, search } = parseBulkRequest(request.body);
    const outbox = outboxOf(request);
    const mails = ids ? ids.flatMap((id) => outbox.get(id) ?? []) : outbox.list();
    for (const mail of search ? await readSearch(search)(mails) : mails) outbox.mark(mail, read);
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

function messageRoutes(api: FastifyInstance, outboxOf: Outboxes): void {
  const route = (side: string, show: (mail: DeliveredMail, request: FastifyRequest, reply: FastifyReply) => unknown) =>
    api.get(`/message/:id${side}`, { config: { parameters: ['query', 'tz', 'dl'] } }, async (request, reply) => {
      const { id, part } = request.params as { id: string; part?: string };
      const mail = await mailOf(id, request, outboxOf(request));
      const isLatest = id === 'latest' && part === undefined;
      const shown = mail && (await show(mail, request, reply));
      return shown ?? plain(reply, 404, isLatest ? 'Message not found' : '404 page not found');
    });

  route('', (mail, request) => {
    outboxOf(request).mark(mail, true);
    return messageOf(mail);
  });
  route('/headers', async (mail) => headersOf(await sourceOf(mail)));
  route('/raw', async (mail, _request, reply) => reply.type('text/plain; charset=utf-8').send(await sourceOf(mail)));
  route('/part/:part', ({ message }, request, reply) => {
    const { part } = request.params as { part: string };
    const found = filesOf(message).find(({ shape }) => shape.PartID === part);
    // Always as a download: a page must not run the content of a mail.
    return (
      found &&
      reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename="${encodeURIComponent(found.shape.FileName)}"`)
        .send(Buffer.from(found.file.content, 'base64'))
    );
  });
}

/** A page of `matching` mails, with the totals of the mailbox. */
async function listing(
  mailbox: readonly DeliveredMail[],
  matching: readonly DeliveredMail[],
  start: number,
  limit: number,
): Promise<MessagesSummary> {
  const messages: MessageSummary[] = [];
  // One after the other: each source takes memory.
  for (const mail of matching.slice(start, start + limit)) messages.push(await summaryOf(mail));
  return {
    total: mailbox.length,
    unread: countUnread(mailbox),
    count: messages.length,
    messages_count: matching.length,
    messages_unread: countUnread(matching),
    start,
    tags: tagsOf(mailbox),
    messages,
  };
}

/** The mail that the path names; `latest` is the newest one, or the newest that a `query` finds. */
async function mailOf(id: string, request: FastifyRequest, outbox: Outbox): Promise<DeliveredMail | undefined> {
  if (id !== 'latest') return outbox.get(id);
  const mails = outbox.list();
  const [latest] = parameterOf(request, 'query') === undefined ? mails : await searchOf(request)(mails);
  return latest;
}

function searchOf(request: FastifyRequest) {
  const query = parameterOf(request, 'query')?.trim();
  if (!query) throw new BadRequest('Error: no search query');
  return readSearch(query);
}

function pageOf(request: FastifyRequest): { start: number; limit: number } {
  const numberOf = (name: string, usual: string) => {
    const text = parameterOf(request, name) ?? usual;
    if (!/^\d{1,15}$/.test(text)) throw new BadRequest(`Error: ${name} must be a whole number`);
    return Number(text);
  };
  return { start: numberOf('start', '0'), limit: numberOf('limit', '50') };
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

function parameterOf(request: FastifyRequest, name: string): string | undefined {
  return (request.query as Record<string, string | undefined>)[name];
}

/** Some clients send blanks for no body. */
function hasBody({ body }: FastifyRequest): boolean {
  return String(body ?? '').trim() !== '';
}

function plain(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain').send(text);
}

/** The mails of a request, by ids or by a search; all mails when it has neither. */
interface BulkRequest {
  read: boolean;
  ids: string[] | undefined;
  search: string | undefined;
}

const types: Record<string, (value: unknown) => boolean> = {
  Read: (value) => typeof value === 'boolean',
  IDs: (value) => Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
  Search: (value) => typeof value === 'string',
};

/**
 * Reads the body of a request about many messages: `{ Read?, IDs?, Search? }`, names in any case and `null` for an absent member, as Go
 * reads JSON. Throws a BadRequest for an unknown member, which may be a misspelt filter, and for filters that select no mail.
 */
function parseBulkRequest(body: unknown, allowed = Object.keys(types)): BulkRequest {
  const members: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(objectOf(body))) {
    const name = allowed.find((known) => known.toLowerCase() === key.toLowerCase());
    if (!name) throw new BadRequest(`the body has an unknown member "${key}"; known here: ${allowed.join(', ')}`);
    if (value === null) continue;
    if (!types[name]?.(value)) throw new BadRequest(`${name} is not of its type`);
    members[name] = value;
  }
  const {
    Read: read = false,
    IDs: ids,
    Search: search,
  } = members as { Read?: boolean; IDs?: string[]; Search?: string };
  const request = { read, ids: ids?.length ? ids : undefined, search: search?.trim() || undefined };
  if (request.ids && request.search) throw new BadRequest('You may specify either IDs or a search query, not both');
  if ((ids || search !== undefined) && !request.ids && !request.search)
    throw new BadRequest('the body selects no mail; for all mail leave out the filter');
  return request;
}

function objectOf(body: unknown): object {
  if (Buffer.isBuffer(body) && hasTooManyValues(body))
    throw new BadRequest(`the body has more than ${MAX_VALUES} values`);
  try {
    const json: unknown = JSON.parse(String(body ?? ''));
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  } catch {}
  throw new BadRequest('the body is not a JSON object');
}
