/** A request may have as many values: reading them takes others' time, and no body needs more. */
export const MAX_VALUES = 50_000;

/** Whether a body has more values than that. */
export function hasTooManyValues(body: Buffer): boolean {
  return body.length > MAX_VALUES && new ValueCount().add(body) > MAX_VALUES;
}

/** What a byte may be: most are none of these, and are passed over at sight. */
const [QUOTE, ESCAPE, SIGN] = [1, 2, 3];
const KINDS = new Uint8Array(256);
for (const [signs, kind] of [
  ['"', QUOTE],
  ['\\', ESCAPE],
  [',[{', SIGN],
] as const)
  for (const sign of signs) KINDS[sign.charCodeAt(0)] = kind;

/** Counts the values of JSON while it comes in, about: what stands behind a comma or an opening bracket outside of texts. */
export class ValueCount {
  private inText = false;
  /** Where the next piece is read from: behind an escape that is the last of one. */
  private start = 0;

  /** The values that begin in the next piece. */
  add(piece: Buffer): number {
    let values = 0;
    let at = this.start;
    for (; at < piece.length; at++) {
      const kind = KINDS[piece[at] as number];
      if (kind === 0) continue;
      if (kind === QUOTE) this.inText = !this.inText;
      else if (!this.inText) values += kind === SIGN ? 1 : 0;
      else if (kind === ESCAPE) at += 1;
    }
    this.start = at - piece.length;
    return values;
  }
}
