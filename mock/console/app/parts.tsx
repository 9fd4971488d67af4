import type { ButtonHTMLAttributes, ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useResource } from './api.ts';

interface Parts {
  children?: ComponentChildren;
}

export function Section({ title, note, children }: Parts & { title: string; note?: string | number }) {
  return (
    <section>
      <h2>
        {title}
        {note !== undefined && <small> {note}</small>}
      </h2>
      {children}
    </section>
  );
}

/** Rows under headings, or the line `none`. A wide table scrolls by itself. */
export function Table(props: { label: string; heads: string[]; rows: ComponentChildren[][]; none?: string }) {
  const { label, heads, rows, none = 'None.' } = props;
  if (rows.length === 0) return <p class="none">{none}</p>;
  return (
    <Scroll label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={heads[column]} data-head={heads[column]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

export function Headers({ label, headers }: { label: string; headers: [string, string][] }) {
  const rows = headers.map((header) => header.map((text, column) => <code key={column}>{text}</code>));
  return <Table label={label} heads={['Header', 'Value']} rows={rows} none="No unusual headers." />;
}

export function Code({ label, text }: { label: string; text: string }) {
  return (
    <Scroll label={label}>
      <pre>{text}</pre>
    </Scroll>
  );
}

function Scroll({ label, children }: Parts & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard.
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

/** A status in its colour; `cut` marks an answer that was lost. */
export function Status({ status, cut = false }: { status: number; cut?: boolean }) {
  return (
    <>
      <span class={`status s${Math.floor(status / 100)}`}>{status}</span>
      {cut && <span class="failed"> cut</span>}
    </>
  );
}

export function Failure({ error }: { error: string | undefined }) {
  return error === undefined ? null : (
    <p role="alert" class="failed">
      {error}
    </p>
  );
}

/** A list and the open item next to it, or a hint; a narrow window shows only one of the two. */
export function Split({ list, opened, hint }: { list: ComponentChildren; opened: ComponentChildren; hint: string }) {
  return (
    <div class="split">
      <div>{list}</div>
      {opened || <p class="hint">{hint}</p>}
    </div>
  );
}

export function Opened({ label, back, children }: Parts & { label: string; back: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  // The hidden list had the focus.
  useEffect(() => {
    if (link.current?.offsetParent) link.current.focus();
  }, []);
  return (
    <article aria-label={label}>
      <a ref={link} class="back" href={back}>
        Back to the list
      </a>
      {children}
    </article>
  );
}

/** A resource of the control API that is read once, or the error of the reading. */
export function Loaded<Value>(props: { path: string; partition: string; show: (value: Value) => ComponentChildren }) {
  const { value, error } = useResource<Value>(props.path, props.partition);
  if (error !== undefined) return <Failure error={error} />;
  return value === undefined ? null : <div>{props.show(value)}</div>;
}

/** A list entry in two lines. A mail has a depth in its thread. */
export interface Item {
  id: string;
  lead?: ComponentChildren;
  title: string;
  mark?: ComponentChildren;
  time?: string;
  about: string;
  more: string;
  depth?: number;
}

/** Entries that the arrow keys walk through where they can be opened, or the line `none`. `open` is the id of the open one. */
export function List(props: {
  items: Item[];
  none: string;
  open?: string | undefined;
  linkOf?: (id: string) => string;
}) {
  const { items, none, open, linkOf } = props;
  if (items.length === 0) return <p class="none">{none}</p>;
  return (
    <ul class="list" onKeyDown={moveByArrows}>
      {items.map(({ id, lead, title, mark, time, about, more, depth }) => (
        <li key={id} {...(depth !== undefined && indented(depth))}>
          <a {...(linkOf && { href: linkOf(id) })} aria-current={id === open ? 'true' : undefined}>
            <span class="line">
              {lead}
              <span class="path">{title}</span>
              {mark}
            </span>
            <span class="line minor">
              {time && <span>{time}</span>}
              <span class="path">{about}</span>
              <span>{more}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The indent grows with the depth, up to a limit. */
function indented(depth: number) {
  return { class: depth === 0 ? 'depth' : 'depth reply', style: { '--depth': Math.min(depth, 8) } };
}

function moveByArrows(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const links = [...event.currentTarget.querySelectorAll('a')];
  const next = step && links[links.indexOf(document.activeElement as HTMLAnchorElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

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
