/** So often an uncertain answer has to come to the same request of a case, each time with fresh data, to be taken for the service's. */
const enough = 3;

/** Answers that may be somebody else's than the service's, and those of them that came again so often that they are its own. */
export class Doubts {
  private readonly known = new Set<string>();
  private seen = new Map<string, number>();

  /** Another case begins: what was seen before is no sign for what it will see. */
  forget(): void {
    this.seen = new Map();
  }

  /** Whether an uncertain answer is the service's own, as it came as often as it takes. */
  isServices(request: string, status: number): boolean {
    const name = `${request} ${status}`;
    if (this.known.has(name)) return true;
    const times = (this.seen.get(name) ?? 0) + 1;
    this.seen.set(name, times);
    if (times >= enough) this.known.add(name);
    return times >= enough;
  }
}
