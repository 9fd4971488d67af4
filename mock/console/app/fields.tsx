/** One of some values, or none of them, which is the empty text and reads as `none`. */
export function Choice({
  label,
  onChange,
  values,
  none = 'all',
  ...select
}: {
  label: string;
  name?: string;
  value: string;
  values: string[];
  none?: string;
  onChange: (value: string) => void;
}) {
  return (
    <label>
      {label}{' '}
      <select {...select} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{none}</option>
        {values.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}

/** A field that is searched by while one types. */
export function Search({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
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
