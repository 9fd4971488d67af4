import type { Readable } from 'node:stream';
import { brotliDecompressSync, unzipSync } from 'node:zlib';
import { BODY_BYTES, JOURNAL_BODY_BYTES } from '../limits.ts';

const decoders = new Map(
  Object.entries({ gzip: unzipSync, 'x-gzip': unzipSync, deflate: unzipSync, br: brotliDecompressSync }),
);

/** The body that passes through a stream: whole, or the beginning of one that is longer than a request may be. */
export class RecordedBody {
  isWhole = true;
  private total = 0;
  private chunks: Buffer[] = [];

  constructor(stream: Readable) {
    stream.on('data', (chunk: Buffer) => {
      this.total += chunk.length;
      if (this.isWhole) this.chunks.push(chunk);
      // Shorter than the journal's limit, so that the journal shows the length as well.
      if (this.isWhole && this.total > BODY_BYTES) this.shorten(JOURNAL_BODY_BYTES - 5_000);
    });
  }

  /** The bytes, decoded by their `Content-Encoding` if possible. A long body ends with its length. */
  read(coding = ''): Buffer {
    const bytes = Buffer.concat(this.chunks);
    const decode = bytes.length > 0 ? decoders.get(coding.trim().toLowerCase()) : undefined;
    try {
      if (this.isWhole) return decode?.(bytes, { maxOutputLength: BODY_BYTES }) ?? bytes;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') return bytes;
      this.shorten(0);
    }
    return Buffer.from(`${Buffer.concat(this.chunks)}… (cut, ${this.total} bytes in all)`);
  }

  private shorten(length: number): void {
    this.isWhole = false;
    this.chunks = [Buffer.concat(this.chunks).subarray(0, length)];
  }
}
