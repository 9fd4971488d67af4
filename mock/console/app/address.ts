export const tabs = ['Requests', 'Outbox', 'State', 'Scenarios'] as const;
export type Tab = (typeof tabs)[number];

/** The partition, the tab and the id of the open item, which the page has in its address: `#/default/Outbox/ID`. */
export function readRoute(): { partition: string; tab: Tab; open: string | undefined } {
  const [partition = '', name, open] = location.hash.replace(/^#\/?/, '').split('/').map(decoded);
  return { partition: partition || 'default', tab: tabs.find((tab) => tab === name) ?? 'Requests', open };
}

export function linkTo(tab: Tab, open = '', { partition } = readRoute()): string {
  return `#/${[partition, tab, open].map(encodeURIComponent).join('/')}`.replace(/\/$/, '');
}

/** The URL of a path for the partition of the page. */
export function urlOf(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}partition=${encodeURIComponent(readRoute().partition)}`;
}

/** An escape that can't be decoded is read as text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
