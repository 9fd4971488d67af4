import type { OperationSpec } from '../../spec/document.ts';
import { nearest } from '../../spec/nearest.ts';
import { LONGEST_PATH } from '../limits.ts';

type Route = Pick<OperationSpec, 'path' | 'method'>;

/** The path that was most likely meant by an unknown one, with its parameters; `base` is the prefix of the operations. */
export function pathMeant(path: string, base: string, operations: readonly Route[]): string | undefined {
  if (path.length > LONGEST_PATH) return undefined;
  const meant = operations.map((operation) => fillParameters(base + operation.path, path, base));
  if (meant.some(({ whole }) => whole === base + path)) return base + path;
  // The value of a parameter says nothing about which path was meant.
  const near = meant.filter(({ fixed, asked }) => nearest(asked, [fixed]) !== undefined);
  const candidates = near.map(({ whole }) => whole).filter((whole) => whole !== path);
  return nearest(path, candidates) ?? meant.find(({ whole }) => isShortFor(path, whole))?.whole;
}

function isShortFor(path: string, whole: string): boolean {
  const [short, steps] = [path.split('/'), whole.split('/')];
  return short.at(-1) === steps.at(-1) && steps.filter((step) => short.includes(step)).join('/') === path;
}

/** The path above or below another one that has a method which the other one lacks. */
export function pathWith(method: string, path: string, operations: readonly Route[]): string | undefined {
  const isAboveOrBelow = (other: string) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`);
  return operations.find((one) => one.method === method.toLowerCase() && isAboveOrBelow(one.path))?.path;
}

/** A template with the parameters of a requested path, which may lack the base of one step; and both without parameters. */
function fillParameters(template: string, path: string, base: string): { whole: string; fixed: string; asked: string } {
  const [steps, given] = [template.split('/'), path.split('/')];
  const without = steps.length - given.length;
  if (without !== 0 && (without !== 1 || path.startsWith(`${base}/`)))
    return { whole: template, fixed: template, asked: path };
  const isValue = (index: number) => steps[index]?.startsWith('{') && given[index - without];
  return {
    whole: steps.map((step, index) => isValue(index) || step).join('/'),
    fixed: steps.filter((_, index) => !isValue(index)).join('/'),
    asked: given.filter((_, index) => !isValue(index + without)).join('/'),
  };
}
