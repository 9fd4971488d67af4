import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { components, operations, Readable } from '../../../spec/generated/admin.ts';

export type Schema<Name extends keyof components['schemas']> = Readable<components['schemas'][Name]>;

export type Answer<Id extends keyof operations> = Readable<
  operations[Id]['responses'][200 & keyof operations[Id]['responses']] extends {
    content: { 'application/json': infer Body };
  }
    ? Body
    : never
>;

/** Calls the control API (or another path of this host) for a partition. Rejects with the reason of a refusal. */
export async function call<Answer>(method: string, path: string, partition: string, body?: unknown): Promise<Answer> {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(address(path, partition), { method, ...(body !== undefined && json) });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  const answer = isJson ? JSON.parse(text) : text;
  if (response.ok) return answer as Answer;
  const { errors } = answer as Partial<Schema<'ErrorBody'>>;
  throw new Error(errors?.map(({ detail }) => detail).join(' ') ?? `${method} ${path}: ${response.status}`);
}

/** The address of a path for a partition. */
export function address(path: string, partition: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}partition=${encodeURIComponent(partition)}`;
}

/** Called with a new exchange, or without one after another change. */
type Listener = (exchange?: Schema<'Exchange'>) => void;

const listeners = new Set<Listener>();

function notify(exchange?: Schema<'Exchange'>): void {
  for (const listener of listeners) listener(exchange);
}

/** Milliseconds until the next try after a refused stream, and in which changes are collected before they are shown. */
const RETRY = 1_000;
const PAUSE = 250;

/** Follows a partition while the page is visible, for all parts of the page. Returns whether the connection is lost. */
export function useFeed(partition: string): boolean {
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      source?.close();
    };
    const follow = () => {
      stop();
      if (document.hidden) return;
      const stream = new EventSource(address('/__admin/requests/stream', partition));
      source = stream;
      // Changes since the last connection are unknown.
      stream.addEventListener('open', () => {
        setGone(false);
        notify();
      });
      stream.addEventListener('error', () => {
        const isRefused = stream.readyState === EventSource.CLOSED;
        setGone(!isRefused);
        if (isRefused) timer = setTimeout(follow, RETRY);
      });
      stream.addEventListener('change', () => notify());
      stream.addEventListener('request', ({ data }) => notify(JSON.parse(data)));
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stop();
    };
  }, [partition]);
  return isGone;
}

export function useLive(listener: Listener): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const own: Listener = (exchange) => latest.current(exchange);
    listeners.add(own);
    return () => void listeners.delete(own);
  }, []);
}

export function useResource<Value>(path: string, partition: string) {
  const [state, setState] = useState<{ value?: Value; error?: string }>({});
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
export function useLiveResource<Value>(path: string, partition: string) {
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
