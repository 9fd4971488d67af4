import { randomUUID } from 'node:crypto';
import type { Deployment } from '../../../spec/deployment/deployment.ts';
import { runStatusesOf } from '../../../spec/deployment/form-of.ts';
import { ours } from '../../../spec/generated/choices.ts';
import { grouped } from '../../../spec/grouped.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { type Profile, readProfile } from '../../suite/target/profile.ts';
import { type StartedMock, startMock } from '../../suite/target/start-mock.ts';
import { mockProfile } from '../../suite/target/target.ts';
import { isSend } from '../../suite/wire/email-operations.ts';
import { type HeaderPairs, headerOf } from '../../suite/wire/exchange.ts';
import { Transport } from '../../suite/wire/transport.ts';
import { asOurs, bodyOf, type OurAnswer, type Pair } from './pair.ts';
import { ourRunStatuses, runsIn } from './run-words.ts';
import { Translation, type Within } from './translation.ts';

type Asked = ReturnType<Translation['requestFor']>;

/** Exchanges that the mock remembers: all of a run. */
const JOURNAL = 1_000_000;

/** Our mock, asked what the target was asked, so that the two can be compared. */
export class Counterpart {
  private readonly transport: Transport;
  private readonly own = readProfile(mockProfile);
  private readonly statuses = new Set<string>();
  private partitions = 0;

  /** `mock` is one that runs; `target` is the profile of what it is compared with. */
  constructor(
    private readonly mock: StartedMock,
    private readonly target: Profile,
  ) {
    this.transport = new Transport(mock.origin, { timeoutMs: 600_000 });
  }

  /** Starts a mock; with a deployment file it answers as that. `target` is the profile of what it is compared with. */
  static async start(target: Profile, deployment?: string): Promise<Counterpart> {
    return new Counterpart(
      await startMock([
        '--journal',
        String(JOURNAL),
        ...(deployment === undefined ? [] : ['--deployment', deployment]),
      ]),
      target,
    );
  }

  async stop(): Promise<void> {
    this.transport.close();
    await this.mock.stop();
  }

  /** Asks what was asked, case by case and in that order, in a state of its own; as a deployment, where one is given. */
  async repeat(
    exchanges: readonly NotedExchange[],
    says?: Partial<Deployment>,
    { choices = {}, answers = {} }: Partial<Deployment> = says ?? {},
  ): Promise<Pair[]> {
    const partition = `settled-${++this.partitions}`;
    // Strangers, who have no partition, are answered by the default one.
    for (const name of says ? [partition, 'default'] : [])
      await this.control('PUT', `/deployment?partition=${name}`, { ...says, unsettled: [] });
    for (const { status } of runsIn(exchanges)) if (typeof status === 'string') this.statuses.add(status);
    const runStatuses = ourRunStatuses.map((status) => runStatusesOf({ answers })[status] ?? status);
    const within = { partition, choices, numbers: new Map(), ids: new Map(), statuses: this.statuses, runStatuses };
    const pairs: { seen: NotedExchange; answer: Omit<OurAnswer, 'rules'> & { id: string } }[] = [];
    for (const one of grouped(exchanges, (seen) => seen.case).values()) {
      const translation = new Translation(this.target, this.own, within);
      for (const seen of one) {
        const request = translation.requestFor(seen);
        const first = await this.ask(request);
        const answered = wasInProgress(seen, first) ? await this.askInProgress(request, within) : first;
        const answer = asOurs({ ...answered, operation: seen.operation });
        translation.learn(seen, answer);
        pairs.push({ seen, answer });
      }
    }
    const decided = await this.decidedIn(partition);
    return pairs.map(({ seen, answer: { id, ...answer } }) => ({
      seen,
      ours: { ...answer, ...(decided.get(id) ?? { rules: [] }) },
    }));
  }

  private async ask({ method, path, headers, body }: Asked): Promise<OurAnswer & { id: string }> {
    const url = `${this.mock.origin}/v2${path}`;
    const content = body && { body: Buffer.from(body) };
    const answer = await this.transport.send({ method, url, headers, ...content, once: true });
    const id = headerOf(answer.headers, 'x-request-id') ?? '';
    return { status: answer.status, headers: answer.headers, text: answer.body.toString('utf8'), rules: [], id };
  }

  /** The answer to a request under a key that is in progress: one by one, as requests are repeated, none ever is. */
  private async askInProgress(request: Asked, { partition, choices }: Within): Promise<OurAnswer & { id: string }> {
    const name = (choices.keyHeader ?? ours.keyHeader).toLowerCase();
    const others = request.headers.filter(([header]) => header.toLowerCase() !== name);
    const again = { ...request, headers: [...others, [name, randomUUID()] as const] };
    await this.control('POST', `/hold?partition=${partition}`, {});
    const answers = [this.ask(again), this.ask(again)];
    const refused = await Promise.race(answers);
    await this.control('POST', `/release?partition=${partition}`, {});
    await Promise.all(answers);
    return refused;
  }

  /** What decided each answer of a partition; of strangers the journal is that of the default one. */
  private async decidedIn(partition: string): Promise<Map<string, Pick<OurAnswer, 'rules' | 'fault' | 'faults'>>> {
    const lists = await Promise.all(
      [partition, 'default'].map((name) => this.control('GET', `/requests?partition=${name}`)),
    );
    const entries = lists.flatMap((list) => (list as { requests: (OurAnswer & { id: string })[] }).requests);
    const kindOf = ([first]: OurAnswer['faults'] = []) => (first === 'other' ? undefined : first);
    return new Map(entries.map(({ id, rules, faults }) => [id, { rules, faults, fault: kindOf(faults) }]));
  }

  private async control(method: 'GET' | 'PUT' | 'POST', path: string, says?: object): Promise<unknown> {
    const headers: HeaderPairs = says ? [['Content-Type', 'application/json']] : [];
    const { status, body } = await this.transport.send({
      method,
      url: `${this.mock.origin}/__admin${path}`,
      headers,
      ...(says && { body: Buffer.from(JSON.stringify(says)) }),
    });
    const text = body.toString('utf8');
    if (status >= 400) throw new Error(`the mock refused ${path}: ${text}`);
    return bodyOf({ text });
  }
}

/** Whether the target was asked while it was at work on the same. */
function wasInProgress(seen: NotedExchange, first: OurAnswer): boolean {
  return seen.status === 409 && first.status < 300 && isSend(seen.operation);
}
