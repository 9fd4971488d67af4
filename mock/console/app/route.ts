import { useEffect, useState } from 'preact/hooks';

export const tabs = ['Requests', 'Outbox', 'State', 'Scenarios'] as const;
export type Tab = (typeof tabs)[number];

/** The partition, the tab and the open item of the page, as in the address `#/default/Outbox/ID`. */
export interface Route {
  partition: string;
  tab: Tab;
  open?: string | undefined;
}

export function linkTo({ partition, tab, open = '' }: Route): string {
  return `#/${[partition, tab, open].map(encodeURIComponent).join('/')}`.replace(/\/$/, '');
}

export function useRoute(): Route {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const follow = () => setRoute(readRoute());
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return route;
}

function readRoute(): Route {
  const [partition = '', name, open] = location.hash.replace(/^#\/?/, '').split('/').map(decoded);
  return { partition: partition || 'default', tab: tabs.find((tab) => tab === name) ?? 'Requests', open };
}

/** An escape that can't be decoded is read as text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
