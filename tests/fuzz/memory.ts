import pidusage from 'pidusage';

/** So many requests it takes until what the mock keeps has reached its bounds, and its heap a size that suits it. */
const FILLED = 100_000;
/** From then on memory may rise by this much: what is collected is not given back at once. */
const SLACK = 1.25;

/** Watches the resident memory of a process, in megabytes. */
export class MemoryWatch {
  private readonly looks: { after: number; megabytes: number }[] = [];

  constructor(private readonly pid: number) {}

  /** Looks at the memory after so many requests. */
  async look(after: number): Promise<number> {
    const { memory } = await pidusage(this.pid);
    const megabytes = Math.round(memory / 2 ** 20);
    this.looks.push({ after, megabytes });
    return megabytes;
  }

  /** How the memory went on rising in the second half of a long run; undefined when it was level, or the run is short. */
  get rise(): string | undefined {
    const requests = this.looks.at(-1)?.after ?? 0;
    if (requests < 2 * FILLED) return undefined;
    const most = (from: number, to: number) =>
      Math.max(...this.looks.filter(({ after }) => after > from && after <= to).map(({ megabytes }) => megabytes));
    const [first, second] = [most(0, requests / 2), most(requests / 2, requests)];
    if (second <= first * SLACK) return undefined;
    return `memory rose from ${first} MB at most in the first half of the run to ${second} MB in the second`;
  }
}
