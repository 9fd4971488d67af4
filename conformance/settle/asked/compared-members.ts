import { askedOf } from '../../../spec/deployment/request-place.ts';
import { isObject, type Json } from '../../../spec/json.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { membersOf, parsed } from '../../suite/wire/answer.ts';
import { Tally } from './tally.ts';

/** A member in both answers or in one of them, where the objects around it are in both. */
export interface Met {
  theirs: unknown;
  ours: unknown;
  seen: NotedExchange;
  /** The whole body of our answer. */
  whole: unknown;
  /** In which situation the answer was: of a page the target's, else that of ours. */
  situation: string | undefined;
  /** The parts of the request that belong to it, and to the object around it (`askedAt`). */
  part: unknown;
  beside: unknown;
}

/** All that was met under a path, and how often the object around it was. */
export interface Path {
  all: Met[];
  around: Path | undefined;
}

/** What was met under each path. */
export type Paths = Map<string, Path>;

/** What stands where our answer has nothing, if there is nearly always something; of those that were met some may be looked at alone. */
export function missingIn({ all: met, around }: Path, all: readonly Met[] = met): { value: unknown } | undefined {
  const values = new Tally<unknown>();
  for (const { theirs, ours, seen } of all) if (ours === undefined && theirs !== undefined) values.add(theirs, seen);
  const inNeither = countObjects(around) - met.length;
  const inOurs = all.filter(({ theirs, ours }) => theirs === undefined && ours !== undefined).length;
  return values.count >= 4 * (inNeither + inOurs) ? values.commonest : undefined;
}

/** How often both answers had an object. */
export function countObjects(around: Path | undefined): number {
  return around?.all.filter(areObjects).length ?? 0;
}

/** Whether both answers have an object there. */
export const areObjects = ({ theirs, ours }: Met): boolean => isObject(theirs) && isObject(ours);

/** What the body of its request says of a member of this name; undefined where that is nothing. */
export function saidIn({ seen, beside }: Met, name: string): unknown {
  return askedOf(name, beside, requestOf(seen));
}

/** The body of a request. */
export function requestOf({ request: { body = '' } }: NotedExchange): Json {
  return membersOf(parsed(body));
}

/** Free-form objects, by the ends of their paths: their members are data. */
export const freeForm = /\/(template_variables|input|result_payload|metadata)$/;
