import { checkKey, createEmail, getEmail } from './emails.ts';
import type { Answer, Call } from './http.ts';
import { listDocumentTypes, listRuns, unknownQuery } from './lists.ts';
import { badRequestCode, Refusal, refusal } from './members.ts';
import { updateNotification } from './notifications.ts';
import { createReservation, reservationCode } from './reservations.ts';
import type { Wire } from './setting.ts';
import { type Caller, isStrict, type World } from './world.ts';

interface Route {
  method: string;
  path: RegExp;
  handle(call: Call, world: World, caller: Caller, id: string): Answer | Promise<Answer>;
  /** The query parameters that it knows. */
  query?: string[];
  /** The answer to another query parameter. */
  unknownParameter?: () => Refusal;
  /** The status of an authentication failure. */
  unauthorized?: number;
  /** The checks before the credentials. */
  first?: (call: Call, world: World) => void;
}

function routesOf(wire: Wire): Route[] {
  const email = { method: 'POST', handle: createEmail, first: checkKey };
  return [
    {
      method: 'PATCH',
      path: /^\/sim_card_data_usage_notifications\/([^/]+)$/,
      handle: updateNotification,
      unauthorized: 401,
    },
    {
      method: 'POST',
      path: /^\/number_reservations$/,
      handle: createReservation,
      unknownParameter: () => refusal(400, reservationCode),
    },
    {
      method: 'GET',
      path: /^\/dir\/document_types$/,
      handle: listDocumentTypes,
      query: ['page[size]', wire.pageNumber],
    },
    {
      method: 'GET',
      path: /^\/ai\/missions\/runs$/,
      handle: listRuns,
      query: ['status', wire.pageSize, wire.pageNumber],
      unknownParameter: unknownQuery,
    },
    { ...email, path: new RegExp(`^${wire.emailPath}$`) },
    { ...email, path: /^\/emails$/ },
    // The source itself names this path, for any primary route for sending.
    { method: 'GET', path: /^\/email_messages\/([^/]+)$/, handle: getEmail },
  ];
}

/** Answers a call or throws a Refusal. What is no route, another method included, is 404 without a body. */
export async function dispatchCall(call: Call, world: World): Promise<Answer> {
  for (const route of routesOf(world.wire)) {
    const match = route.path.exec(call.path);
    if (!match || route.method !== call.method) continue;
    const caller = callerOf(call, world);
    if (!caller) route.first?.(call, world);
    if (!caller) throw refusal(route.unauthorized ?? 403, '10009', 'Your credentials could not be understood.');
    checkQuery(route, call, world);
    return route.handle(call, world, caller, match[1] ?? '');
  }
  throw new Refusal(404);
}

function checkQuery({ query = [], unknownParameter }: Route, call: Call, world: World): void {
  if (!isStrict(world)) return;
  const unknown = [...call.query.keys()].find((name) => !query.includes(name));
  if (unknown === undefined) return;
  throw unknownParameter?.() ?? refusal(400, badRequestCode, `There is no parameter ${unknown}.`);
}

function callerOf(call: Call, world: World): Caller | undefined {
  const [line, ...more] = call.headers('authorization');
  const token = /^Bearer (\S+)$/.exec(line ?? '')?.[1];
  return more.length > 0 ? undefined : world.callers.find(({ apiKey }) => apiKey === token);
}
