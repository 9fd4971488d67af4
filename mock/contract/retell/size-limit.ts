/** Characters of JSON that a deployment adds to one answer at most: as many as a request may have. */
const MOST = 8_000_000;

/** What a deployment may still add to one answer: what it says is told in each error and each item, and may repeat the request. */
export class Room {
  private left = MOST;

  /** The value, which is added once more; undefined where there is no room for it. */
  for<Value>(value: Value): Value | undefined {
    this.take(value);
    return this.left >= 0 ? value : undefined;
  }

  /** Not looked at further than there is room. */
  private take(value: unknown): void {
    this.left -= typeof value === 'string' ? value.length + 2 : 1;
    if (typeof value !== 'object' || value === null) return;
    for (const name in value) {
      if (this.left < 0) return;
      this.left -= Array.isArray(value) ? 1 : name.length + 4;
      this.take((value as Record<string, unknown>)[name]);
    }
  }
}
