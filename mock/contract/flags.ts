import type { Choices } from '../../spec/generated/choices.ts';
import { type DescribedBody, hasType, mapMembers } from './members.ts';

const mapOf = (yes: readonly unknown[], no: readonly unknown[]): ReadonlyMap<unknown, boolean> =>
  new Map([...yes.map((word) => [word, true] as const), ...no.map((word) => [word, false] as const)]);

/** What is read as a flag, by how a deployment reads such words; of words for people the letter case does not matter. */
const readAs: Record<Choices['flagWords'], ReadonlyMap<unknown, boolean>> = {
  refused: mapOf([], []),
  quoted: mapOf(['true'], ['false']),
  digits: mapOf([1, '1'], [0, '0']),
  read: mapOf([1, '1', 'true', 'yes', 'on', 't', 'y'], [0, '0', 'false', 'no', 'off', 'f', 'n']),
};

/** A body whose flags, wherever they stand, may be words and numbers: they are what these stand for, as a deployment may choose (EMAIL-SUPP-10). */
export function withFlags(body: unknown, described: DescribedBody, reading: Choices['flagWords']): unknown {
  const words = readAs[reading];
  if (words.size === 0) return body;
  const wordFor = (member: unknown) =>
    reading === 'read' && typeof member === 'string' ? member.toLowerCase() : member;
  return mapMembers(body, described, (member, schemas) =>
    schemas.some((schema) => hasType(schema, 'boolean')) ? (words.get(wordFor(member)) ?? member) : member,
  );
}
