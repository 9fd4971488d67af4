import type { Choices } from '../../spec/generated/choices.ts';
import type { Json } from '../../spec/json.ts';
import { nodeAt } from '../../spec/trace.ts';
import { membersOf, partsOf } from './members.ts';
import type { DescribedBody } from './nulls.ts';

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
export function withFlags(body: unknown, { json, pointer }: DescribedBody, reading: Choices['flagWords']): unknown {
  const words = readAs[reading];
  if (words.size === 0) return body;
  const read = (value: unknown, parts: readonly Json[]): unknown => {
    if (typeof value !== 'object' || value === null) return parts.some(isFlag) ? (words.get(value) ?? value) : value;
    const members = Array.isArray(value) ? undefined : membersOf(parts);
    if (!members) return value;
    const partsAt = (name: string) => members.get(name)?.flatMap((schema) => partsOf(json, schema)) ?? [];
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, read(member, partsAt(name))]));
  };
  return read(body, partsOf(json, nodeAt(json, pointer) as Json));
}

function isFlag({ type }: Json): boolean {
  return [type].flat().includes('boolean');
}
