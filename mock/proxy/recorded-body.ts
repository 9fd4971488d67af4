import { brotliDecompressSync, unzipSync } from 'node:zlib';
import { BODY_BYTES, JOURNAL_BODY_BYTES } from '../limits.ts';

const decoders = new Map([
  ['gzip', unzipSync],
  ['x-gzip', unzipSync],
  ['deflate', unzipSync],
  ['br', brotliDecompressSync],
]);

/** A body that passes through: whole, or the beginning of one that is longer than a request may be. */
export class RecordedBody {
  /** False when bytes are missing. */
  isWhole = true;
  /** Bytes that have arrived. */
  total = 0;
  private chunks: Buffer[] = [];

  add(chunk: Buffer): void {
    this.total += chunk.length;
    if (!this.isWhole) return;
    this.chunks.push(chunk);
    if (this.total > BODY_BYTES) this.shorten();
  }

  /** The bytes, decoded by their `Content-Encoding`; bytes that can't be decoded as they are. A long body ends with its length. */
  read(coding = ''): Buffer {
    const bytes = Buffer.concat(this.chunks);
    const decode = decoders.get(coding.trim().toLowerCase());
    if (this.isWhole && decode && bytes.length > 0) {
      try {
        return decode(bytes, { maxOutputLength: BODY_BYTES });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') return bytes;
        this.isWhole = false;
        this.chunks = [];
      }
    }
    if (this.isWhole) return bytes;
    return Buffer.from(`${Buffer.concat(this.chunks)}… (cut, ${this.total} bytes in all)`);
  }

  private shorten(): void {
    this.isWhole = false;
    // A little less than the journal shows, so that the length is shown too.
    this.chunks = [Buffer.concat(this.chunks).subarray(0, JOURNAL_BODY_BYTES - 5_000)];
  }
}
