const [QUOTE, COMMA, BRACKET, ESCAPE, BRACE] = [...'",[\\{'].map((sign) => sign.charCodeAt(0));

/** A request may have as many values: reading them takes others' time, and no body needs more. */
export const MAX_VALUES = 50_000;

/** Whether a body has more values than that. */
export function hasTooManyValues(body: Buffer): boolean {
  return body.length > MAX_VALUES && new ValueCount().add(body) > MAX_VALUES;
}

/** Counts the values of JSON while it comes in, about: what stands behind a comma or an opening bracket outside of texts. */
export class ValueCount {
  private inText = false;
  private isEscaped = false;

  /** The values that begin in the next piece. */
  add(piece: Buffer): number {
    let values = 0;
    for (let at = 0; at < piece.length; at++) {
      const sign = piece[at];
      if (this.inText) {
        if (this.isEscaped) this.isEscaped = false;
        else if (sign === ESCAPE) this.isEscaped = true;
        else if (sign === QUOTE) this.inText = false;
      } else if (sign === QUOTE) this.inText = true;
      else if (sign === COMMA || sign === BRACKET || sign === BRACE) values += 1;
    }
    return values;
  }
}
