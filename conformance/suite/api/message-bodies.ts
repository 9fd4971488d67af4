import { type Answer, readMembers } from '../wire/answer.ts';

/** An entry of `suppressed` in any form. */
interface Suppressed {
  to?: unknown;
  reason?: unknown;
  scope?: unknown;
  override_allowed?: unknown;
}

/** The entries of `suppressed` next to the message or the errors. */
export function listSuppressed({ body }: Answer): Suppressed[] {
  const { suppressed } = readMembers(body);
  return Array.isArray(suppressed) ? suppressed : [];
}

/** The addresses of these entries, in lower case. */
export function readListed(answer: Answer): string[] {
  return listSuppressed(answer).map(({ to }) => String(to).toLowerCase());
}

/** The entry about an address. */
export function findSuppression(address: string, answer: Answer): Suppressed | undefined {
  return listSuppressed(answer).find(({ to }) => String(to).toLowerCase() === address.toLowerCase());
}

/** The places of an address in an answer, with the status: equal if two answers treat it equally. */
export function describePlaces(address: string, { status, body }: Answer): string {
  return JSON.stringify([status, listPlaces(address.toLowerCase(), body)]);
}

/** The paths of an address in a JSON body; positions in lists are left out. */
function listPlaces(address: string, body: unknown): string[] {
  if (typeof body === 'string') return body.toLowerCase() === address ? [''] : [];
  if (typeof body !== 'object' || body === null) return [];
  const step = (name: string) => (Array.isArray(body) ? '*' : name);
  return Object.entries(body).flatMap(([name, value]) => listPlaces(address, value).map((at) => `/${step(name)}${at}`));
}

/** The values of all members of this name, at any depth of a JSON body. */
export function findMembers(body: unknown, name: string): unknown[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) => [
    ...(key === name && !Array.isArray(body) ? [value] : []),
    ...findMembers(value, name),
  ]);
}
