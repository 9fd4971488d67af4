import { groupBy } from '../../spec/group-by.ts';
import { Api } from '../mock/support/api.ts';
import { type Attempt, type AttemptTo, versionsOf } from './client.ts';

/** Compares a restarted mock with the answers that clients received. Returns a line for each difference. */
export async function judge(port: number, attempts: readonly Attempt[]): Promise<string[]> {
  const problems: string[] = [];
  for (const [partition, own] of groupBy(attempts, (attempt) => attempt.partition)) {
    const api = new Api(port, partition);
    const of = <Kind extends Attempt['kind']>(kind: Kind) =>
      own.filter((attempt): attempt is AttemptTo<Kind> => attempt.kind === kind);
    problems.push(...(await judgeHolds(api, of('reserve'))), ...(await judgeThresholds(api, of('threshold'))));
    for (const send of of('send')) problems.push(...(await judgeSend(api, send)));
    if (of('send').length > 0) {
      // All that was scheduled is due then.
      await api.advance('PT1H');
      problems.push(...(await judgeMails(api, of('send'), [...of('remove'), ...of('open')])));
    }
    if (of('clock').length > 0) problems.push(...(await judgeClock(api, of('clock'))));
    if (of('fill').length > 0) problems.push(...(await judgeFill(api, of('fill'))));
  }
  return problems;
}

/** A value between the last acknowledged one and the last requested one is right. */
function isBetween(
  value: number,
  own: readonly Attempt[],
  amountOf: (attempt: never) => number,
  tolerance = 0,
): boolean {
  const acknowledged = own.findLast(({ answer }) => answer);
  const least = acknowledged ? amountOf(acknowledged as never) : 0;
  return value >= least - tolerance && value <= amountOf(own.at(-1) as never) + tolerance;
}

async function judgeHolds(api: Api, reservations: AttemptTo<'reserve'>[]): Promise<string[]> {
  if (reservations.length === 0) return [];
  const { holds } = (await api.control('GET', '/state?only=holds')).body as {
    holds: { number: string; until: string }[];
  };
  const held = new Map(holds.map(({ number, until }) => [number, Date.parse(until)]));
  return reservations.flatMap(({ numbers, answer }) => {
    const ends = numbers.map((number) => held.get(number));
    if (!answer) return new Set(ends).size > 1 ? [`${numbers}: a reservation without an answer is there in part`] : [];
    const { phone_numbers } = (answer.body as { data: { phone_numbers: { expired_at: string }[] } }).data;
    return phone_numbers.flatMap(({ expired_at }, index) =>
      ends[index] === Date.parse(expired_at) ? [] : [`${numbers[index]} is not held until ${expired_at}`],
    );
  });
}

async function judgeThresholds(api: Api, changes: AttemptTo<'threshold'>[]): Promise<string[]> {
  const problems: string[] = [];
  for (const [notification, own] of groupBy(changes, (change) => change.notification)) {
    if (!own.some(({ answer }) => answer)) continue;
    const { body } = await api.call('PATCH', `/sim_card_data_usage_notifications/${notification}`, { body: {} });
    const { amount } = (body as { data: { threshold: { amount: string } } }).data.threshold;
    if (!isBetween(Number(amount), own, (change: AttemptTo<'threshold'>) => change.amount))
      problems.push(`${notification} has ${amount} after ${JSON.stringify(own.slice(-2))}`);
  }
  return problems;
}

/** A key replays its answer; without an answer, it works once. The message of an answer is there. */
async function judgeSend(api: Api, send: AttemptTo<'send'>): Promise<string[]> {
  const { subject, key, body } = send;
  const problems: string[] = [];
  if (key !== undefined) {
    const again = await api.send({}, { key, body });
    if (again.status !== 202) problems.push(`${subject}: its key was answered with ${again.status}: ${again.text}`);
    else if (send.answer && again.text !== send.answer.text)
      problems.push(`${subject}: its key replays another answer`);
    const reused = await api.send({ subject: 'another one' }, { key });
    if (reused.status !== 422) problems.push(`${subject}: its key takes another request: ${reused.status}`);
    send.answer ??= again;
  }
  if (send.answer === undefined) return problems;
  const { id } = (send.answer.body as { data: { id: string } }).data;
  const { status, text } = await api.get(`/email_messages/${id}`);
  if (status !== 200 || !text.includes(subject))
    problems.push(`${subject}: the message ${id} is answered with ${status}`);
  return problems;
}

async function judgeMails(
  api: Api,
  sends: AttemptTo<'send'>[],
  touches: (AttemptTo<'remove'> | AttemptTo<'open'>)[],
): Promise<string[]> {
  const { mails } = (await api.control('GET', '/outbox')).body as {
    mails: { subject: string; read: boolean; inReplyTo: string | null }[];
  };
  const touched = new Map(touches.map((touch) => [touch.subject, touch]));
  return sends.flatMap(({ subject, answer, parent }) => {
    const [mail, ...more] = mails.filter((found) => found.subject === subject);
    const touch = touched.get(subject);
    if (more.length > 0) return [`${subject}: is there ${more.length + 1} times`];
    if (!mail) return answer && touch?.kind !== 'remove' ? [`${subject}: its mail is missing`] : [];
    const problems: string[] = [];
    if (parent && !mail.inReplyTo?.includes(parent)) problems.push(`${subject}: is no reply any more`);
    if (touch?.kind === 'remove' && touch.answer) problems.push(`${subject}: its removed mail is there again`);
    if (touch?.kind === 'open' && touch.answer && !mail.read) problems.push(`${subject}: is unread again`);
    if (touch?.kind !== 'open' && mail.read) problems.push(`${subject}: is read, and was never opened`);
    return problems;
  });
}

async function judgeClock(api: Api, moves: AttemptTo<'clock'>[]): Promise<string[]> {
  const { now } = (await api.control('GET', '/clock')).body as { now: string };
  const ahead = Date.parse(now) - Date.now();
  const isRight = isBetween(ahead, moves, (move: AttemptTo<'clock'>) => move.offset, 5_000);
  return isRight ? [] : [`the clock is ${ahead} ms ahead after ${JSON.stringify(moves.slice(-2))}`];
}

async function judgeFill(api: Api, fills: AttemptTo<'fill'>[]): Promise<string[]> {
  const [types, holds] = await versionsOf(api);
  const isRight = types === holds && isBetween(types, fills, (fill: AttemptTo<'fill'>) => fill.version);
  return isRight
    ? []
    : [`the partition has types ${types} and holds ${holds} after ${JSON.stringify(fills.slice(-2))}`];
}
