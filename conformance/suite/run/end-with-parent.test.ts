import { afterEach, expect, test, vi } from 'vitest';
import { endWithParent } from './end-with-parent.ts';

afterEach(() => void vi.restoreAllMocks());

test('a process that is left alone ends at once', () => {
  const once = vi.spyOn(process, 'once').mockReturnValue(process);
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  endWithParent();
  const [[event, listener] = []] = once.mock.calls as [string, () => void][];
  expect([event, kill.mock.calls]).toEqual(['disconnect', []]);
  listener?.();
  expect(kill.mock.calls).toEqual([[process.pid, 'SIGKILL']]);
});
