import { controlSchema } from '../../spec/control.ts';
import type { Json } from '../../spec/json.ts';
import { pointerFragment, pointerStep, pointerSteps } from '../../spec/pointer.ts';
import type { Validators, Violation } from '../../spec/validators.ts';
import { fitsWithin, MAX_DEPTH, noDeeperThan } from '../contract/depth.ts';

/** The members of a request lie so much deeper in a state: at most in the answer of a ledger's record. */
const STATE_DEPTH = MAX_DEPTH + 6;

/** Levels of objects that are checked member by member; what lies deeper is checked in one go, but for the entries of lists in them. */
const LEVELS = 2;

/** Flaws that are told at once at most. */
export const MOST_TOLD = 50;

/** Why something can't be in a partition, and where in it that is said. */
export type Flaw = Pick<Violation, 'pointer' | 'message'>;
/** Looks for flaws step by step: each step gives the one that it found. */
export type Steps = Generator<Flaw | undefined, void>;
type Check = (value: unknown) => Violation | undefined;

/** The schema of a list or an object in two: a check of all but its members, and where the schema of a member stands. */
interface Halves {
  isList: boolean;
  frame: Check;
  memberAt: (name: string | number) => string | undefined;
}

/**
 * Checks values by schemas of the control API's document entry by entry: a large state would take others' time. `pointer` leads to the
 * schema. The generator pauses after each entry, and gives the flaws.
 */
export function checkInPieces(validators: Validators): (pointer: string, value: unknown) => Generator<void, Flaw[]> {
  const document = controlSchema({});
  const wholeOf = checksAt(validators);
  const taken = new Map<string, Halves | undefined>();

  function* flawsOf(pointer: string, value: unknown, at = '', levels = LEVELS): Steps {
    const here = (flaw: Flaw | undefined) => flaw && { pointer: at + flaw.pointer, message: flaw.message };
    const halves = typeof value === 'object' && value !== null ? halvesOf(pointer) : undefined;
    if (!halves || (levels === 0 && !halves.isList)) {
      yield tooDeep(value, at) ?? here(wholeOf(pointer)(value));
      return;
    }
    const { frame, isList, memberAt } = halves;
    const violation = frame(value);
    if (violation) yield here(violation);
    if (Array.isArray(value) !== isList) return;
    for (const name of isList ? (value as unknown[]).keys() : Object.keys(value as Json)) {
      const schema = memberAt(name);
      const member = (value as Json)[name];
      const place = `${at}/${pointerStep(name)}`;
      if (schema) yield* flawsOf(schema, member, place, isList ? 0 : levels - 1);
      else yield tooDeep(member, place);
    }
  }

  /** Undefined where a schema is more than that of a list or an object. */
  function halvesOf(pointer: string): Halves | undefined {
    if (!taken.has(pointer)) taken.set(pointer, inHalves(...schemaAt(document, pointer), validators));
    return taken.get(pointer);
  }

  return (pointer, value) => gathered(flawsOf(pointer, value));
}

/** The checks of whole values by schemas of the control API's document, each compiled at its first use. */
export function checksAt(validators: Validators): (pointer: string) => Check {
  const known = new Map<string, Check>();
  return (pointer) => {
    const check = known.get(pointer) ?? validators.schema(controlSchema({ $ref: pointerFragment(pointer) }));
    known.set(pointer, check);
    return check;
  };
}

/** The flaws that steps give, as many as are told at most. */
export function* gathered(steps: Steps): Generator<void, Flaw[]> {
  const flaws: Flaw[] = [];
  for (const flaw of steps) {
    if (flaw && flaws.push(flaw) === MOST_TOLD) break;
    yield;
  }
  return flaws;
}

/** The flaw of a value that nests deeper than a state may. */
export function tooDeep(value: unknown, pointer = ''): Flaw | undefined {
  return fitsWithin(STATE_DEPTH, value) ? undefined : { pointer, message: noDeeperThan(STATE_DEPTH) };
}

function inHalves(pointer: string, schema: Json, validators: Validators): Halves | undefined {
  const { items, properties = {}, additionalProperties, ...rest } = schema;
  if ('$ref' in rest) return undefined;
  const isList = items !== undefined;
  if (isList) return { isList, frame: validators.schema(controlSchema(rest)), memberAt: () => `${pointer}/items` };
  if (rest.type !== 'object') return undefined;
  const known = Object.fromEntries(Object.keys(properties as Json).map((name) => [name, true]));
  const others = typeof additionalProperties === 'object' ? `${pointer}/additionalProperties` : undefined;
  const frame = { ...rest, properties: known, additionalProperties: additionalProperties !== false };
  return {
    isList,
    frame: validators.schema(controlSchema(frame)),
    memberAt: (name) => (Object.hasOwn(known, name) ? `${pointer}/properties/${pointerStep(name)}` : others),
  };
}

/** The schema that a pointer leads to, through what is a reference within the document and nothing else, and where it stands. */
function schemaAt(document: Json, pointer: string): [pointer: string, schema: Json] {
  const schema = pointerSteps(pointer).reduce((node, step) => node[step] as Json, document);
  const { $ref, ...others } = schema;
  const isAlias = typeof $ref === 'string' && $ref.startsWith('#') && Object.keys(others).length === 0;
  return isAlias ? schemaAt(document, $ref.slice(1)) : [pointer, schema];
}
