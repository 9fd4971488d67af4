/** What has to be known of a process to end it. */
interface Child {
  readonly exitCode: number | null;
  readonly signalCode: string | null;
  ref(): void;
  kill(signal: 'SIGTERM' | 'SIGKILL'): unknown;
  once(event: 'exit', listener: () => void): unknown;
}

/** How long a process may take to end by itself: it may have state to write, on a busy machine. */
const patienceMs = 600_000;

/** Ends a process, by force when it does not end by itself, and waits until it has exited. */
export function ended(child: Child): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    // It is waited for, however long a killed one takes to be gone: nothing else keeps this process alive.
    child.ref();
    const force = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    child.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
