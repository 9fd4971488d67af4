import type { Choices } from '../../../spec/generated/choices.ts';
import type { Json } from '../../../spec/json.ts';
import { couldNotBeHeld, isFictional } from '../../suite/calls/numbers.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { membersOf } from '../../suite/wire/answer.ts';
import { bodyOf, isSuccess } from '../asked/pair.ts';
import { each } from './measure.ts';

const holdMinutes = each<Choices['holdMinutes']>((seen) => {
  const held = reservedIn(seen).find(({ errors, expired_at }) => !errors && typeof expired_at === 'string');
  const minutes = held && (Date.parse(String(held.expired_at)) - Date.parse(String(held.created_at))) / 60_000;
  return minutes ? Math.round(minutes) : undefined;
});

const unavailableExpiry = each<Choices['unavailableExpiry']>((seen) => {
  const entry = reservedIn(seen).find(couldNotBeHeld);
  return entry && (typeof entry.expired_at === 'string' ? 'shown' : 'absent');
});

/** What becomes of a reservation with numbers that can't be held, from those beside others and those alone. */
function unavailableNumber(exchanges: readonly NotedExchange[]): Choices['unavailableNumber'] | undefined {
  const told = exchanges.map(reservedIn).filter((entries) => entries.some(couldNotBeHeld));
  if (told.some((entries) => entries.every(couldNotBeHeld))) return 'entry';
  const isRefused = exchanges.some(({ status }) => status === 409);
  return told.length > 0 && isRefused ? 'refusedAlone' : undefined;
}

/** What becomes of numbers that no inventory has; one that could not be held may be so because an earlier run holds it. */
function unknownNumber(exchanges: readonly NotedExchange[]): Choices['unknownNumber'] | undefined {
  const entries = exchanges.flatMap((seen) => reservedIn(seen).filter(({ phone_number }) => isFictional(phone_number)));
  if (entries.some((entry) => typeof entry.expired_at === 'string' && !couldNotBeHeld(entry))) return 'held';
  return entries.some(couldNotBeHeld) ? 'unavailable' : undefined;
}

/** The entries of a reservation that was answered with success. */
function reservedIn(seen: NotedExchange): Json[] {
  const { phone_numbers } = membersOf(bodyOf(seen)?.data);
  return isSuccess(seen) && Array.isArray(phone_numbers) ? phone_numbers.map(membersOf) : [];
}

/** The status of a reservation of whose numbers so many are held. */
function statusWhere(seen: NotedExchange, isMeant: (held: number, of: number) => boolean): string | undefined {
  const entries = reservedIn(seen);
  const { status } = membersOf(bodyOf(seen)?.data);
  const isThat = isMeant(entries.filter((entry) => !couldNotBeHeld(entry)).length, entries.length);
  return isThat && typeof status === 'string' ? status : undefined;
}

/** What reservations show. */
export const measuresOfReservations = {
  holdMinutes,
  unavailableExpiry,
  partlyHeld: each<Choices['partlyHeld']>((seen) => statusWhere(seen, (held, of) => held > 0 && held < of)),
  noneHeld: each<Choices['noneHeld']>((seen) => statusWhere(seen, (held, of) => held === 0 && of > 0)),
  unavailableNumber,
  unknownNumber,
};
