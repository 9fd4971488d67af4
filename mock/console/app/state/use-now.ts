import { useEffect, useState } from 'preact/hooks';

/** The partition's time in milliseconds, running on from when it was read. */
export function useNow(read: string | undefined): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (read === undefined) return;
    const [start, begun] = [Date.parse(read), performance.now()];
    const tick = () => setNow(start + performance.now() - begun);
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [read]);
  return now;
}
