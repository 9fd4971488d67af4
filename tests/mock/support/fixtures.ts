import { randomUUID } from 'node:crypto';
import { Api } from './api.ts';
import { type RunningMock, serve } from './serve.ts';

/** A mock, for all tests of a worker. Both runners take it. */
// biome-ignore lint/correctness/noEmptyPattern: the runners read a fixture's needs from this pattern
export async function mock({}: object, use: (mock: RunningMock) => Promise<void>): Promise<void> {
  const running = await serve();
  // Its first answer takes long.
  await fetch(`http://127.0.0.1:${running.port}/v2/dir/document_types`);
  await use(running);
  await running.close();
}

/** Its API, in a partition of the test's own: none sees another's traces. */
export function api({ mock }: { mock: RunningMock }, use: (api: Api) => Promise<void>): Promise<void> {
  return use(new Api(mock.port, `t-${randomUUID()}`));
}
