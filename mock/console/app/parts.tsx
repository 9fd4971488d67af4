import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A part of a page under a heading. */
export function Section({ title, note, children }: { title: string; note?: string; children: ComponentChildren }) {
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

/** Rows under headings; with no rows, a line that says so. A wide table scrolls by itself. */
export function Table({
  label,
  heads,
  rows,
  none,
}: {
  label: string;
  heads: string[];
  rows: ComponentChildren[][];
  none: string;
}) {
  if (rows.length === 0) return <p class="none">{none}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section class="scroll" aria-label={label} tabIndex={0}>
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
    </section>
  );
}

/** Headers of a message, a row for each value. */
export function Headers({ label, headers, none = '' }: { label: string; headers: [string, string][]; none?: string }) {
  const rows = headers.map(([name, value]) => [<code key="name">{name}</code>, <code key="value">{value}</code>]);
  return <Table label={label} heads={['Header', 'Value']} rows={rows} none={none} />;
}

/** A sentence whose words between backticks are code. */
export function Prose({ text }: { text: string }) {
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}

/** Text that keeps its lines, to be scrolled by keyboard too. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section class="scroll" aria-label={label} tabIndex={0}>
      <pre>{text}</pre>
    </section>
  );
}

/** A status as a coloured word; of an answer that was lost, it says that too. */
export function Status({ status, cut = false }: { status: number; cut?: boolean }) {
  return (
    <>
      <span class={`status s${Math.floor(status / 100)}`}>{status}</span>
      {cut && <span class="failed"> cut</span>}
    </>
  );
}

/** The way back to a list from what is open, where a narrow window shows only one of the two. */
export function BackToList({ href }: { href: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  // The list took the focus away with it.
  useEffect(() => {
    if (link.current?.offsetParent) link.current.focus();
  }, []);
  return (
    <a ref={link} class="back" href={href}>
      Back to the list
    </a>
  );
}

/** What is said where nothing is open; first, whether what was open is gone. */
export function Hint({ gone, children }: { gone: string | false; children: string }) {
  return (
    <p class="hint">
      {gone}
      {children}
    </p>
  );
}

/** What went wrong while something was read. */
export function Failure({ error }: { error: string | undefined }) {
  return error === undefined ? null : (
    <p role="alert" class="failed">
      {error}
    </p>
  );
}
