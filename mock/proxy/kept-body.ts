import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { Pieces } from '../collections/pieces.ts';
import { oneAfterAnother } from '../time/one-after-another.ts';

/** Bytes of a body that are kept to be checked; of a longer one only the beginning is. */
const BODY_LIMIT = 8_000_000;
/** Bytes of a long body that the journal shows. */
const SHOWN = 60_000;

/** What a body that passes through leaves behind for the journal. */
export class KeptBody {
  /** Whether nothing of it is missing. */
  isWhole = true;
  private readonly kept = new Pieces();
  /** Bytes that came. */
  total = 0;

  /** `hasRoom` takes room for so many bytes; false when there is none. */
  constructor(private readonly hasRoom: (bytes: number) => boolean) {}

  add(chunk: Buffer): void {
    this.total += chunk.length;
    if (!this.isWhole) return;
    if (this.kept.length + chunk.length <= BODY_LIMIT && this.hasRoom(chunk.length)) this.kept.add(chunk);
    else this.shorten(chunk);
  }

  /** The bytes, decoded as `Content-Encoding` says; of what there is no room for the beginning, which ends with how long it was. */
  async read(coding = ''): Promise<Buffer> {
    const bytes = this.kept.whole;
    if (!this.isWhole) return cut(bytes, this.total);
    const decoder = decoders[coding.trim().toLowerCase()];
    if (!decoder || bytes.length === 0) return bytes;
    // A few bytes may become millions, for which there may be no room.
    return decoding(async () => {
      const decoded = await decode(bytes, decoder);
      this.isWhole = decoded === bytes || (decoded !== undefined && this.hasRoom(decoded.length));
      if (decoded === undefined) return cut(Buffer.alloc(0), this.total);
      return this.isWhole ? decoded : cut(decoded.subarray(0, SHOWN), decoded.length);
    });
  }

  private shorten(chunk: Buffer): void {
    this.isWhole = false;
    const beginning = Buffer.concat([this.kept.whole, chunk]).subarray(0, SHOWN);
    this.kept.clear();
    this.kept.add(beginning);
  }
}

function cut(beginning: Buffer, length: number): Buffer {
  return Buffer.from(`${beginning.toString()}… (cut, ${length} bytes in all)`);
}

/** The bytes themselves where they can't be decoded; undefined for what becomes too long. */
async function decode(bytes: Buffer, decoder: Decoder): Promise<Buffer | undefined> {
  try {
    return await decoder(bytes, { maxOutputLength: BODY_LIMIT });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? undefined : bytes;
  }
}

const decoding = oneAfterAnother();

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const unzipped = promisify(unzip);
const decoders: Record<string, Decoder> = {
  gzip: unzipped,
  'x-gzip': unzipped,
  deflate: unzipped,
  br: promisify(brotliDecompress),
};
