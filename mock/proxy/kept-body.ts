import { brotliDecompressSync, unzipSync } from 'node:zlib';
import { Pieces } from '../collections/pieces.ts';

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

  /** `room` counts what is kept, and says whether there is some for what is only looked at; false when there is none. */
  constructor(private readonly room: { read(bytes: number): boolean; fits(bytes: number): boolean }) {}

  add(chunk: Buffer): void {
    this.total += chunk.length;
    if (!this.isWhole) return;
    if (this.kept.length + chunk.length <= BODY_LIMIT && this.room.read(chunk.length)) this.kept.add(chunk);
    else this.shorten(chunk);
  }

  /** How many bytes `read` gives at most: a few that are encoded may become millions. */
  most(coding = ''): number {
    return this.isWhole && this.kept.length > 0 && decoderOf(coding) ? BODY_LIMIT : this.kept.length;
  }

  /**
   * The bytes, decoded as `Content-Encoding` says; of what there is no room for the beginning, which ends with how long it was. Decoded in
   * one go, so that whoever reads bodies in turns has those of one exchange at a time.
   */
  read(coding = ''): Buffer {
    const bytes = this.kept.whole;
    if (!this.isWhole) return cut(bytes, this.total);
    const decoder = decoderOf(coding);
    if (!decoder || bytes.length === 0) return bytes;
    const decoded = this.room.fits(BODY_LIMIT) ? decode(bytes, decoder) : undefined;
    this.isWhole = decoded !== undefined;
    return decoded ?? cut(Buffer.alloc(0), this.total);
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
function decode(bytes: Buffer, decoder: Decoder): Buffer | undefined {
  try {
    return decoder(bytes, { maxOutputLength: BODY_LIMIT });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? undefined : bytes;
  }
}

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

const decoders = new Map<string, Decoder>([
  ['gzip', unzipSync],
  ['x-gzip', unzipSync],
  ['deflate', unzipSync],
  ['br', brotliDecompressSync],
]);

function decoderOf(coding: string): Decoder | undefined {
  return decoders.get(coding.trim().toLowerCase());
}
