import { useEffect, useRef } from 'preact/hooks';
import { address, type Schema } from './api.ts';

/** What a part of the page is told: of an exchange, or that something changed that it may have to read anew. */
export interface Listener {
  request?: (exchange: Schema<'Exchange'>) => void;
  change?: () => void;
}

const listeners = new Set<Listener>();

/** Follows a partition while the page is seen, for all parts of it. Who comes back has missed something: that is a change. */
export function useFeed(partition: string): void {
  useEffect(() => {
    let source: EventSource | undefined;
    const changed = () => {
      for (const { change } of listeners) change?.();
    };
    const follow = () => {
      source?.close();
      source = undefined;
      if (document.hidden) return;
      source = new EventSource(address('/__admin/requests/stream', partition));
      source.addEventListener('open', changed);
      source.addEventListener('change', changed);
      source.addEventListener('request', ({ data }) => {
        const exchange = JSON.parse(data) as Schema<'Exchange'>;
        for (const { request } of listeners) request?.(exchange);
      });
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      source?.close();
    };
  }, [partition]);
}

/** Tells a part of the page what happens in the partition. */
export function useLive(listener: Listener): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const mine: Listener = {
      request: (exchange) => latest.current.request?.(exchange),
      change: () => latest.current.change?.(),
    };
    listeners.add(mine);
    return () => void listeners.delete(mine);
  }, []);
}
