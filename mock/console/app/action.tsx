import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/**
 * Does things, and tells how the last one went, to those who can't see it too; what is told of an earlier one goes when the next begins.
 */
export function useAction(): [report: JSX.Element, run: (done: string, work: () => Promise<unknown>) => void] {
  const [outcome, setOutcome] = useState<{ text: string; failed: boolean }>();
  const run = (done: string, work: () => Promise<unknown>) => {
    setOutcome(undefined);
    work().then(
      () => setOutcome({ text: done, failed: false }),
      (error: Error) => setOutcome({ text: error.message, failed: true }),
    );
  };
  return [<output class={outcome?.failed ? 'failed' : 'done'}>{outcome?.text}</output>, run];
}
