import { useEffect, useRef, useState } from 'preact/hooks';
import type { components, Readable } from '../../../spec/generated/admin.ts';

export const tabs = ['Requests', 'Outbox', 'State', 'Scenarios'] as const;
export type Tab = (typeof tabs)[number];

/** Reads the partition, tab and id of the open item from the address: `#/default/Outbox/ID`. */
export function readRoute(): { partition: string; tab: Tab; open: string | undefined } {
  const [partition = '', name, open] = location.hash.replace(/^#\/?/, '').split('/').map(decode);
  return { partition: partition || 'default', tab: tabs.find((tab) => tab === name) ?? 'Requests', open };
}

export function toLink(tab: Tab, open = '', { partition } = readRoute()): string {
  return `#/${[partition, tab, open].map(encodeURIComponent).join('/')}`.replace(/\/$/, '');
}

export function toUrl(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}partition=${encodeURIComponent(readRoute().partition)}`;
}

/** Leaves an escape that can't be decoded as text. */
const decode = (text: string) => new URLSearchParams(`=${text.replaceAll('+', '%2B')}`).get('') ?? '';

export type Schema<Name extends keyof components['schemas']> = Readable<components['schemas'][Name]>;
export type Exchange = Schema<'Exchange'>;

/** Calls the control API (or another path of this host) for the page's partition. Rejects with the reason of a refusal. */
export async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(toUrl(path), { method, ...(body !== undefined && json) });
  const text = await response.text();
  const answer = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  if (response.ok) return answer as Answer;
  const { errors } = answer as Partial<Schema<'ErrorBody'>>;
  throw new Error(errors?.map(({ detail }) => detail).join(' ') ?? `${method} ${path}: ${response.status}`);
}

/** A value that any part of the page sends, and a hook that listens. */
function createChannel<Value>() {
  const listeners = new Set<(value: Value) => void>();
  return {
    send: (value: Value) => {
      for (const listener of listeners) listener(value);
    },
    useListener: (listener: (value: Value) => void) =>
      useEffect(() => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      }),
  };
}

/** News of the partition: an opened stream, a new exchange, or any other change. */
const news = createChannel<'open' | 'request' | 'change'>();

export const outcomes = createChannel<{ text: string; failed?: boolean }>();

export function run(done: string, work: () => Promise<unknown>): void {
  outcomes.send({ text: '' });
  work().then(
    () => outcomes.send({ text: done }),
    (error: Error) => outcomes.send({ text: error.message, failed: true }),
  );
}

/** Milliseconds until the next try after a refused stream, and in which news are collected before they are shown. */
const RETRY_MS = 1_000;
const COLLECTING_MS = 250;

/** Follows a partition while the page is visible. Returns true while the connection is lost. */
export function useFeed(partition: string): boolean {
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    let stream: EventSource | undefined;
    const follow = () => {
      stream?.close();
      if (document.hidden) return;
      const opened = new EventSource(toUrl('/__admin/requests/stream'));
      stream = opened;
      opened.addEventListener('error', () => setGone(opened.readyState !== EventSource.CLOSED));
      opened.addEventListener('open', () => setGone(false));
      // Changes since the last connection are unknown.
      for (const name of ['open', 'request', 'change'] as const) opened.addEventListener(name, () => news.send(name));
    };
    follow();
    // After a refusal the browser does not try again.
    const timer = setInterval(() => stream?.readyState === EventSource.CLOSED && follow(), RETRY_MS);
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      clearInterval(timer);
      stream?.close();
    };
  }, [partition]);
  return isGone;
}

/** Reads a resource of this host: a live one again after all news, a calm one after news other than requests. */
export function useResource<Value>(path: string, mode?: 'live' | 'calm') {
  const [state, setState] = useState<{ value?: Value; error?: string }>({});
  const last = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const read = () => {
    timer.current = undefined;
    // Answers may overtake each other: the last reading counts.
    const reading = ++last.current;
    const show = (next: typeof state) =>
      reading === last.current && setState((shown) => ({ ...shown, error: '', ...next }));
    call<Value>('GET', path).then(
      (value) => show({ value }),
      (error: Error) => show({ error: error.message }),
    );
  };
  useEffect(() => {
    read();
    return () => {
      last.current++;
      clearTimeout(timer.current);
    };
  }, [toUrl(path)]);
  news.useListener((name) => {
    // The first news start the timer: if all restarted it, steady traffic would show nothing.
    if (mode === 'live' || (mode === 'calm' && name !== 'request')) timer.current ??= setTimeout(read, COLLECTING_MS);
  });
  return state;
}
