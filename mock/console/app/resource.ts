import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { call } from './api.ts';
import { useLive } from './live.ts';

/** Something of the control API as it is now, what went wrong if it could not be read, and how to read it anew. */
export interface Resource<Value> {
  value: Value | undefined;
  error: string | undefined;
  reload: () => void;
}

/** Reads something of the control API. */
export function useResource<Value>(path: string, partition: string): Resource<Value> {
  const [state, setState] = useState<{ of: string; value?: Value; error?: string }>({ of: '' });
  const of = `${partition} ${path}`;
  const reading = useRef(0);
  const reload = useCallback(() => {
    reading.current += 1;
    const mine = reading.current;
    // Answers may overtake each other; the last reading counts.
    const show = (read: { value?: Value; error?: string }) => mine === reading.current && setState({ of, ...read });
    call<Value>('GET', path, partition).then(
      (value) => show({ value }),
      (error: Error) => show({ error: error.message }),
    );
  }, [of]);
  useEffect(reload, [of]);
  const current = state.of === of ? state : undefined;
  return { value: current?.value, error: current?.error, reload };
}

/** How long many changes are gathered before they are shown, in milliseconds. */
const PAUSE = 250;

/** The same, read anew whenever something happens in the partition. */
export function useLiveResource<Value>(path: string, partition: string): Resource<Value> {
  const resource = useResource<Value>(path, partition);
  const { reload } = resource;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clear(timer), [reload]);
  // The first change sets the time; were it put off by each that follows, steady traffic would show nothing.
  const note = () => {
    timer.current ??= setTimeout(() => {
      clear(timer);
      reload();
    }, PAUSE);
  };
  useLive({ request: note, change: note });
  return resource;
}

function clear(timer: { current: ReturnType<typeof setTimeout> | undefined }): void {
  clearTimeout(timer.current);
  timer.current = undefined;
}
