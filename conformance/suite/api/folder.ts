import { accessSync, constants, mkdirSync } from 'node:fs';

/** Makes a folder that is written to later; gives the code of the error where that is not possible. */
export function makeFolder(directory: string): string | undefined {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
    return undefined;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
