import { expect } from '@playwright/test';
import type { Mock } from '../../mock/create-mock.ts';
import {
  call,
  checkOutbox,
  DAY,
  freshPartition,
  HALF_AN_HOUR,
  type Model,
  partitionOf,
  type Step,
  type Who,
} from './model.ts';

/** The same send several times at once, under a key or without one. */
export class Send implements Step {
  constructor(
    private readonly by: Who,
    private readonly key: string | undefined,
    private readonly subject: string,
    private readonly times: number,
  ) {}

  check = () => true;

  async run(model: Model, mock: Mock): Promise<void> {
    const { by, key, subject, times } = this;
    const partition = partitionOf(model, by.partition);
    const body = JSON.stringify({ from: 'a@example.com', to: ['b@example.com'], subject, text_body: 'Hello' });
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    const send = () => call(mock, by, '/email_messages', { method: 'POST', body, headers });
    const answers = await Promise.all(Array.from({ length: times }, send));
    const ids = answers.flatMap(({ status, body }) => (status === 202 ? [(body.data as { id: string }).id] : []));
    const others = answers.filter(({ status }) => status !== 202).map(({ status }) => status);

    const name = `${by.key} ${key}`;
    const earlier = key === undefined ? undefined : partition.sent.get(name);
    if (earlier && partition.now - earlier.at < DAY) {
      expect(ids).toEqual(earlier.subject === subject ? answers.map(() => earlier.id) : []);
      expect(others).toEqual(earlier.subject === subject ? [] : answers.map(() => 422));
    } else {
      const winners = new Set(ids);
      expect(winners.size).toBe(key === undefined ? times : 1);
      expect(others.filter((status) => status !== 409)).toEqual([]);
      for (const id of winners) model.messages.push({ id, by, isThere: true });
      partition.delivered += winners.size;
      if (key !== undefined) partition.sent.set(name, { subject, id: ids[0] ?? '', at: partition.now });
    }
    await checkOutbox(mock, model, by.partition);
  }

  toString = () => `${this.times} × send ${this.subject} by ${this.by.key}.${this.by.partition} under ${this.key}`;
}

/** Reservations of numbers, made at once, by whomever. */
export class Reserve implements Step {
  constructor(
    private readonly partition: string,
    private readonly wanted: readonly { key: Who['key']; numbers: readonly string[] }[],
  ) {}

  check = () => true;

  async run(model: Model, mock: Mock): Promise<void> {
    const { now, held } = partitionOf(model, this.partition);
    const isFree = (number: string) => (held.get(number) ?? 0) <= now;
    const requested = new Set(this.wanted.flatMap(({ numbers }) => numbers));
    const expected = [...requested].filter(isFree).sort();
    const answers = await Promise.all(
      this.wanted.map(({ key, numbers }) => {
        const body = JSON.stringify({ phone_numbers: numbers.map((phone_number) => ({ phone_number })) });
        return call(mock, { key, partition: this.partition }, '/number_reservations', { method: 'POST', body });
      }),
    );
    const entries = answers.flatMap(({ body }) => {
      const { phone_numbers } = body.data as { phone_numbers: { phone_number: string; status: string }[] };
      return phone_numbers;
    });
    const got = entries.filter(({ status }) => status === 'pending').map(({ phone_number }) => phone_number);
    expect(got.sort()).toEqual(expected);
    for (const number of got) held.set(number, now + HALF_AN_HOUR);
  }

  toString = () => `reserve in ${this.partition}: ${JSON.stringify(this.wanted)}`;
}

/** Reads any message: only its own account and partition find it. */
export class Read implements Step {
  constructor(
    private readonly by: Who,
    private readonly which: number,
  ) {}

  check = ({ messages }: Readonly<Model>) => messages.length > 0;

  async run({ messages }: Model, mock: Mock): Promise<void> {
    const message = messages[this.which % messages.length];
    if (!message) throw new Error('the model has no message');
    const isOwn = message.by.key === this.by.key && message.by.partition === this.by.partition;
    const { status } = await call(mock, this.by, `/email_messages/${message.id}`);
    expect(status).toBe(isOwn && message.isThere ? 200 : 404);
  }

  toString = () => `read message ${this.which} by ${this.by.key}.${this.by.partition}`;
}

/** Time goes by in one partition. */
export class Advance implements Step {
  constructor(
    private readonly partition: string,
    private readonly minutes: number,
  ) {}

  check = () => true;

  async run(model: Model, mock: Mock): Promise<void> {
    await mock.partition(this.partition).clock.advance(`PT${this.minutes}M`);
    partitionOf(model, this.partition).now += this.minutes * 60 * 1000;
  }

  toString = () => `${this.minutes} minutes go by in ${this.partition}`;
}

/** A partition goes back to the fixtures. */
export class Reset implements Step {
  constructor(private readonly partition: string) {}

  check = () => true;

  async run(model: Model, mock: Mock): Promise<void> {
    await mock.partition(this.partition).reset();
    model.partitions[this.partition] = freshPartition();
    for (const message of model.messages) if (message.by.partition === this.partition) message.isThere = false;
    await checkOutbox(mock, model, this.partition);
  }

  toString = () => `reset ${this.partition}`;
}
