/** Ends a command at once when it is interrupted; what it has started ends at its exit. */
export function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
}
