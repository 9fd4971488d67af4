import { harnessError } from '../outcome/outcome.ts';
import type { TargetTime } from '../target/clock.ts';
import { lacking } from '../target/needs.ts';
import type { Target } from '../target/target.ts';
import type { Transport } from '../wire/transport.ts';

/** The mock's control plane: its clock, and sends that stay in progress. A case that uses it has a copy of the state to itself. */
export class Control {
  /** Sends that this case holds are released when it ends. */
  private isHolding = false;

  constructor(
    private readonly target: Target,
    private readonly transport: Transport,
    private readonly time: TargetTime,
    private readonly partition: string,
  ) {}

  /** Moves the clock ahead by an ISO 8601 duration such as `PT30M`. */
  async advance(duration: string): Promise<void> {
    this.time.syncTo(nowOf(await this.call('POST', '/clock', { advance: duration })));
  }

  /** Moves the clock to a later time. */
  async set(now: string | Date): Promise<void> {
    this.time.syncTo(nowOf(await this.call('POST', '/clock', { now: new Date(now).toISOString() })));
  }

  async now(): Promise<Date> {
    return new Date(nowOf(await this.call('GET', '/clock')));
  }

  /** From now on, sends with an idempotency key stay in progress, until `release`. */
  async hold(): Promise<void> {
    this.isHolding = true;
    await this.call('POST', '/hold', {});
  }

  async release(): Promise<void> {
    this.isHolding = false;
    await this.call('POST', '/release', {});
  }

  /** Changes settings such as `processingTime: 'PT2S'`; gives all of them. */
  async settings(changes: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const answer = await this.call('POST', '/settings', changes);
    return answer as Record<string, unknown>;
  }

  /** Any other call below the control plane. */
  async call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown> {
    const { control } = this.target;
    if (!control) return lacking('control', this.target);
    const answer = await this.transport.send({
      method,
      url: `${control.admin}${path}?partition=${encodeURIComponent(this.partition)}`,
      headers: body === undefined ? [] : [['Content-Type', 'application/json']],
      ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
    });
    const text = answer.body.toString('utf8');
    if (answer.status >= 300)
      harnessError(`the control plane answered ${method} ${path} with ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Releases what the case holds. */
  async end(): Promise<void> {
    if (this.isHolding) await this.release();
  }
}

function nowOf(answer: unknown): string {
  return (answer as { now: string }).now;
}
