import type { Choices } from '../../spec/generated/choices.ts';
import { type DescribedBody, hasType, mapMembers } from './members.ts';

const quoted = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
]);

/** What is read as a flag, by how a deployment reads such words. */
const readAs = {
  refused: new Map<unknown, boolean>(),
  quoted,
  read: new Map<unknown, boolean>([...quoted, ['yes', true], [1, true], ['no', false], [0, false]]),
};

/** A body whose flags, wherever they stand, may be words and numbers: they are what these stand for, as a deployment may choose (EMAIL-SUPP-10). */
export function withFlags(body: unknown, described: DescribedBody, reading: Choices['flagWords']): unknown {
  const words = readAs[reading];
  if (words.size === 0) return body;
  return mapMembers(body, described, (member, schemas) =>
    schemas.some((schema) => hasType(schema, 'boolean')) ? (words.get(member) ?? member) : member,
  );
}
