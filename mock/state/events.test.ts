import { expect, test } from 'vitest';
import { PartitionEvents } from './events.ts';

const change = { type: 'change' } as const;

/** Partitions with a listener each, which are told who has heard something. */
function listening(...partitions: string[]) {
  const events = new PartitionEvents();
  const heard: string[] = [];
  const leave = partitions.map((partition, index) =>
    events.listen(partition, () => heard.push(`${partition}${index}`)),
  );
  return { events, heard, leave };
}

test('an event of a partition is told to all who listen to it, and one for all to everybody', () => {
  const { events, heard } = listening('a', 'a', 'b');
  events.emit('a', change);
  expect(heard.splice(0)).toEqual(['a0', 'a1']);
  events.emitToAll(change);
  expect(heard).toEqual(['a0', 'a1', 'b2']);
});

test('who leaves hears nothing any more, and the others go on hearing', () => {
  const { events, heard, leave } = listening('a', 'a');
  leave[0]?.();
  events.emit('a', change);
  expect(heard).toEqual(['a1']);
});
