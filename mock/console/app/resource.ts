import { useCallback, useEffect, useState } from 'preact/hooks';
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
  const reload = useCallback(() => {
    call<Value>('GET', path, partition).then(
      (value) => setState({ of, value }),
      (error: Error) => setState({ of, error: error.message }),
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
  const [happened, setHappened] = useState(0);
  const note = () => setHappened((times) => times + 1);
  useLive({ request: note, change: note });
  useEffect(() => {
    if (happened === 0) return;
    const timer = setTimeout(reload, PAUSE);
    return () => clearTimeout(timer);
  }, [happened]);
  return resource;
}
