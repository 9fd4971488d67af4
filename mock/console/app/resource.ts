import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { call } from './api.ts';
import { useLive } from './live.ts';

/** Something of the control API as it is now, what went wrong if it could not be read, and how to read it anew. */
interface Resource<Value> {
  value?: Value;
  error?: string;
  reload: () => void;
}

/** Reads something of the control API. */
export function useResource<Value>(path: string, partition: string): Resource<Value> {
  const [state, setState] = useState<Omit<Resource<Value>, 'reload'>>({});
  const [reading, reload] = useReducer<number, void>((count) => count + 1, 0);
  useEffect(() => {
    // Answers may overtake each other; the last reading counts.
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

/** How long many changes are gathered before they are shown, in milliseconds. */
const PAUSE = 250;

/** The same, read anew whenever something happens in the partition. */
export function useLiveResource<Value>(path: string, partition: string): Resource<Value> {
  const resource = useResource<Value>(path, partition);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The first change sets the time; were it put off by each that follows, steady traffic would show nothing.
  useLive(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      resource.reload();
    }, PAUSE);
  });
  return resource;
}
