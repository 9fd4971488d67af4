import { useState } from 'preact/hooks';

/** What became of the last thing that was done. */
export interface Outcome {
  text: string;
  failed: boolean;
}

/** Does things and remembers how the last one went, to be shown as a status; that of an earlier one goes when the next begins. */
export function useAction(): [Outcome | undefined, (done: string, work: () => Promise<unknown>) => void] {
  const [outcome, setOutcome] = useState<Outcome>();
  const run = (done: string, work: () => Promise<unknown>) => {
    setOutcome(undefined);
    work().then(
      () => setOutcome({ text: done, failed: false }),
      (error: Error) => setOutcome({ text: error.message, failed: true }),
    );
  };
  return [outcome, run];
}
