import { brotliDecompressSync, unzipSync } from 'node:zlib';

/** Bytes of a body that are kept to be checked; of a longer one only the beginning is. */
const BODY_LIMIT = 8_000_000;
/** Bytes of a long body that the journal shows. */
const SHOWN = 60_000;

/** What a body that passes through leaves behind for the journal. */
export class KeptBody {
  /** Whether nothing of it is missing. */
  isWhole = true;
  private chunks: Buffer[] = [];
  private kept = 0;
  private total = 0;

  /** `hasRoom` takes room for so many bytes; false when there is none. */
  constructor(private readonly hasRoom: (bytes: number) => boolean) {}

  add(chunk: Buffer): void {
    this.total += chunk.length;
    if (!this.isWhole) return;
    if (this.kept + chunk.length <= BODY_LIMIT && this.hasRoom(chunk.length)) this.keep(chunk);
    else this.shorten(chunk);
  }

  /** The bytes, decoded as `Content-Encoding` says; one that was too long for that ends with how long it was. */
  read(coding = ''): Buffer {
    const bytes = Buffer.concat(this.chunks);
    if (!this.isWhole) return Buffer.from(`${bytes.toString()}… (cut, ${this.total} bytes in all)`);
    const decode = decoders[coding.trim().toLowerCase()];
    try {
      return decode && bytes.length > 0 ? decode(bytes, { maxOutputLength: BODY_LIMIT }) : bytes;
    } catch {
      return bytes;
    }
  }

  private keep(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.kept += chunk.length;
  }

  private shorten(chunk: Buffer): void {
    this.isWhole = false;
    // A copy, because a slice would keep the whole alive.
    const beginning = Buffer.from(Buffer.concat([...this.chunks, chunk]).subarray(0, SHOWN));
    this.chunks = [beginning];
  }
}

const decoders: Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer> = {
  gzip: unzipSync,
  'x-gzip': unzipSync,
  deflate: unzipSync,
  br: brotliDecompressSync,
};
