import { expect, test } from 'vitest';
import { acceptedMessage } from '../testing.ts';
import { compose } from './compose.ts';
import { inOwnThread } from './large-mail.ts';

test('a mail composed in a worker thread has the same bytes as one composed here', async () => {
  const message = acceptedMessage();
  const at = new Date('2025-03-04T05:06:07Z');
  const written = await inOwnThread<Uint8Array>({ message, at, received: false });
  expect(Buffer.from(written)).toEqual(await compose(message, at));
});
