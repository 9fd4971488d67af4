/** Escapes one step of a JSON pointer (RFC 6901). */
export function pointerStep(step: string | number): string {
  return String(step).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The steps of a JSON pointer (RFC 6901), unescaped; of a reference (`openapi#/a/b`) those behind `#`. Throws when it is none. */
export function pointerSteps(pointer: string): string[] {
  const [root, ...steps] = pointer.replace(/^[^/#]*#/, '').split('/');
  if (root !== '') throw new Error(`"${pointer}" is no JSON pointer`);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a pointer; undefined where there is none. */
export function atPointer(value: unknown, pointer: string): unknown {
  return pointerSteps(pointer).reduce(
    (node, step) => (node as Record<string, unknown> | null | undefined)?.[step],
    value,
  );
}

/** A JSON pointer as a reference has it behind the name of the document (RFC 6901, 6). */
export function pointerFragment(pointer: string): string {
  return `#${pointer.split('/').map(encodeURIComponent).join('/')}`;
}
