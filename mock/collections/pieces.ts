const SMALLEST = 1024;
const LARGEST = 64 * 1024;

/**
 * Bytes that come in pieces. They are copied one behind the other, as a piece of one byte takes some hundred in memory; what is kept is at
 * most about twice as long as what came.
 */
export class Pieces {
  length = 0;
  private readonly full: Buffer[] = [];
  private last = Buffer.alloc(0);
  private filled = 0;

  add(piece: Buffer): void {
    for (let at = 0; at < piece.length; ) {
      if (this.filled === this.last.length) this.begin(piece.length - at);
      const copied = piece.copy(this.last, this.filled, at);
      this.filled += copied;
      at += copied;
    }
    this.length += piece.length;
  }

  /** All of them, as one; what is added later goes behind it. */
  get whole(): Buffer {
    return Buffer.concat([...this.full, this.last.subarray(0, this.filled)], this.length);
  }

  clear(): void {
    this.full.length = 0;
    this.last = Buffer.alloc(0);
    this.filled = 0;
    this.length = 0;
  }

  private begin(needed: number): void {
    if (this.filled > 0) this.full.push(this.last);
    this.last = Buffer.allocUnsafeSlow(Math.max(needed, SMALLEST, Math.min(this.length, LARGEST)));
    this.filled = 0;
  }
}
