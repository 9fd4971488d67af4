import { expect, test } from 'vitest';
import { ownPath } from '../spec/testing/own-path.ts';
import { openData } from './sources.ts';
import { DataError } from './store/store.ts';

for (const [what, code, explanation] of [
  ['not installed', 'ERR_MODULE_NOT_FOUND', 'npm i -D classic-level'],
  ['not built for this machine', 'ERR_DLOPEN_FAILED', 'No native build'],
] as const) {
  test(`--data with a database that is ${what} fails with one line`, async () => {
    const error = Object.assign(new Error('No native build\nat x'), { code });
    const failed = await openData(ownPath('data'), () => Promise.reject(error)).catch((reason) => reason);
    expect(failed).toBeInstanceOf(DataError);
    expect(failed.message).toContain(explanation);
    expect(failed.message).not.toContain('\n');
  });
}
