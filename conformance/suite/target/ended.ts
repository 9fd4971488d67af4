/** What has to be known of a process to end it. */
interface Child {
  readonly exitCode: number | null;
  readonly signalCode: string | null;
  ref(): void;
  kill(signal: 'SIGTERM' | 'SIGKILL'): unknown;
  once(event: 'exit', listener: () => void): unknown;
}

/** Ends a process, by force where it does not in two seconds, and waits until it is gone; one that is, however it went, is left alone. */
export function ended(child: Child): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    // It is waited for, however long a killed one takes to be gone: nothing else keeps this process alive.
    child.ref();
    const force = setTimeout(() => child.kill('SIGKILL'), 2000);
    child.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
