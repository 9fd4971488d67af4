import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, membersOf, parsed } from '../wire/answer.ts';

/** What a notification has to show after all that was sent to it. */
interface Written {
  /** The members that are known, by their path. */
  expected: Partial<Record<'amount' | 'unit' | 'sim_card_id', string>>;
  /** When something was last sent, as a time of this machine. */
  at: number;
  /** What was last sent must not have changed anything. */
  isTouched: boolean;
}

/** Follows what is sent to notifications, by their ids. */
export class WrittenNotifications {
  private readonly known = new Map<string, Written>();

  /** `now` gives milliseconds since the epoch; `original` is what the profile says that the threshold is, for a case that has the notifications to itself. */
  constructor(
    private readonly now: () => number,
    private readonly original: object | undefined,
  ) {}

  get(id: string): Written | undefined {
    return this.known.get(id);
  }

  /** An update that writes what is there already, the SIM card if possible; undefined when too little is known. */
  unchanging(id: string): object | undefined {
    const { sim_card_id, amount, unit } = this.known.get(id)?.expected ?? {};
    if (sim_card_id !== undefined) return { sim_card_id };
    if (amount !== undefined && unit !== undefined) return { threshold: { amount, unit } };
    return this.original && { threshold: this.original };
  }

  /** Whether an update asks for what there is: it names nothing, or what is known. */
  isRead(id: string, { request: { body = '' } }: Answer): boolean {
    return isNothing(body) || JSON.stringify(parsed(body)) === JSON.stringify(this.unchanging(id));
  }

  /** Notes an update and how it was answered; of one that nothing is known of, reading it says what it is like. */
  sent(id: string, { request, accepted, shown }: Answer): void {
    if (!accepted && isNothing(request.body ?? '')) return;
    const asked = membersOf(parsed(request.body ?? ''));
    const known = this.known.get(id);
    const writes = 'threshold' in asked || 'sim_card_id' in asked;
    // Of an answer the SIM card alone: what it shows of what was just written is not known to be kept.
    if (accepted && writes)
      this.known.set(id, {
        expected: after(known?.expected ?? after({}, { sim_card_id: shown.sim_card_id }), asked),
        at: this.now(),
        isTouched: false,
      });
    else if (known) this.known.set(id, { ...known, at: this.now(), isTouched: true });
    else if (accepted) this.adopt(id, shown);
  }

  /** Whether an answer shows what was written. A member that it does not show says nothing; how an amount is written is open. */
  isShown(id: string, { shown }: Answer): boolean {
    const there: Record<string, string> = after({}, shown);
    const known = Object.entries(this.known.get(id)?.expected ?? {});
    return known.every(([name, value]) => (there[name] ?? value) === value);
  }

  /** Takes what is shown for what there is. */
  adopt(id: string, shown: Record<string, unknown>): void {
    this.known.set(id, { expected: after({}, shown), at: 0, isTouched: false });
  }

  /** Leaves what is known to the next case that has the notifications, in whichever process. */
  leave(runDir: string): void {
    writeFileSync(fileOf(runDir), JSON.stringify([...this.known]));
  }

  /** Takes over what the case before has left. */
  takeOver(runDir: string): void {
    if (!existsSync(fileOf(runDir))) return;
    for (const [id, written] of JSON.parse(readFileSync(fileOf(runDir), 'utf8'))) this.known.set(id, written);
  }
}

/** An amount without the zeros that say nothing; as text, because numbers would lose digits. */
export function plainAmount(amount: unknown): string {
  const [whole = '', rest = ''] = String(amount).split('.');
  const digits = rest.replace(/0+$/, '');
  return whole.replace(/^0+(?=\d)/, '') + (digits && `.${digits}`);
}

/** What is there when members were written over others; of what was written as no text nothing is known. */
function after(before: Written['expected'], asked: Record<string, unknown>): Written['expected'] {
  const { threshold, sim_card_id } = asked;
  const { amount, unit } = membersOf(threshold);
  const written = {
    ...before,
    ...(threshold === null && { amount: null, unit: null }),
    ...(amount !== undefined && { amount: typeof amount === 'string' ? plainAmount(amount) : null }),
    ...(unit !== undefined && { unit }),
    ...(sim_card_id !== undefined && {
      sim_card_id: typeof sim_card_id === 'string' ? sim_card_id.toLowerCase() : null,
    }),
  };
  return Object.fromEntries(Object.entries(written).filter(([, value]) => typeof value === 'string'));
}

/** Whether an update names nothing. */
export function isNothing(body: string): boolean {
  return /^\s*\{\s*\}\s*$/.test(body);
}

const fileOf = (runDir: string) => join(runDir, 'written-notifications.json');
