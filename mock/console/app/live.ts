import { useEffect, useRef, useState } from 'preact/hooks';
import { address, type Schema } from './api.ts';

/** Is told of an exchange, or, without one, that something changed that it may have to read anew. */
type Listener = (exchange?: Schema<'Exchange'>) => void;

const listeners = new Set<Listener>();

/** Milliseconds until it is tried again to follow a mock that answered otherwise. */
const AGAIN = 1_000;

/**
 * Follows a partition while the page is seen, for all parts of it. Whoever comes back has missed something: that is a change. Gives whether the
 * mock is gone.
 */
export function useFeed(partition: string): boolean {
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (exchange?: Schema<'Exchange'>) => {
      for (const listener of listeners) listener(exchange);
    };
    const follow = () => {
      clearTimeout(timer);
      source?.close();
      source = undefined;
      if (document.hidden) return;
      source = new EventSource(address('/__admin/requests/stream', partition));
      source.addEventListener('open', () => {
        setGone(false);
        tell();
      });
      source.addEventListener('error', () => {
        const isAnswered = source?.readyState === EventSource.CLOSED;
        setGone(!isAnswered);
        if (isAnswered) timer = setTimeout(follow, AGAIN);
      });
      source.addEventListener('change', () => tell());
      source.addEventListener('request', ({ data }) => tell(JSON.parse(data)));
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      clearTimeout(timer);
      source?.close();
    };
  }, [partition]);
  return isGone;
}

/** Tells a part of the page what happens in the partition. */
export function useLive(listener: Listener): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const mine: Listener = (exchange) => latest.current(exchange);
    listeners.add(mine);
    return () => void listeners.delete(mine);
  }, []);
}
