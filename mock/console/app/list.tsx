import type { ComponentChildren } from 'preact';

/** Something in two lines: a title with what stands around it, and below what else is known. A mail has a depth in its thread. */
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

/** Things below each other, walked by the arrow keys where they can be opened; with none, a line that says so. `open` is the id of one. */
export function List({
  items,
  none,
  open,
  linkOf,
}: {
  items: Item[];
  none: string;
  open?: string | undefined;
  linkOf?: (id: string) => string;
}) {
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

/** A line of a thread is the further in, the deeper it is; from some depth on no further. */
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
