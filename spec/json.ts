// JSON values, and pointers into them (RFC 6901).

export type Json = Record<string, unknown>;

/** True for JSON objects; false for lists and null. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isListOrObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

/** Escapes one step of a JSON pointer (RFC 6901). */
export function escapeStep(step: string | number): string {
  return String(step).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The unescaped steps of a JSON pointer (RFC 6901) or of a reference such as `openapi#/a/b`. Throws for other texts. */
export function parsePointer(pointer: string): string[] {
  const [root, ...steps] = pointer.replace(/^[^/#]*#/, '').split('/');
  if (root !== '') throw new Error(`"${pointer}" isn't a JSON pointer`);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function toParentPointer(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

export function readPointer(value: unknown, pointer: string): unknown {
  return parsePointer(pointer).reduce(
    (node, step) => (node as Record<string, unknown> | null | undefined)?.[step],
    value,
  );
}

/** A JSON pointer as the fragment of a reference (RFC 6901, 6). */
export function toFragment(pointer: string): string {
  return `#${pointer.split('/').map(encodeURIComponent).join('/')}`;
}

/** The child of a node under a step; the step `$ref` leads to the target of the reference. */
export function followStep(json: Json, node: unknown, step: string): unknown {
  const next = (node as Json | undefined)?.[step];
  if (step !== '$ref' || typeof next !== 'string') return next;
  return readPointer(json, next);
}

/** The node at a pointer that has a step `$ref` for each reference. */
export function findNode(json: Json, pointer: string): unknown {
  return parsePointer(pointer).reduce((node: unknown, step) => followStep(json, node, step), json);
}

/** A pointer without the references that a pointer with steps `$ref` follows. */
export function resolvePointer(json: Json, pointer: string): string {
  return parsePointer(pointer).reduce((place, step) => {
    const node = findNode(json, place);
    if (step === '$ref' && isObject(node) && typeof node.$ref === 'string') return node.$ref.slice(1);
    return `${place}/${escapeStep(step)}`;
  }, '');
}

/** Adds a step `$ref` to a pointer for each reference on its way. */
export function spellOut(json: Json, pointer: string): string {
  let node: unknown = json;
  let spelled = '';
  for (const step of parsePointer(pointer)) {
    while (typeof node === 'object' && node !== null && '$ref' in node && !(step in node)) {
      node = followStep(json, node, '$ref');
      spelled += '/$ref';
    }
    node = followStep(json, node, step);
    spelled += `/${escapeStep(step)}`;
  }
  return spelled;
}

/** The way from a schema to a schema within it that judges the value at `instancePath`, each reference a step `$ref`. */
export function traceSchema(json: Json, start: unknown, instancePath: string, target: unknown): string | undefined {
  const visit = (node: unknown, at: string, rest: string[]): string | undefined => {
    if (node === target && rest.length === 0) return at;
    if (typeof node !== 'object' || node === null) return undefined;
    for (const [way, left] of listWays(node as Json, rest)) {
      const next = way.reduce((found: unknown, step) => followStep(json, found, step), node);
      const found = visit(next, at + way.map((step) => `/${escapeStep(step)}`).join(''), left);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return visit(start, '', parsePointer(instancePath));
}

/** The steps from a schema to its subschemas, each with the rest of the way into the value. */
function listWays(schema: Json, rest: string[]): [string[], string[]][] {
  const ways: [string[], string[]][] = [];
  if ('$ref' in schema) ways.push([['$ref'], rest]);
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const branches = (schema[keyword] as unknown[] | undefined) ?? [];
    for (const index of branches.keys()) ways.push([[keyword, String(index)], rest]);
  }
  const [step, ...left] = rest;
  if (step === undefined) return ways;
  if (step in ((schema.properties as Json | undefined) ?? {})) ways.push([['properties', step], left]);
  for (const keyword of ['items', 'additionalProperties']) if (keyword in schema) ways.push([[keyword], left]);
  return ways;
}
