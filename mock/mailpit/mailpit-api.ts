// mock/mailpit/: Mailpit's HTTP API over the outbox.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isObject } from '../../spec/json.ts';
import { didYouMean } from '../../spec/texts.ts';
import type { DeliveredMail, Messages } from '../email/messages.ts';
import { BadRequest, readSearch } from './search.ts';
import { filesOf, headersOf, infoOf, listing, messageOf, sourceOf } from './shapes.ts';

type Show = (mail: DeliveredMail, request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * The mail of an outbox over version 1 of Mailpit's HTTP API, to be registered under `/api/v1`: reading, searching,
 * marking and deleting. Errors are plain text. Unknown parameters and members are refused: an ignored filter would
 * select all mail. `tz` has no effect.
 */
export function mailpitApi(messagesOf: (request: FastifyRequest) => Messages): FastifyPluginAsync {
  return async (api) => {
    api.setNotFoundHandler((_request, reply) => plain(reply, 404, '404 page not found'));
    api.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
      const { statusCode = 500, message } = error;
      // The outer server handles wrong partitions (422) and logs failures (500).
      return statusCode < 500 && statusCode !== 422 ? plain(reply, statusCode, message) : reply.send(error);
    });

    api.get('/info', takes(), async (request) => infoOf(messagesOf(request).delivered()));
    api.get('/messages', takes('start', 'limit'), async (request) => {
      const mails = messagesOf(request).delivered();
      // Mailpit lists all mail for a limit of 0, but finds none.
      return listing(mails, mails, numberOf(request, 'start', 0), numberOf(request, 'limit', 50) || mails.length);
    });
    api.get('/search', takes('query', 'tz', 'start', 'limit'), async (request) => {
      const search = searchOf(request);
      const [start, limit] = [numberOf(request, 'start', 0), numberOf(request, 'limit', 50)];
      const mails = messagesOf(request).delivered();
      return listing(mails, await search(mails), start, limit);
    });
    api.put('/messages', takes('tz'), async (request, reply) => {
      const messages = messagesOf(request);
      const { Read: read = false, ...selection } = selectionOf(request.body, ['Read', 'IDs', 'Search']);
      for (const mail of await selected(messages, selection)) messages.change(mail, { read });
      return plain(reply, 200, 'ok');
    });
    api.delete('/messages', takes(), async (request, reply) => {
      const messages = messagesOf(request);
      remove(messages, await selected(messages, hasBody(request) ? selectionOf(request.body, ['IDs']) : {}));
      return plain(reply, 200, 'ok');
    });
    api.delete('/search', takes('query', 'tz'), async (request, reply) => {
      if (hasBody(request)) throw new BadRequest('a search is deleted by its query: this call takes no body');
      const messages = messagesOf(request);
      remove(messages, await searchOf(request)(messages.delivered()));
      return plain(reply, 200, 'ok');
    });

    const route = (side: string, show: Show) =>
      api.get(`/message/:id${side}`, takes('query', 'tz', 'dl'), async (request, reply) => {
        const { id, part } = request.params as { id: string; part?: string };
        const isLatest = id === 'latest';
        const messages = messagesOf(request);
        const mail = isLatest ? await latestOf(request, messages.delivered()) : messages.mail(id);
        const shown = mail && (await show(mail, request, reply));
        return shown ?? plain(reply, 404, isLatest && !part ? 'Message not found' : '404 page not found');
      });
    route('', (mail, request) => {
      messagesOf(request).change(mail, { read: true });
      return messageOf(mail);
    });
    route('/headers', async (mail) => headersOf(await sourceOf(mail)));
    route('/raw', async (mail, _request, reply) => reply.type('text/plain; charset=utf-8').send(await sourceOf(mail)));
    route('/part/:part', (mail, request, reply) => {
      const { part } = request.params as { part: string };
      const { file, shape } = filesOf(mail).find(({ shape: { PartID } }) => PartID === part) ?? {};
      if (!file) return undefined;
      // A download: a page must not run the content of a mail.
      const disposition = `attachment; filename="${encodeURIComponent(shape?.FileName ?? '')}"`;
      const content = Buffer.from(file.content, 'base64');
      return reply.type('application/octet-stream').header('content-disposition', disposition).send(content);
    });
  };
}

/** Deletes mails; their messages stay. */
function remove(messages: Messages, mails: readonly DeliveredMail[]): void {
  for (const mail of mails) messages.change(mail, { deliveredAt: null });
}

async function selected(messages: Messages, { IDs, Search }: Selection): Promise<DeliveredMail[]> {
  if (IDs) return IDs.flatMap((id) => messages.mail(id) ?? []);
  return Search ? readSearch(Search)(messages.delivered()) : messages.delivered();
}

async function latestOf(request: FastifyRequest, mails: DeliveredMail[]): Promise<DeliveredMail | undefined> {
  const [latest] = parameterOf(request, 'query') === undefined ? mails : await searchOf(request)(mails);
  return latest;
}

function searchOf(request: FastifyRequest) {
  const query = parameterOf(request, 'query')?.trim();
  if (!query) throw new BadRequest('Error: no search query');
  return readSearch(query);
}

function numberOf(request: FastifyRequest, name: string, usual: number): number {
  const text = parameterOf(request, name) ?? String(usual);
  if (!/^\d{1,15}$/.test(text)) throw new BadRequest(`Error: ${name} must be a whole number`);
  return Number(text);
}

function parameterOf(request: FastifyRequest, name: string): string | undefined {
  return (request.query as Record<string, string | undefined>)[name];
}

/** A route option that refuses query parameters other than these and `partition`. */
function takes(...names: string[]) {
  const known = ['partition', ...names];
  const onRequest = async ({ query }: FastifyRequest) => {
    for (const [name, value] of Object.entries(query as object)) {
      if (!known.includes(name))
        throw new BadRequest(`Error: there is no query parameter "${name}" here${didYouMean(name, known)}`);
      if (typeof value !== 'string') throw new BadRequest(`Error: the query parameter "${name}" is repeated`);
    }
  };
  return { onRequest };
}

/** A body of blanks counts as none. */
function hasBody({ body }: FastifyRequest): boolean {
  return String(body ?? '').trim() !== '';
}

function plain(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain').send(text);
}

const types = {
  Read: (value: unknown) => typeof value === 'boolean',
  IDs: (value: unknown) => Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
  Search: (value: unknown) => typeof value === 'string',
};

type Selection = { Read?: boolean; IDs?: string[]; Search?: string };

/** Reads a body as Go does: names in any case, `null` for an absent member. Throws a BadRequest for unknown members and wrong types. */
function selectionOf(body: unknown, allowed: readonly (keyof Selection)[]): Selection {
  const members = Object.entries(objectOf(body)).flatMap(([key, value]) => {
    const name = allowed.find((known) => known.toLowerCase() === key.toLowerCase());
    if (!name) throw new BadRequest(`the body has an unknown member "${key}"; known here: ${allowed.join(', ')}`);
    if (value !== null && !types[name](value)) throw new BadRequest(`${name} has a wrong type`);
    return value === null ? [] : [[name, value]];
  });
  const { IDs, Search, ...marks }: Selection = Object.fromEntries(members);
  const isSearch = Boolean(Search?.trim());
  if (IDs?.length && isSearch) throw new BadRequest('You may specify either IDs or a search query, not both');
  if ((IDs ?? Search) !== undefined && !IDs?.length && !isSearch)
    throw new BadRequest('the body selects no mail; for all mail leave out the filter');
  return { ...marks, ...(IDs?.length && { IDs }), ...(Search !== undefined && { Search }) };
}

function objectOf(body: unknown): object {
  try {
    const json: unknown = JSON.parse(String(body ?? ''));
    if (isObject(json)) return json;
  } catch {}
  throw new BadRequest('the body is not a JSON object');
}
