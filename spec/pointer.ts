import { append, pointerSegments } from '@hyperjump/json-pointer';

/** Escapes one step of a JSON pointer (RFC 6901). */
export function pointerStep(step: string | number): string {
  return append(String(step), '').slice(1);
}

/** The steps of a JSON pointer (RFC 6901), unescaped; of a reference (`openapi#/a/b`) those behind `#`. Throws when it is none. */
export function pointerSteps(pointer: string): string[] {
  return [...pointerSegments(pointer.replace(/^[^/#]*#/, ''))];
}
