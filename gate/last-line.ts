import type { Ended } from './run-node.ts';

/** The last line of what a process said, which tells why it ended: of its complaints, where it has any. */
export function lastLine({ stdout, stderr }: Pick<Ended, 'stdout' | 'stderr'>): string {
  return (stderr.trim() || stdout.trim()).split('\n').at(-1) ?? '';
}
