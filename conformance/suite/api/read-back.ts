import { setTimeout } from 'node:timers/promises';
import { type Answer, membersOf, parsed } from '../wire/answer.ts';
import { isRead, isSend } from '../wire/email-operations.ts';
import { WrittenNotifications } from './written-notification.ts';

/** What the cases of one process have learned about how late a target shows what was written. */
export interface Lateness {
  /** The longest that a change took until it was read. */
  longestMs: number;
}

/** The time that passes: milliseconds since the epoch, and to wait for some. */
interface Passing {
  now: () => number;
  sleep: (ms: number) => Promise<unknown>;
}

const real: Passing = { now: Date.now, sleep: setTimeout };

interface Made {
  account: string;
  /** The status that its creation was answered with: what one kind of message lacks, another may have. */
  status: string;
  at: number;
}

/**
 * Reads what was written, as a target that makes no promise about reads has to be read: what does not show the write yet is
 * asked again, until it does or the time that the profile grants is over. What a write must not have changed is looked at
 * when an unwanted change would show.
 */
export class ReadBack {
  /** The longest that a change of this case took until it was read, where it was not there at once. */
  lateMs = 0;
  /** Whether other cases may write the notifications meanwhile: then other cases may have written what a read shows. */
  areNotificationsShared = false;
  readonly notifications: WrittenNotifications;
  private readonly made = new Map<string, Made>();
  /** Kinds of reads that did not agree in the whole time: in this case, as each one has to have been as patient as it can. */
  private readonly hopeless = new Set<string>();

  constructor(
    private readonly waitMs: number,
    private readonly lateness: Lateness,
    original?: object,
    private readonly time = real,
  ) {
    this.notifications = new WrittenNotifications(time.now, original);
  }

  /** The answer to go by: the one that came for this account, or that of a later time at which the same was asked again. */
  async settled(account: string, answer: Answer, again: () => Promise<Answer>): Promise<Answer> {
    const mayBeLate = this.waitMs > 0;
    const read = mayBeLate && (await this.readNotification(answer, again));
    if (read) return read;
    const settled = (mayBeLate && (await this.findMessage(account, answer, again))) || answer;
    this.remember(account, settled);
    return settled;
  }

  private async readNotification(answer: Answer, again: () => Promise<Answer>): Promise<Answer | undefined> {
    const id = notificationIn(answer);
    const written = this.notifications.get(id);
    if (this.areNotificationsShared || !written || !answer.accepted || !this.notifications.isRead(id, answer))
      return undefined;
    const agrees = (read: Answer) => this.notifications.isShown(id, read);
    let read = answer;
    for (let look = written.isTouched ? 2 : 1; look > 0; look--) {
      // Some replicas show a change later than others: what should be unchanged is looked at again when all would show it.
      if (written.isTouched && (await this.waitForUnwanted(written.at))) read = await again();
      read = await this.poll('notification', written.at, agrees, read, again);
    }
    if (!agrees(read) || written.isTouched) this.notifications.adopt(id, read.shown);
    return read;
  }

  /**
   * A message that was just made may not be found yet, when it is read or named as a parent. The service itself has refused the
   * reply by then, so that it had no effect: it is sent again without a key, too.
   */
  private async findMessage(
    account: string,
    answer: Answer,
    again: () => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const { operation, status } = answer;
    const made = status === 404 ? this.made.get(messageIn(answer)) : undefined;
    if (!made) return undefined;
    if (made.account === account) {
      return this.poll(`${operation} ${made.status}`, made.at, (read) => read.status !== 404, answer, again);
    }
    return (await this.waitForUnwanted(made.at)) ? again() : undefined;
  }

  /** Asks until it agrees or time is over; a kind of read that did not agree at all before in this case is granted less. */
  private async poll(
    kind: string,
    since: number,
    agrees: (read: Answer) => boolean,
    first: Answer,
    again: () => Promise<Answer>,
  ): Promise<Answer> {
    const { lateness, waitMs, time } = this;
    const grantedMs = this.hopeless.has(kind) ? Math.max(waitMs / 10, 2 * lateness.longestMs) : waitMs;
    const begun = time.now();
    let read = first;
    for (let pause = 20; !agrees(read) && time.now() - begun < grantedMs; pause = Math.min(pause * 2, 500)) {
      await time.sleep(pause);
      read = await again();
    }
    if (!agrees(read)) this.hopeless.add(kind);
    else if (read !== first) this.wasLate(time.now() - (since || begun));
    return read;
  }

  private wasLate(ms: number): void {
    this.lateMs = Math.max(this.lateMs, ms);
    this.lateness.longestMs = Math.max(this.lateness.longestMs, ms);
  }

  /** Waits until what should not have happened would show, by what is known of how late that is; false when it would by now. */
  private async waitForUnwanted(since: number): Promise<boolean> {
    const restMs = 2 * this.lateness.longestMs - (this.time.now() - since);
    if (restMs <= 0) return false;
    await this.time.sleep(restMs);
    return true;
  }

  private remember(account: string, answer: Answer): void {
    const notification = notificationIn(answer);
    if (notification) this.notifications.sent(notification, answer);
    if (!isSend(answer.operation) || !answer.accepted) return;
    const { id, status } = answer.shown;
    // A replay names a message that has been there for a while.
    if (typeof id !== 'string' || this.made.has(id)) return;
    this.made.set(id, { account, status: String(status), at: this.time.now() });
  }
}

function notificationIn(answer: Answer): string {
  return answer.operation === 'updateSimCardDataUsageNotification' ? lastStep(answer) : '';
}

/** The message that an answer is about by its id: the one that is read, or the parent of a reply. */
function messageIn(answer: Answer): string {
  if (isRead(answer.operation)) return lastStep(answer);
  return isSend(answer.operation) ? String(membersOf(parsed(answer.request.body ?? '')).in_reply_to_message_id) : '';
}

function lastStep({ request }: Answer): string {
  return request.url.split('?')[0]?.split('/').at(-1) ?? '';
}
