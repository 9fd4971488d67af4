import { filledIn } from '../texts.ts';

const NAME = '{name}';

/** Whether a form says the same whatever parameter is at fault, so that it says nothing of other refusals. */
export const isAlwaysNamed = (form: string): boolean => form !== 'exact' && form !== 'none' && !form.includes(NAME);

/** What a deployment's refusal names that has this form, where the contract's names `parameter`; a pointer begins with a slash. */
export function parameterIn(form: string, parameter: string | undefined): string | undefined {
  if (form === 'none') return undefined;
  if (isAlwaysNamed(form)) return form;
  return parameter === undefined || form === 'exact' ? parameter : filledIn(form, { name: parameter });
}

/** The form in which a deployment's refusal names what the contract's does; undefined where neither names a parameter. */
export function parameterForm(
  { parameter, pointer }: { parameter?: unknown; pointer?: unknown },
  ours: string | undefined,
): string | undefined {
  if (ours === undefined) return typeof parameter === 'string' && parameter !== '' ? parameter : undefined;
  const told = parameter ?? pointer;
  if (typeof told !== 'string' || told === '') return 'none';
  if (told !== ours && told.includes(ours)) return told.replace(ours, () => NAME);
  return parameter === undefined ? told : 'exact';
}
