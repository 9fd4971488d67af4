import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { outcomes, useResource } from './connection.ts';

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

type Row = Record<string, ComponentChildren>;

/** Rows with the same members, whose names are the headings, or the line `none`. A wide table scrolls by itself. */
export function Table({ label, rows, none = 'None.' }: { label: string; rows: Row[]; none?: string }) {
  const [first] = rows;
  if (!first) return <p class="none">{none}</p>;
  return (
    <Scroll label={label}>
      <table>
        <thead>
          <tr>
            {Object.keys(first).map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {Object.entries(row).map(([head, cell]) => (
                <td key={head} data-head={head}>
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
  const rows = headers.map(([name, value]) => ({ Header: <code>{name}</code>, Value: <code>{value}</code> }));
  return <Table label={label} rows={rows} none="No unusual headers." />;
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

export function Status({ status, cut = false }: { status: number; cut?: boolean }) {
  return (
    <>
      <span class={`status s${Math.floor(status / 100)}`}>{status}</span>
      {cut && <span class="failed"> cut</span>}
    </>
  );
}

export function Failure({ error }: { error: string | false | undefined }) {
  return (
    <p role="alert" class="failed">
      {error}
    </p>
  );
}

export function Facts({ label, facts, ...own }: { label: string; facts: ComponentChildren[]; class?: string }) {
  return facts.length === 0 ? null : (
    <ul aria-label={label} {...own}>
      {facts.map((fact, index) => (
        <li key={index}>{fact}</li>
      ))}
    </ul>
  );
}

/** The outcome of the last action, also for screen readers. */
export function Outcome() {
  const [{ text, failed }, setOutcome] = useState({ text: '', failed: false });
  outcomes.useListener(({ text, failed = false }) => setOutcome({ text, failed }));
  return <output class={failed ? 'failed' : 'done'}>{text}</output>;
}

export function Split({ opened, hint, children }: Parts & { opened: ComponentChildren; hint: string }) {
  return (
    <div class="split">
      <div>{children}</div>
      {opened || <p class="hint">{hint}</p>}
    </div>
  );
}

export function Details({ label, back, children }: Parts & { label: string; back: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  // A narrow screen hides the list, which had the focus.
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

export function Resource<Value>({ path, show }: { path: string; show: (value: Value) => ComponentChildren }) {
  const { value, error } = useResource<Value>(path);
  return value === undefined ? <Failure error={error} /> : <div>{show(value)}</div>;
}

/** A list entry in two lines; `href` opens it. A mail has a depth in its thread. */
export interface Item {
  id: string;
  href?: string;
  lead?: ComponentChildren;
  title: string;
  mark?: ComponentChildren;
  about: string;
  more: string;
  depth?: number;
}

/** Entries, or the line `none`. The arrow keys move between links. `open` is the id of the open entry. */
export function List({ items, none, open }: { items: Item[]; none: string; open?: string | undefined }) {
  if (items.length === 0) return <p class="none">{none}</p>;
  return (
    <ul class="list" onKeyDown={moveByArrows}>
      {items.map(({ id, href, lead, title, mark, about, more, depth }) => (
        <li key={id} {...(depth !== undefined && indent(depth))}>
          <a {...(href !== undefined && { href })} aria-current={id === open ? 'true' : undefined}>
            <span class="line">
              {lead}
              <span class="path">{title}</span>
              {mark}
            </span>
            <span class="line minor">
              <span class="path">{about}</span>
              <span>{more}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function indent(depth: number) {
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

export function Button({ label, act, ...own }: { label: string; act: () => void } & ButtonHTMLAttributes) {
  return (
    <button type="button" onClick={act} {...own}>
      {label}
    </button>
  );
}

type Take = (fields: FormData) => void;

/** A form that passes its fields to `edit` at each change, and to `act` when its button submits them. */
export function Form(props: Parts & { class: string; label?: string; act?: Take; edit?: Take }) {
  const { label, act, edit, children, ...own } = props;
  const pass = (take?: Take) => (event: Event & { currentTarget: HTMLFormElement }) => {
    if (event.type === 'submit') event.preventDefault();
    take?.(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={pass(act)} onInput={pass(edit)} {...own}>
      {children}
      {label && <button type="submit">{label}</button>}
    </form>
  );
}

export function Choice(props: {
  label: string;
  name: string;
  values: readonly string[];
  titleOf?: (value: string) => string | undefined;
  none?: string;
}) {
  const { label, name, values, titleOf = (value) => value, none } = props;
  return (
    <label>
      {label}{' '}
      <select name={name}>
        {none && <option value="">{none}</option>}
        {values.map((value) => (
          <option key={value} value={value}>
            {titleOf(value)}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Search({ label }: { label: string }) {
  return <input type="search" name="text" aria-label={label} placeholder={label} />;
}
