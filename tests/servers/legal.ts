import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { Profile } from '../../conformance/suite/profile.ts';
import { mailpitApi } from '../../mock/email/mailpit/api.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { type Answer, answer, readCall, send } from './legal/http.ts';
import { PostOffice } from './legal/post-office.ts';
import { Refusal } from './legal/problem.ts';
import { profileOf } from './legal/profile.ts';
import { dispatchCall } from './legal/routes.ts';
import { wires } from './legal/wire.ts';
import { newWorld, type World } from './legal/world.ts';

/**
 * What "legal" means: each assumption of the register, and how this server settles the question in another way. Every rule
 * of basis source is obeyed. "Other names" are those of `wire: 'other'`.
 */
export const settledOtherwise: Partial<Record<RuleId, string>> = {
  'AUTH-5': '403 (the code stays 10009), on all operations but the update',
  'AUTH-7': 'no WWW-Authenticate',
  'HTTP-4': '422, code 20001 (10007 on a reservation)',
  'HTTP-6': '400, code 20001 (10007 on a reservation)',
  'HTTP-7': '404 without a body',
  'HTTP-8': '404 without a body, no Allow',
  'HTTP-9': 'bodies of up to 32,000,000 bytes are read; larger ones are 400, code 10007',
  'HTTP-10': '400; with other names ignored',
  'HTTP-11': '400; with other names ignored',
  'HTTP-14': 'a trailing slash makes no difference',
  'HTTP-15': 'null is an absent member',
  'ERR-10': '400, code 20001 (10007 on a reservation)',
  'ERR-11': 'no error has a source',
  'ERR-12': 'no error has a source',
  'ERR-13': '201, 203, 403 and 409 where the document has none',
  'ERR-14': 'an unknown message is answered with no entry in `errors`',
  'PAGE-6': '203',
  'PAGE-7': 'other names: `page`',
  'PAGE-8': '25 items',
  'PAGE-9': 'document types: 400; runs: size 0 is an empty page, a negative size 400',
  'PAGE-10': 'large sizes are taken as they are, numbers below 1 as 1, what is no integer as absent',
  'PAGE-11': 'at least 1, also for an empty list',
  'PAGE-12': '404',
  'SIM-8': 'two hours east of UTC',
  'SIM-12': '400; with other names ignored',
  'SIM-14': '`updated_at` becomes the present time',
  'SIM-15': 'the threshold is replaced, a member left out becomes 0.0 or MB',
  'SIM-17': '422',
  'SIM-19': '400',
  'SIM-22': 'signs and bare points are read; the answer writes the number with a whole part and a fraction',
  'SIM-24': '404, code 20404',
  'SIM-25': '403, code 20403',
  'RSV-3': '201',
  'RSV-12': 'reservation `pending` or `partial`, number `reserved` or `unavailable`',
  'RSV-13': 'numbers are `reserved`',
  'RSV-15': 'whole seconds and +00:00',
  'RSV-16': '10 minutes',
  'RSV-21': 'no `phone_numbers` in the answer',
  'RSV-24': '400, without a source',
  'RSV-25': 'accepted; the second entry could not be held',
  'RSV-26': '`unavailable`; when no number at all can be held, 409 for the whole request',
  'RSV-27': 'the others are `reserved`',
  'RSV-29': '403 instead of 401; 409 as well',
  'RSV-30': 'there is no such limit',
  'RSV-32': 'no `updated_at`; `customer_reference` is empty when not supplied',
  'DIR-6': 'some descriptions are empty or missing',
  'RUN-6': '+00:00',
  'RUN-9': 'some runs lack `mission_id` or `updated_at`; with other names all lack `status`',
  'RUN-10': '`waiting`, `active`, `done` or `broken`',
  'RUN-13': 'with other names a run does not show its status',
  'RUN-15': '400',
  'RUN-16': 'oldest first',
  'RUN-18': 'other names: `per_page`',
  'RUN-24': '400',
  'RUN-25': 'the name of the parameter alone',
  'RUN-26': 'empty for an unknown parameter',
  'EMAIL-ANS-2': 'other names: `POST /mail/messages`',
  'EMAIL-ANS-3': '201',
  'EMAIL-ANS-4': '`envelope: other` puts the message into `email`',
  'EMAIL-ANS-5': 'no `record_type`',
  'EMAIL-ANS-6': '`from` is a string, `to` a list of strings, no `cc`, `bcc` and `reply_to`',
  'EMAIL-ANS-7': 'absent',
  'EMAIL-ANS-8': 'no `attachments` and `events`; `created_at` is two hours east of UTC',
  'EMAIL-ANS-9': '`accepted`',
  'EMAIL-ANS-10': 'the status does not change',
  'EMAIL-ANS-11': 'the status does not change',
  'EMAIL-ANS-17': 'nine of the fields are absent, others are there',
  'EMAIL-ANS-18': 'there are no events',
  'EMAIL-ANS-19': '`accepted`, `timed` or `simulated`',
  'EMAIL-FROM-3': 'other names: `address`',
  'EMAIL-FROM-4': 'without `from` the account has a sender of its own',
  'EMAIL-FROM-7': 'other names: `sender_name`',
  'EMAIL-FROM-10': 'other names: `answer_to`',
  'EMAIL-FROM-11': 'not shown',
  'EMAIL-RCPT-5': 'white space around an address is refused with 400',
  'EMAIL-RCPT-6': '20400',
  'EMAIL-RCPT-7': 'other names: `{ address, name? }`',
  'EMAIL-RCPT-8': 'accepted, the name is the display name',
  'EMAIL-RCPT-9': 'one recipient in any of the three lists is enough, none is 400',
  'EMAIL-SUBJ-3': 'missing: 422, code 20424; empty: accepted',
  'EMAIL-SUBJ-8': '20428',
  'EMAIL-TMPL-3': '400, code 20001',
  'EMAIL-TMPL-6': '20427',
  'EMAIL-TMPL-7': '422, code 20425',
  'EMAIL-TMPL-11': 'accepted and rendered as with an empty object',
  'EMAIL-WO-3': 'tags may be anything; other names: `labels`, `custom_metadata`',
  'EMAIL-HDR-2': 'other names: `custom_headers`',
  'EMAIL-HDR-3': 'written as a string',
  'EMAIL-HDR-5': '400',
  'EMAIL-HDR-6': 'refused, so nothing is dropped',
  'EMAIL-HDR-7': 'the line break becomes a blank',
  'EMAIL-SCHED-3': '`timed` and `accepted`',
  'EMAIL-SCHED-4': 'never shown',
  'EMAIL-SCHED-10': 'an invalid or past `scheduled_at` gives way to `send_at`',
  'EMAIL-SCHED-11': 'null means now, whatever `send_at` says',
  'EMAIL-SCHED-12': 'a time without an offset is one in UTC',
  'EMAIL-SCHED-13': 'a time without an offset is one in UTC',
  'EMAIL-SAND-1': 'other names: there is no such member, and it is ignored',
  'EMAIL-SAND-2': '`simulated`, no `sandbox`',
  'EMAIL-SAND-3': 'delivered, with a header that says so',
  'EMAIL-SUPP-7': '400, code 20426',
  'EMAIL-SUPP-10': 'other names: `override_suppressions`',
  'EMAIL-SUPP-11': '201, and the answer shows all recipients',
  'EMAIL-SUPP-12': 'no `suppressed`',
  'EMAIL-SUPP-13': '201, and nobody gets mail',
  'EMAIL-SUPP-14': 'no `suppressed`',
  'EMAIL-SUPP-15': 'no reason is shown',
  'EMAIL-SUPP-16': 'not shown',
  'EMAIL-GROUP-2': 'no `suppressed`',
  'EMAIL-GROUP-3': 'counts for every send',
  'EMAIL-GROUP-5': 'null is 400; other names: `unsubscribe_group`',
  'EMAIL-TRACK-2': 'other names: `tracking`; its properties are not looked at',
  'EMAIL-THREAD-9': 'the detail repeats the id that was asked for, and every body has a `request_id`',
  'EMAIL-THREAD-10': '20405',
  'EMAIL-THREAD-12': '400, code 20001',
  'EMAIL-THREAD-18': 'null is 400; other names: `reply_all`',
  'EMAIL-THREAD-19': 'true is 400',
  'EMAIL-THREAD-20': '400',
  'EMAIL-THREAD-21': 'a message that waits for its time, or is sandboxed, is no parent: 404',
  'EMAIL-THREAD-22': 'a message that waits for its time, or is sandboxed, is no parent: 404',
  'EMAIL-THREAD-24': '20423',
  'EMAIL-FWD-4': '400, code 20001',
  'EMAIL-IDEM-2': 'other names: `X-Request-Key`',
  'EMAIL-IDEM-10': '20409',
  'EMAIL-IDEM-12': '20422',
  'EMAIL-IDEM-17': 'the key of a request that was refused for what it refers to stays bound to that request',
  'EMAIL-IDEM-20': 'bodies that are equal as JSON are the same, on either route',
  'EMAIL-IDEM-22': 'each API key has records of its own',
  'EMAIL-IDEM-23': 'equal as JSON, letter case of the key and route: all the same',
  'EMAIL-IDEM-24': 'the alias shares the records',
  'EMAIL-IDEM-25': 'a malformed key is refused before the credentials are',
  'EMAIL-IDEM-26': 'with good credentials, the body is looked at before the key',
  'EMAIL-IDEM-27': 'the body is looked at before the record',
  'EMAIL-IDEM-28': 'there is no such limit',
  'EMAIL-IDEM-29': 'there is no such limit',
  'EMAIL-GET-3': '203; `envelope: other` puts the message into `email`',
  'EMAIL-GET-4': '404 with an empty `errors`',
  'EMAIL-GET-5': '403, code 20403',
  'EMAIL-GET-6': '400, code 20001',
  'EMAIL-GET-7': 'a body that was not sent is absent',
  'EMAIL-ALIAS-4': '404',
  'EMAIL-ATT-1': 'ignored',
  'EMAIL-ATT-2': 'not delivered',
  'EMAIL-ATT-3': 'ignored',
  'EMAIL-ATT-4': 'no `attachments`',
};

/** The assumptions that are settled here as everywhere, and why. */
export const settledAlike: Partial<Record<RuleId, string>> = {
  'HTTP-12': 'a 500 would be a fault, not another way',
  'HTTP-13': 'a rate limit would only slow the tests down',
  'PAGE-13': 'a percent-encoded character of a query is the character',
  'RUN-17': 'without a stable order a walk could not count the items',
  'EMAIL-IDEM-21': 'what another account does must not be told by its keys',
};

export interface LegalOptions {
  /** The names that the source leaves open: the assumed ones or others. */
  wire?: 'assumed' | 'other';
  /** Where an answer about an email has the message: in `data` as assumed, or elsewhere. */
  envelope?: 'data' | 'other';
  /** Whether delivered mail can be read over Mailpit's API. */
  outbox?: boolean;
}

export interface LegalServer {
  /** With the version prefix. */
  url: string;
  profile: Profile;
  close(): Promise<void>;
}

const prefix = '/v2';

/** Starts a server that obeys the source and settles what it leaves open in other ways than this project does. */
export async function startLegalServer(options: LegalOptions = {}): Promise<LegalServer> {
  const postOffice = new PostOffice();
  const world = newWorld(wires[options.wire ?? 'assumed'], options.envelope ?? 'data', postOffice);
  const server = createServer((request, response) => void serve(request, response, world));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
  const mailpit = (options.outbox ?? true) ? await startMailpit(postOffice) : undefined;
  return {
    url,
    profile: profileOf(world, url, mailpit?.url),
    close: async () => {
      await mailpit?.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serve(request: IncomingMessage, response: ServerResponse, world: World): Promise<void> {
  send(response, await answerTo(request, world));
}

async function answerTo(request: IncomingMessage, world: World): Promise<Answer> {
  try {
    return await dispatchCall(await readCall(request, prefix), world);
  } catch (error) {
    if (error instanceof Refusal) return answer(error.status, error.body);
    if (!request.errored) console.error(error);
    return answer(500, { errors: [{ code: '10007', title: 'Unexpected error', detail: String(error) }] });
  }
}

async function startMailpit(postOffice: PostOffice): Promise<{ url: string; close(): Promise<void> }> {
  const app = Fastify({ forceCloseConnections: true });
  await app.register(
    mailpitApi(() => postOffice.open()),
    { prefix: '/api/v1' },
  );
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => app.close() };
}
