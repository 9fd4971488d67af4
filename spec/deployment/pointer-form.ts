import { pointerStep, pointerSteps, propertyPath } from '../pointer.ts';
import { filledIn } from '../texts.ts';
import type { RefusalForm } from './deployment.ts';
import { addressAt } from './request-place.ts';

type PointerForm = NonNullable<RefusalForm['pointer']>;
type Way = (steps: readonly string[], sent: unknown) => string;

const pathOf = (steps: readonly string[]): string => steps.map((step) => `/${pointerStep(step)}`).join('');

/** Where a pointer leads that goes so far as the contract's, by the steps of that; the most telling first. */
const ways: Readonly<Record<string, Way>> = {
  exact: pathOf,
  address: (steps, sent) => addressAt(pathOf(steps), sent),
  top: (steps) => pathOf(steps.slice(0, 1)),
  parent: (steps) => pathOf(steps.slice(0, -1)),
  document: () => '',
};

/** What a pointer may have behind a part of its own: where it leads, and other ways to write that. */
const parts: Readonly<Record<string, Way>> = {
  ...ways,
  place: (steps) => propertyPath(pathOf(steps)),
  dotted: (steps) => steps.join('.'),
};

/** Whether a pointer leads to the same place whatever is wrong, so that it says nothing of other refusals. */
export const isAlways = (form: string): boolean =>
  form === 'document' || form === '' || (form.startsWith('/') && !/\{\w+\}/.test(form));

/** The pointer of a deployment's refusal that has this form, where the contract's has `pointer`; `sent` is the body of the request. */
export function pointerIn(form: PointerForm, pointer: string | undefined, sent: unknown): string | undefined {
  if (form !== 'document' && isAlways(form)) return form;
  if (pointer === undefined || form === 'none') return undefined;
  const steps = pointerSteps(pointer);
  const way = ways[form];
  if (way) return way(steps, sent);
  return filledIn(form, Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part(steps, sent)])));
}

/** The forms that a deployment's pointer may have where the contract's is `ours`, the most telling first; where neither is there, any. */
export function pointerForms(pointer: string | undefined | null, ours: string | undefined, sent: unknown): string[] {
  if (typeof pointer !== 'string') return ours === undefined ? [...Object.keys(ways), 'none'] : ['none'];
  if (ours === undefined) return [pointer];
  const steps = pointerSteps(ours);
  const plain = Object.entries(ways).flatMap(([name, way]) => (way(steps, sent) === pointer ? [name] : []));
  const behind = Object.entries(parts).flatMap(([name, part]) => {
    const told = part(steps, sent);
    const own = pointer.slice(0, pointer.length - told.length);
    return told !== '' && own.startsWith('/') && pointer === own + told ? [`${own}{${name}}`] : [];
  });
  const exact = pathOf(steps);
  const further = exact !== '' && pointer.startsWith(`${exact}/`) ? [`{exact}${pointer.slice(exact.length)}`] : [];
  const found = [...plain, ...further, ...behind];
  return plain.length > 0 && pointer !== '' ? found : [...found, pointer];
}
