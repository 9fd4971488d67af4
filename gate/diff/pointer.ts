/** A JSON pointer (RFC 6901) with one more step. */
export function append(step: string, pointer: string): string {
  return `${pointer}/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The steps of a JSON pointer, unescaped. Throws when the text is none. */
export function pointerSegments(pointer: string): string[] {
  const [root, ...steps] = pointer.split('/');
  if (root !== '') throw new Error(`"${pointer}" is no JSON pointer`);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
