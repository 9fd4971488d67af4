import type { Notification, Seed } from '../../fixtures/seed.ts';
import type { RequestBody } from '../../spec/types.ts';
import { Entries } from '../store/store.ts';

type Owned = Seed['notifications'][number];

export class Notifications {
  constructor(
    private readonly seed: ReadonlyMap<string, Owned>,
    private readonly changed = new Entries<Owned>(),
  ) {}

  get(account: string, id: string): Notification | undefined {
    const owned = this.changed.get(id.toLowerCase()) ?? this.seed.get(id.toLowerCase());
    return owned?.account === account ? owned.resource : undefined;
  }

  has(id: string): boolean {
    return this.seed.has(id.toLowerCase());
  }

  /** Changes the given writable members (source document, Endpoints 1); without any, `updated_at` stays as well (SIM-14) unless touched. */
  update(
    account: string,
    id: string,
    { sim_card_id, threshold: { amount, unit } = {} }: RequestBody<'updateSimCardDataUsageNotification'>,
    now: string,
    isTouched = false,
  ): Notification | undefined {
    const current = this.get(account, id);
    const isEmpty = sim_card_id === undefined && amount === undefined && unit === undefined;
    if (!current || (isEmpty && !isTouched)) return current;
    // Members that follow a spread in an object literal take many times as long.
    const resource = { ...current };
    resource.threshold = { ...current.threshold };
    if (sim_card_id !== undefined) resource.sim_card_id = sim_card_id;
    if (amount !== undefined) resource.threshold.amount = amount;
    if (unit !== undefined) resource.threshold.unit = unit;
    resource.updated_at = now;
    this.changed.set(id.toLowerCase(), { account, resource });
    return resource;
  }

  list(): Owned[] {
    return [...new Map([...this.seed, ...this.changed]).values()];
  }
}
