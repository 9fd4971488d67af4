import { IncomingMessage } from 'node:http';
import { Pieces } from '../collections/pieces.ts';
import { ownTurn } from '../time/turns.ts';

/** A piece of a body that is shorter is joined with what comes behind it. */
const SMALL = 512;

/** So many small pieces come of a body, and then others have their turn. */
const MANY = 1_000;

/**
 * A request as Node reads it, whose body takes no more time and memory than its bytes do: chunks (RFC 9112, 7.1) of a byte each come by the
 * ten thousand at once. They are joined before anybody sees them, and between some of them others have their turn.
 */
export class PacedRequest extends IncomingMessage {
  private readonly joined = new Pieces();
  private small = 0;
  private rests = false;

  /** Reads no more of the body until others have had their turn. */
  rest(): void {
    if (this.rests) return;
    this.rests = true;
    this.socket.pause();
    void ownTurn().then(() => {
      this.rests = false;
      this.small = 0;
      // Else it is read on when somebody takes what is there.
      if (!this.destroyed && this.readableLength < this.readableHighWaterMark) this.socket.resume();
    });
  }

  /** Node asks for more of the body by itself. */
  override _read(size: number): void {
    if (!this.rests) super._read(size);
  }

  /** Where in Node it was ended says nothing, and takes longer to find out than all else: crowds leave at once. */
  override destroy(error?: Error): this {
    if (error) error.stack = error.message;
    return super.destroy(error);
  }

  override push(piece: Buffer | null): boolean {
    if (piece === null || piece.length >= SMALL || this.headers['transfer-encoding'] === undefined) {
      this.handOn();
      return super.push(piece);
    }
    // Not in the next tick: Node has one behind each chunk.
    if (this.joined.length === 0) setImmediate(() => this.handOn());
    this.joined.add(piece);
    this.small += 1;
    if (this.small >= MANY) this.rest();
    return true;
  }

  /** Gives what was joined to whoever reads; all that came at once is in it. */
  private handOn(): void {
    if (this.joined.length === 0 || this.destroyed) return;
    const { whole } = this.joined;
    this.joined.clear();
    if (!super.push(whole)) this.socket.pause();
  }
}
