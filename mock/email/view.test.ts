import { expect, test } from 'vitest';
import { acceptedMessage } from '../testing.ts';
import { showMessage } from './view.ts';

const file = {
  content: 'aGVsbG8=',
  contentType: 'text/plain',
  disposition: 'attachment',
  filename: 'a.txt',
  contentId: null,
};

test('a created message is shown without bodies, headers, tags, metadata and file contents', () => {
  const secret = { html: 'secret', text: 'secret', headers: { a: 'secret' }, tags: ['secret'] };
  const shown = showMessage(acceptedMessage({ ...secret, metadata: { a: 'secret' }, attachments: [file] }));
  expect(JSON.stringify(shown)).not.toMatch(/secret|aGVsbG8/);
  expect(shown.attachments).toMatchObject([{ filename: 'a.txt', size_bytes: 5 }]);
});

test('only a scheduled message shows its time, and only a sandboxed one that it is', () => {
  const plain = showMessage(acceptedMessage());
  expect(['scheduled_at' in plain, 'sandbox' in plain]).toEqual([false, false]);
  const schedule = { text: '2098-01-01T08:00:00Z', due: Date.UTC(2098, 0, 1, 8) };
  expect(showMessage(acceptedMessage({ schedule, sandbox: true }))).toMatchObject({
    scheduled_at: schedule.text,
    sandbox: true,
  });
});
