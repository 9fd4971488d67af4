import { expect, test } from 'vitest';
import { ownPath } from '../spec/testing/own-path.ts';
import { openData } from './open-data.ts';
import { defaultLimits } from './state/world.ts';
import { DataError } from './store/data-error.ts';

for (const [what, code, message, told] of [
  [
    'not installed',
    'ERR_MODULE_NOT_FOUND',
    'Cannot find it',
    "state can't be stored: classic-level is needed for this: npm i -D classic-level",
  ],
  [
    'not built for it',
    'ERR_DLOPEN_FAILED',
    'No native build\nat x',
    "state can't be stored on this machine: No native build",
  ],
] as const) {
  test(`a database that is ${what} is told in a line`, async () => {
    const failed = openData(ownPath('data'), defaultLimits, () =>
      Promise.reject(Object.assign(new Error(message), { code })),
    );
    await expect(failed).rejects.toThrow(DataError);
    await expect(failed).rejects.toThrow(expect.objectContaining({ message: told }));
  });
}
