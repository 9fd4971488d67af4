/** Escapes one step of a JSON pointer (RFC 6901). */
export function pointerStep(step: string | number): string {
  return String(step).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The unescaped steps of a JSON pointer (RFC 6901) or of a reference such as `openapi#/a/b`. Throws for other texts. */
export function pointerSteps(pointer: string): string[] {
  const [root, ...steps] = pointer.replace(/^[^/#]*#/, '').split('/');
  if (root !== '') throw new Error(`"${pointer}" is no JSON pointer`);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function parentPointer(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

export function atPointer(value: unknown, pointer: string): unknown {
  return pointerSteps(pointer).reduce(
    (node, step) => (node as Record<string, unknown> | null | undefined)?.[step],
    value,
  );
}

/** A JSON pointer as the fragment of a reference (RFC 6901, 6). */
export function pointerFragment(pointer: string): string {
  return `#${pointer.split('/').map(encodeURIComponent).join('/')}`;
}
