import type { ButtonHTMLAttributes, JSX } from 'preact';
import { useState } from 'preact/hooks';

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

/** Passes on the fields of a form when it is sent. */
export function onSubmitOf(take: (fields: FormData) => void) {
  return (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    take(new FormData(event.currentTarget));
  };
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
  values: readonly (readonly [value: string, title: string])[];
  none?: string;
  onChange?: (value: string) => void;
}) {
  const { label, name, value, values, none, onChange } = props;
  return (
    <label>
      {label}{' '}
      <select name={name} value={value} onChange={(event) => onChange?.(event.currentTarget.value)}>
        {none && <option value="">{none}</option>}
        {values.map(([key, title]) => (
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
