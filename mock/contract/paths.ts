import type { OperationSpec } from '../../spec/document.ts';
import { nearest } from '../../spec/nearest.ts';

type Route = Pick<OperationSpec, 'path' | 'method'>;

/** The path that was most likely meant by one that there is not, its parameters filled in; `base` is where the operations are. */
export function pathMeant(path: string, base: string, operations: readonly Route[]): string | undefined {
  const known = new Set(operations.map((operation) => filled(base + operation.path, path)));
  known.delete(path);
  return known.has(base + path) ? base + path : nearest(path, [...known]);
}

/** The path beside one, above or below it, that has a method which that one has not. */
export function pathWith(method: string, path: string, operations: readonly Route[]): string | undefined {
  const isBeside = (other: string) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`);
  return operations.find((one) => one.method === method.toLowerCase() && isBeside(one.path))?.path;
}

/** A path with what stands at the places of its parameters in a path that was asked for, with or without the base of one step. */
function filled(template: string, asked: string): string {
  const steps = template.split('/');
  const given = asked.split('/');
  const without = steps.length - given.length;
  if (without !== 0 && without !== 1) return template;
  return steps.map((step, index) => (step.startsWith('{') && given[index - without]) || step).join('/');
}
