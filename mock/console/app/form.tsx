import type { ButtonHTMLAttributes, JSX } from 'preact';
import { useState } from 'preact/hooks';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Runs actions and shows the outcome of the last one, also to screen readers. */
export function useAction(): [report: JSX.Element, run: (done: string, work: () => Promise<unknown>) => void] {
  const [outcome, setOutcome] = useState<{ text: string; failed: boolean }>();
  const run = (done: string, work: () => Promise<unknown>) => {
    setOutcome(undefined);
    work().then(
      () => setOutcome({ text: done, failed: false }),
      (error: Error) => setOutcome({ text: error.message, failed: true }),
    );
  };
  return [<output class={outcome?.failed ? 'failed' : 'done'}>{outcome?.text}</output>, run];
}

/** The handlers of a form that passes on its fields when it is sent, and shows the error of a field in its label. */
export function formOf(take: (fields: FormData) => void) {
  return {
    onSubmit(event: SubmitEvent & { currentTarget: HTMLFormElement }) {
      event.preventDefault();
      take(new FormData(event.currentTarget));
    },
    onInvalidCapture(event: Event & { currentTarget: HTMLFormElement }) {
      // Instead of the browser's own bubble, which disappears after some seconds.
      event.preventDefault();
      const field = event.target as Field;
      mark(field, field.validity.patternMismatch ? `This has to be ${field.title}.` : field.validationMessage);
      event.currentTarget.querySelector<Field>(':invalid')?.focus();
    },
    onInput: ({ target }: Event) => mark(target as Field),
  };
}

/** Shows an error in the labels of a field, which screen readers read with it; without one, removes it. */
function mark(field: Field, error?: string): void {
  if (error === undefined) field.removeAttribute('aria-invalid');
  else field.setAttribute('aria-invalid', 'true');
  for (const { dataset } of field.labels ?? []) {
    if (error === undefined) delete dataset.wrong;
    else dataset.wrong = error;
  }
}

export function Button({ label, act, ...own }: { label: string; act: () => void } & ButtonHTMLAttributes) {
  return (
    <button type="button" onClick={act} {...own}>
      {label}
    </button>
  );
}

/** A choice of one value or none, whose name is `none`. */
export function Choice(props: {
  label: string;
  name?: string;
  value?: string;
  values: readonly (string | readonly [value: string, title: string])[];
  none?: string | null;
  onChange?: (value: string) => void;
}) {
  const { label, name, value, values, none = 'all', onChange } = props;
  const options = values.map((option) => (typeof option === 'string' ? [option, option] : option));
  return (
    <label>
      {label}{' '}
      <select name={name} value={value} onChange={(event) => onChange?.(event.currentTarget.value)}>
        {none !== null && <option value="">{none}</option>}
        {options.map(([key, title]) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Search({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const field = { 'aria-label': label, placeholder: label, value };
  return <input type="search" {...field} onInput={(event) => onChange(event.currentTarget.value)} />;
}
