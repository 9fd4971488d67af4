import { Api } from '../mock/support/api.ts';
import type { Attempt, Knowledge, SendAttempt } from './attempt.ts';
import { versionsOf } from './steer.ts';

/** Questions under way at once. */
const AT_ONCE = 8;

/** Compares a restarted mock with the answers that clients received. Returns a line for each difference. */
export async function judge(port: number, known: Knowledge): Promise<string[]> {
  const partitions = new Set(
    [...known.sends, ...known.changes, ...known.reservations].map(({ partition }) => partition),
  );
  const problems = await Promise.all([
    ...[...partitions].map((partition) => judgePartition(new Api(port, partition), known)),
    judgeClock(port, known),
    judgeFill(port, known),
  ]);
  return [...known.surprises, ...problems.flat()];
}

async function judgePartition(api: Api, known: Knowledge): Promise<string[]> {
  const of = <One extends Attempt>(list: readonly One[]) => list.filter(({ partition }) => partition === api.partition);
  const sends = of(known.sends);
  const problems = await judgeHolds(api, of(known.reservations));
  problems.push(...(await judgeChanges(api, of(known.changes))));
  problems.push(...(await judgeEach(sends, (send) => judgeKey(api, send))));
  problems.push(...(await judgeEach(sends, (send) => judgeMessage(api, send))));
  // All that was scheduled is due then.
  await api.advance('PT1H');
  problems.push(...(await judgeMails(api, sends, of(known.mails))));
  return problems;
}

async function judgeEach<One>(list: readonly One[], judgeOne: (one: One) => Promise<string[]>): Promise<string[]> {
  const problems: string[] = [];
  const waiting = list.values();
  const goOn = async () => {
    for (const one of waiting) problems.push(...(await judgeOne(one)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, goOn));
  return problems;
}

async function judgeHolds(api: Api, reservations: Knowledge['reservations']): Promise<string[]> {
  const { holds } = (await api.control('GET', '/state?only=holds')).body as {
    holds: { number: string; until: string }[];
  };
  const held = new Map(holds.map(({ number, until }) => [number, Date.parse(until)]));
  return reservations.flatMap(({ numbers, answer }) => {
    const ends = numbers.map((number) => held.get(number));
    if (!answer) return new Set(ends).size > 1 ? [`${numbers}: a reservation without an answer is there in part`] : [];
    const { phone_numbers } = (JSON.parse(answer.text) as { data: { phone_numbers: { expired_at: string }[] } }).data;
    return phone_numbers.flatMap(({ expired_at }, index) =>
      ends[index] === Date.parse(expired_at) ? [] : [`${numbers[index]} is not held until ${expired_at}`],
    );
  });
}

async function judgeChanges(api: Api, changes: Knowledge['changes']): Promise<string[]> {
  const problems: string[] = [];
  for (const notification of new Set(changes.map((change) => change.notification))) {
    const own = changes.filter((change) => change.notification === notification);
    const acknowledged = own.filter(({ answer }) => answer).at(-1)?.amount;
    const asked = own.at(-1)?.amount;
    const path = `/sim_card_data_usage_notifications/${notification}`;
    const { body } = await api.call('PATCH', path, { body: {} });
    const { amount } = (body as { data: { threshold: { amount: string } } }).data.threshold;
    if (acknowledged !== undefined && ![acknowledged, asked].includes(amount))
      problems.push(`${notification} has ${amount}, acknowledged was ${acknowledged}, requested last ${asked}`);
  }
  return problems;
}

/** A key replays its answer; without an answer, it works once. */
async function judgeKey(api: Api, send: SendAttempt): Promise<string[]> {
  const { subject, key, body, answer } = send;
  if (key === undefined) return [];
  const problems: string[] = [];
  const again = await api.send({}, { key, body });
  if (again.status !== 202) problems.push(`${subject}: its key was answered with ${again.status}: ${again.text}`);
  else if (answer && again.text !== answer.text) problems.push(`${subject}: its key does not replay its answer`);
  const reused = await api.send({ subject: 'another one' }, { key });
  if (reused.status !== 422) problems.push(`${subject}: its key takes another request: ${reused.status}`);
  send.answer ??= again;
  return problems;
}

async function judgeMessage(api: Api, { subject, answer }: SendAttempt): Promise<string[]> {
  if (!answer) return [];
  const { id } = (JSON.parse(answer.text) as { data: { id: string } }).data;
  const { status, text } = await api.get(`/email_messages/${id}`);
  return status === 200 && text.includes(subject) ? [] : [`${subject}: the message ${id} is answered with ${status}`];
}

async function judgeMails(api: Api, sends: readonly SendAttempt[], mails: Knowledge['mails']): Promise<string[]> {
  const { mails: listed } = (await api.control('GET', '/outbox')).body as {
    mails: { subject: string; read: boolean; inReplyTo: string | null }[];
  };
  const touched = new Map(mails.map((mail) => [mail.subject, mail]));
  return sends.flatMap(({ subject, answer, parent }) => {
    const [mail, ...more] = listed.filter((one) => one.subject === subject);
    const touch = touched.get(subject);
    if (more.length > 0) return [`${subject}: is there ${more.length + 1} times`];
    if (!mail) return answer && touch?.done !== 'removed' ? [`${subject}: its mail is missing`] : [];
    const problems: string[] = [];
    if (parent && !mail.inReplyTo?.includes(parent)) problems.push(`${subject}: is no reply any more`);
    if (touch?.done === 'removed' && touch.answer) problems.push(`${subject}: its removed mail is there again`);
    if (touch?.done === 'opened' && touch.answer && !mail.read) problems.push(`${subject}: is unread again`);
    if (touch?.done !== 'opened' && mail.read) problems.push(`${subject}: is read, and nobody opened it`);
    return problems;
  });
}

async function judgeClock(port: number, { clocks }: Knowledge): Promise<string[]> {
  const [first] = clocks;
  if (!first) return [];
  const { now } = (await new Api(port, first.partition).control('GET', '/clock')).body as { now: string };
  const offset = Date.parse(now) - Date.now();
  const acknowledged = clocks.filter(({ answer }) => answer).at(-1)?.offset ?? 0;
  const asked = clocks.at(-1)?.offset ?? 0;
  if (offset > acknowledged - 5_000 && offset < asked + 5_000) return [];
  return [`the clock is ${offset} ms ahead, acknowledged was ${acknowledged}, requested ${asked}`];
}

async function judgeFill(port: number, { fills }: Knowledge): Promise<string[]> {
  const [first] = fills;
  if (!first) return [];
  const [types, holds] = await versionsOf(new Api(port, first.partition));
  const acknowledged = fills.filter(({ answer }) => answer).at(-1)?.version ?? 0;
  const asked = fills.at(-1)?.version ?? 0;
  if (types === holds && (types === acknowledged || types === asked)) return [];
  return [
    `the filled partition has types ${types} and holds ${holds}, acknowledged was ${acknowledged}, requested ${asked}`,
  ];
}
