import type { WireRequest } from './exchange.ts';

/** So often in a row an uncertain answer has to come to the same request to be taken for the service's. */
const enough = 3;
/** Of a body so much is compared, and its length. */
const compared = 10_000;

/**
 * Answers that may be somebody else's than the service's, and those of them that are its own: they come each time to the same request,
 * and then other requests of its path get them too. One that was answered otherwise once gets them from somebody else.
 */
export class UncertainAnswers {
  private readonly answered = new Set<string>();
  private readonly seen = new Map<string, number>();
  /** Paths with the statuses that the service answers them with in words of its own. */
  private readonly known = new Set<string>();

  /** @param normalize makes equal texts of those that differ only in names made for one request */
  constructor(private readonly normalize: (text: string) => string = (text) => text) {}

  /** The service has answered for sure. */
  wasAnswered(request: WireRequest): void {
    this.answered.add(this.nameOf(request));
  }

  /** Whether an uncertain answer is the service's own, as it came as often as it takes. */
  isServices(request: WireRequest, status: number): boolean {
    const name = this.nameOf(request);
    if (this.answered.has(name)) return false;
    const kind = `${request.method} ${request.url.split('?')[0]} ${status}`;
    const times = (this.seen.get(`${name} ${status}`) ?? 0) + 1;
    this.seen.set(`${name} ${status}`, times);
    if (times >= enough) this.known.add(kind);
    return this.known.has(kind);
  }

  private nameOf({ method, url, headers, body }: WireRequest): string {
    const text = `${body?.length ?? 0} ${body?.toString('utf8', 0, compared) ?? ''}`;
    return this.normalize([method, url, ...headers.flat(), text].join('\n'));
  }
}
