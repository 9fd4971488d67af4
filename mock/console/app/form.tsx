import type { JSX } from 'preact';
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

/** The handlers of a form that takes its fields when it is sent, and shows the error of a field in its label. */
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
  for (const label of field.labels ?? []) {
    if (error === undefined) delete label.dataset.wrong;
    else label.dataset.wrong = error;
  }
}

/** A choice of one value or none; the empty value is shown as `none`. */
export function Choice(props: {
  label: string;
  name?: string;
  value: string;
  values: readonly string[];
  none?: string;
  onChange: (value: string) => void;
}) {
  const { label, name, value, values, none = 'all', onChange } = props;
  return (
    <label>
      {label}{' '}
      <select name={name} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{none}</option>
        {values.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}

/** A search field that takes effect with each letter. */
export function Search(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { label, value, onChange } = props;
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}
