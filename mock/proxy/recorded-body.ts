import { brotliDecompressSync, unzipSync } from 'node:zlib';

/** Bytes of a body that are checked. */
const LONGEST = 8_000_000;
/** Bytes of a longer body that the journal shows. */
const SHOWN = 60_000;

const decoders = new Map([
  ['gzip', unzipSync],
  ['x-gzip', unzipSync],
  ['deflate', unzipSync],
  ['br', brotliDecompressSync],
]);

/** A body that passes through: whole, or the beginning of a long one. */
export class RecordedBody {
  /** Whether no byte is missing. */
  isWhole = true;
  /** Bytes that have arrived. */
  total = 0;
  private chunks: Buffer[] = [];

  add(chunk: Buffer): void {
    this.total += chunk.length;
    if (!this.isWhole) return;
    this.chunks.push(chunk);
    if (this.total > LONGEST) this.shorten();
  }

  /** The bytes, decoded by their `Content-Encoding`; bytes that can't be decoded as they are. A long body ends with its length. */
  read(coding = ''): Buffer {
    const bytes = Buffer.concat(this.chunks);
    const decode = decoders.get(coding.trim().toLowerCase());
    if (this.isWhole && decode && bytes.length > 0) {
      try {
        return decode(bytes, { maxOutputLength: LONGEST });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') return bytes;
        this.isWhole = false;
        return this.cut(Buffer.alloc(0));
      }
    }
    return this.isWhole ? bytes : this.cut(bytes);
  }

  private shorten(): void {
    this.isWhole = false;
    this.chunks = [Buffer.concat(this.chunks).subarray(0, SHOWN)];
  }

  private cut(beginning: Buffer): Buffer {
    return Buffer.from(`${beginning.toString()}… (cut, ${this.total} bytes in all)`);
  }
}
