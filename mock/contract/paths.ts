import type { OperationSpec } from '../../spec/document.ts';
import { nearest } from '../../spec/nearest.ts';

type Route = Pick<OperationSpec, 'path' | 'method'>;

/** A path of more characters is meant for none: there is no parameter that needs them, and to compare paths takes time. */
const LONGEST_PATH = 1_000;

/** The path that was most likely meant by one that there is not, its parameters filled in; `base` is where the operations are. */
export function pathMeant(path: string, base: string, operations: readonly Route[]): string | undefined {
  if (path.length > LONGEST_PATH) return undefined;
  const meant = operations.map((operation) => filled(base + operation.path, path, base));
  if (meant.some(({ whole }) => whole === base + path)) return base + path;
  // What stands at the place of a parameter says nothing about which path was meant.
  const near = meant.filter(({ fixed, asked }) => nearest(asked, [fixed]) !== undefined);
  const like = nearest(
    path,
    near.map(({ whole }) => whole).filter((whole) => whole !== path),
  );
  return like ?? meant.find(({ whole }) => isShortFor(path, whole))?.whole;
}

/** Whether a path is another one with steps left out before its last. */
function isShortFor(path: string, whole: string): boolean {
  const [given, steps] = [path.split('/'), whole.split('/')];
  return given.at(-1) === steps.at(-1) && steps.filter((step) => given.includes(step)).join('/') === path;
}

/** The path above or below another one that has a method which the other one lacks. */
export function pathWith(method: string, path: string, operations: readonly Route[]): string | undefined {
  const isAboveOrBelow = (other: string) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`);
  return operations.find((one) => one.method === method.toLowerCase() && isAboveOrBelow(one.path))?.path;
}

/**
 * A path with what stands at the places of its parameters in a path that was asked for, which may lack the base of one step; and both
 * without that.
 */
function filled(template: string, path: string, base: string): { whole: string; fixed: string; asked: string } {
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
