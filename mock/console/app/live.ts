import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { address, call, type Schema } from './api.ts';

/** Called with a new exchange, or without one after another change. */
type Listener = (exchange?: Schema<'Exchange'>) => void;

const listeners = new Set<Listener>();

/** Milliseconds until the next try after a refused stream. */
const RETRY = 1_000;

/** Milliseconds in which changes are gathered before they are shown. */
const PAUSE = 250;

/** Follows a partition while the page is visible, for all parts of the page. Returns whether the connection is lost. */
export function useFeed(partition: string): boolean {
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const notify = (exchange?: Schema<'Exchange'>) => {
      for (const listener of listeners) listener(exchange);
    };
    const follow = () => {
      clearTimeout(timer);
      source?.close();
      source = undefined;
      if (document.hidden) return;
      source = new EventSource(address('/__admin/requests/stream', partition));
      // Changes since the last connection are unknown.
      source.addEventListener('open', () => {
        setGone(false);
        notify();
      });
      source.addEventListener('error', () => {
        const isRefused = source?.readyState === EventSource.CLOSED;
        setGone(!isRefused);
        if (isRefused) timer = setTimeout(follow, RETRY);
      });
      source.addEventListener('change', () => notify());
      source.addEventListener('request', ({ data }) => notify(JSON.parse(data)));
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

/** Calls a listener with each exchange and change of the partition. */
export function useLive(listener: Listener): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const own: Listener = (exchange) => latest.current(exchange);
    listeners.add(own);
    return () => void listeners.delete(own);
  }, []);
}

interface Resource<Value> {
  value?: Value;
  error?: string;
  reload: () => void;
}

/** Reads a resource of the control API. */
export function useResource<Value>(path: string, partition: string): Resource<Value> {
  const [state, setState] = useState<Omit<Resource<Value>, 'reload'>>({});
  const [reading, reload] = useReducer<number, void>((count) => count + 1, 0);
  useEffect(() => {
    // Answers may overtake each other: the last reading counts.
    let isLast = true;
    call<Value>('GET', path, partition).then(
      (value) => isLast && setState({ value }),
      (error: Error) => isLast && setState({ error: error.message }),
    );
    return () => {
      isLast = false;
    };
  }, [path, partition, reading]);
  return { ...state, reload };
}

/** Reads a resource of the control API anew with each change of the partition. */
export function useLiveResource<Value>(path: string, partition: string): Resource<Value> {
  const resource = useResource<Value>(path, partition);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The first change starts the timer: if each one restarted it, steady traffic would show nothing.
  useLive(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      resource.reload();
    }, PAUSE);
  });
  return resource;
}
