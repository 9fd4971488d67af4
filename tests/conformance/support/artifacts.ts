import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

/** One file that a run left behind, or one file packed in it. */
export interface Artifact {
  name: string;
  content: Buffer;
}

/** All files below a directory, archives unpacked, also archives within a page. */
export function artifactsIn(directory: string): Artifact[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const name = join(entry.parentPath, entry.name);
      return unpack({ name, content: readFileSync(name) });
    });
}

function unpack(artifact: Artifact): Artifact[] {
  const { name, content } = artifact;
  if (content.length > 4 && content.readUInt32LE(0) === localHeader)
    return [artifact, ...entriesOf(artifact).flatMap(unpack)];
  const within = [...content.toString('latin1').matchAll(/data:application\/zip;base64,([A-Za-z0-9+/=]+)/g)];
  const packed = within.map(([, base64 = '']) => ({ name: `${name}#zip`, content: Buffer.from(base64, 'base64') }));
  return [artifact, ...packed.flatMap(unpack)];
}

const localHeader = 0x04034b50;
const directoryHeader = 0x02014b50;
const endOfDirectory = 0x06054b50;

/** The files of a ZIP archive, by its central directory. */
function entriesOf({ name, content }: Artifact): Artifact[] {
  const end = content.lastIndexOf(bytesOf(endOfDirectory));
  const entries: Artifact[] = [];
  for (let at = content.readUInt32LE(end + 16); content.readUInt32LE(at) === directoryHeader; ) {
    const [method, size] = [content.readUInt16LE(at + 10), content.readUInt32LE(at + 20)];
    const [nameLength, extraLength] = [content.readUInt16LE(at + 28), content.readUInt16LE(at + 30)];
    const local = content.readUInt32LE(at + 42);
    const start = local + 30 + content.readUInt16LE(local + 26) + content.readUInt16LE(local + 28);
    const packed = content.subarray(start, start + size);
    const entry = content.toString('utf8', at + 46, at + 46 + nameLength);
    entries.push({ name: `${name}/${entry}`, content: method === 0 ? packed : inflateRawSync(packed) });
    at += 46 + nameLength + extraLength + content.readUInt16LE(at + 32);
  }
  return entries;
}

function bytesOf(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}
