import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';

/** One file that a run left behind, or one file packed in it. */
export interface Artifact {
  name: string;
  content: Buffer;
}

/** All files below a directory, archives unpacked, also those that a page carries within itself. */
export function artifactsIn(directory: string): Artifact[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const name = join(entry.parentPath, entry.name);
      return unpacked({ name, content: readFileSync(name) });
    });
}

function unpacked(artifact: Artifact): Artifact[] {
  const { name, content } = artifact;
  if (content.length > 4 && content.readUInt32LE(0) === localHeader)
    return [artifact, ...entriesOf(artifact).flatMap(unpacked)];
  const within = [...content.toString('latin1').matchAll(/data:application\/zip;base64,([A-Za-z0-9+/=]+)/g)];
  const packed = within.map(([, base64 = '']) => ({ name: `${name}#zip`, content: Buffer.from(base64, 'base64') }));
  return [artifact, ...packed.flatMap(unpacked)];
}

/** The four bytes that an archive starts with. */
const localHeader = 0x04034b50;

function entriesOf({ name, content }: Artifact): Artifact[] {
  return Object.entries(unzipSync(content)).map(([entry, bytes]) => ({
    name: `${name}/${entry}`,
    content: Buffer.from(bytes),
  }));
}
