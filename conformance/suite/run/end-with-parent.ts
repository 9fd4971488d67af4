/**
 * Ends this process at once when the one that has started it is gone. What is left of a run that was killed would go on changing the
 * target during the next run, which puts back what there is to be put back.
 */
export function endWithParent(): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
