// mock/mailpit/: Mailpit's HTTP API over the outbox.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isObject } from '../../spec/json.ts';
import { didYouMean } from '../../spec/texts.ts';
import type { DeliveredMail, Messages } from '../email/messages.ts';
import { BadRequest, readSearch } from './search.ts';
import { listFiles, parseHeaders, toInfo, toListing, toMailpitMessage, toSource } from './shapes.ts';

type Show = (mail: DeliveredMail, request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * The mail of an outbox over version 1 of Mailpit's HTTP API, to be registered under `/api/v1`: reading, searching,
 * marking and deleting. Errors are plain text. Unknown parameters and members are refused: an ignored filter would
 * select all mail. `tz` has no effect.
 */
export function createMailpitApi(messagesOf: (request: FastifyRequest) => Messages): FastifyPluginAsync {
  return async (api) => {
    api.setNotFoundHandler((_request, reply) => sendText(reply, 404, '404 page not found'));
    api.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
      const { statusCode = 500, message } = error;
      // The outer server handles wrong partitions (422) and logs failures (500).
      return statusCode < 500 && statusCode !== 422 ? sendText(reply, statusCode, message) : reply.send(error);
    });

    api.get('/info', allowParameters(), async (request) => toInfo(messagesOf(request).listDelivered()));
    api.get('/messages', allowParameters('start', 'limit'), async (request) => {
      const [start, limit] = [parseNumber(request, 'start', 0), parseNumber(request, 'limit', 50)];
      const mails = messagesOf(request).listDelivered();
      // Mailpit lists all mail for a limit of 0, but finds none.
      return toListing(mails, mails, start, limit || mails.length);
    });
    api.get('/search', allowParameters('query', 'tz', 'start', 'limit'), async (request) => {
      const search = parseSearch(request);
      const [start, limit] = [parseNumber(request, 'start', 0), parseNumber(request, 'limit', 50)];
      const mails = messagesOf(request).listDelivered();
      return toListing(mails, await search(mails), start, limit);
    });
    api.put('/messages', allowParameters('tz'), async (request, reply) => {
      const messages = messagesOf(request);
      const { Read: read = false, ...selection } = parseSelection(request.body, ['Read', 'IDs', 'Search']);
      for (const mail of await selectMails(messages, selection)) messages.change(mail, { read });
      return sendText(reply, 200, 'ok');
    });
    api.delete('/messages', allowParameters(), async (request, reply) => {
      const messages = messagesOf(request);
      deleteMails(messages, await selectMails(messages, hasBody(request) ? parseSelection(request.body, ['IDs']) : {}));
      return sendText(reply, 200, 'ok');
    });
    api.delete('/search', allowParameters('query', 'tz'), async (request, reply) => {
      if (hasBody(request)) throw new BadRequest('a search is deleted by its query: this call takes no body');
      const messages = messagesOf(request);
      deleteMails(messages, await parseSearch(request)(messages.listDelivered()));
      return sendText(reply, 200, 'ok');
    });

    const addRoute = (side: string, show: Show) =>
      api.get(`/message/:id${side}`, allowParameters('query', 'tz', 'dl'), async (request, reply) => {
        const { id, part } = request.params as { id: string; part?: string };
        const isLatest = id === 'latest';
        const messages = messagesOf(request);
        const mail = isLatest ? await findLatest(request, messages.listDelivered()) : messages.findDelivered(id);
        const shown = mail && (await show(mail, request, reply));
        return shown ?? sendText(reply, 404, isLatest && !part ? 'Message not found' : '404 page not found');
      });
    addRoute('', (mail, request) => {
      messagesOf(request).change(mail, { read: true });
      return toMailpitMessage(mail);
    });
    addRoute('/headers', async (mail) => parseHeaders(await toSource(mail)));
    addRoute('/raw', async (mail, _request, reply) =>
      reply.type('text/plain; charset=utf-8').send(await toSource(mail)),
    );
    addRoute('/part/:part', (mail, request, reply) => {
      const { part } = request.params as { part: string };
      const { file, shape } = listFiles(mail).find(({ shape: { PartID } }) => PartID === part) ?? {};
      if (!file) return undefined;
      // A download: a page must not run the content of a mail.
      const disposition = `attachment; filename="${encodeURIComponent(shape?.FileName ?? '')}"`;
      const content = Buffer.from(file.content, 'base64');
      return reply.type('application/octet-stream').header('content-disposition', disposition).send(content);
    });
  };
}

/** Deletes mails; their messages stay. */
function deleteMails(messages: Messages, mails: readonly DeliveredMail[]): void {
  for (const mail of mails) messages.change(mail, { deliveredAt: null });
}

async function selectMails(messages: Messages, { IDs, Search }: Selection): Promise<DeliveredMail[]> {
  if (IDs) return IDs.flatMap((id) => messages.findDelivered(id) ?? []);
  return Search ? readSearch(Search)(messages.listDelivered()) : messages.listDelivered();
}

async function findLatest(request: FastifyRequest, mails: DeliveredMail[]): Promise<DeliveredMail | undefined> {
  const [latest] = readParameter(request, 'query') === undefined ? mails : await parseSearch(request)(mails);
  return latest;
}

function parseSearch(request: FastifyRequest) {
  const query = readParameter(request, 'query')?.trim();
  if (!query) throw new BadRequest('Error: no search query');
  return readSearch(query);
}

function parseNumber(request: FastifyRequest, name: string, fallback: number): number {
  const text = readParameter(request, name) ?? String(fallback);
  if (!/^\d{1,15}$/.test(text)) throw new BadRequest(`Error: ${name} must be a whole number`);
  return Number(text);
}

function readParameter(request: FastifyRequest, name: string): string | undefined {
  return (request.query as Record<string, string | undefined>)[name];
}

/** A route option that refuses query parameters other than these and `partition`. */
function allowParameters(...names: string[]) {
  const allowed = ['partition', ...names];
  const onRequest = async ({ query }: FastifyRequest) => {
    for (const [name, value] of Object.entries(query as object)) {
      if (!allowed.includes(name))
        throw new BadRequest(`Error: there is no query parameter "${name}" here${didYouMean(name, allowed)}`);
      if (typeof value !== 'string') throw new BadRequest(`Error: the query parameter "${name}" is repeated`);
    }
  };
  return { onRequest };
}

/** A body of blanks counts as none. */
function hasBody({ body }: FastifyRequest): boolean {
  return String(body ?? '').trim() !== '';
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain').send(text);
}

const types = {
  Read: (value: unknown) => typeof value === 'boolean',
  IDs: (value: unknown) => Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
  Search: (value: unknown) => typeof value === 'string',
};

type Selection = { Read?: boolean; IDs?: string[]; Search?: string };

/** Reads a body as Go does: names in any case, `null` for an absent member. Throws a BadRequest for unknown members and wrong types. */
function parseSelection(body: unknown, allowed: readonly (keyof Selection)[]): Selection {
  const members = Object.entries(parseObject(body)).flatMap(([key, value]) => {
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

function parseObject(body: unknown): object {
  try {
    const json: unknown = JSON.parse(String(body ?? ''));
    if (isObject(json)) return json;
  } catch {}
  throw new BadRequest('the body is not a JSON object');
}
