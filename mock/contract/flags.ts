import type { Json } from '../../spec/json.ts';
import { nodeAt } from '../../spec/trace.ts';
import { membersOf, partsOf } from './members.ts';
import type { DescribedBody } from './nulls.ts';

const words = new Map<unknown, boolean>([
  ['true', true],
  ['yes', true],
  [1, true],
  ['false', false],
  ['no', false],
  [0, false],
]);

/** A body whose flags may be words and numbers: they are what these stand for, as a deployment may choose (EMAIL-SUPP-10). */
export function withFlags(body: unknown, { json, pointer }: DescribedBody): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const members = membersOf(partsOf(json, nodeAt(json, pointer) as Json));
  const isFlag = (name: string) => members?.get(name)?.some(({ type }) => [type].flat().includes('boolean')) ?? false;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, isFlag(name) ? (words.get(value) ?? value) : value]),
  );
}
