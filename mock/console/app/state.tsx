import { useEffect, useState } from 'preact/hooks';
import { address, call, type Schema } from './api.ts';
import { formOf, useAction } from './form.tsx';
import { useLiveResource } from './live.ts';
import { Code, Failure, Section, Status, Table } from './parts.tsx';
import type { Route } from './route.ts';
import { moment, span } from './show.ts';

const PATH = '/__admin/state?only=now,notifications,holds,ledger';

/** The state of a partition, its clock, and the reset. */
export function State({ route: { partition } }: { route: Route }) {
  const { value, error } = useLiveResource<Schema<'State'>>(PATH, partition);
  const now = useNow(value?.now);
  if (!value) return <Failure error={error} />;
  const { notifications = [], ledger = [] } = value;
  const holds = (value.holds ?? []).filter(({ until }) => Date.parse(until) > now);
  return (
    <>
      <Clock now={now} partition={partition} />
      <Section title="Reservations" note={String(holds.length)}>
        <Table
          label="Reservations"
          heads={['Number', 'Account', 'Reference', 'Held until', 'Expires in']}
          rows={holds.map(({ number, account = '', reference = '', until }) => [
            number,
            account,
            reference,
            moment(until),
            span(Date.parse(until) - now),
          ])}
          none="No number is held."
        />
      </Section>
      <Section title="Idempotency ledger" note={String(ledger.length)}>
        <Ledger records={ledger} now={now} />
      </Section>
      <Section title="Notifications" note={String(notifications.length)}>
        <Table
          label="Notifications"
          heads={['Id', 'Account', 'SIM card', 'Threshold', 'Updated']}
          rows={notifications.map(({ account, resource }) => [
            <code key="id">{resource.id}</code>,
            account,
            <code key="sim">{resource.sim_card_id}</code>,
            `${resource.threshold?.amount} ${resource.threshold?.unit}`,
            moment(resource.updated_at ?? ''),
          ])}
          none="None."
        />
      </Section>
      <p>
        <a href={address('/__admin/state?only=missionRuns', partition)}>The mission runs as JSON</a>
      </p>
    </>
  );
}

const steps = [
  ['PT30M', 'Advance 30 min'],
  ['PT24H', 'Advance 24 h'],
] as const;

function Clock({ now, partition }: { now: number; partition: string }) {
  const [report, run] = useAction();
  const advance = (duration: string) =>
    run(`The clock moved on by ${duration}.`, () => call('POST', '/__admin/clock', partition, { advance: duration }));
  const byForm = formOf((fields) => advance(String(fields.get('duration'))));
  const reset = () => {
    if (confirm(`Set ${partition} back to the fixtures? Its journal, outbox and scenarios go too.`))
      run('Back to the fixtures.', () => call('POST', '/__admin/reset', partition));
    else run('Nothing was reset.', async () => {});
  };
  return (
    <Section title="Clock">
      <div class="actions">
        <time class="clock">{moment(new Date(now).toISOString())}</time>
        {steps.map(([duration, label]) => (
          <button key={duration} type="button" onClick={() => advance(duration)}>
            {label}
          </button>
        ))}
        <form class="inline" {...byForm}>
          <label>
            By{' '}
            <input
              name="duration"
              size={8}
              placeholder="P1DT2H"
              pattern="P.*\d.*"
              title="an ISO 8601 duration such as PT30M"
              required
            />
          </label>
          <button type="submit">Advance</button>
        </form>
        <button type="button" class="danger" onClick={reset}>
          Reset the partition
        </button>
      </div>
      {report}
    </Section>
  );
}

function Ledger({ records, now }: { records: Schema<'LedgerRecord'>[]; now: number }) {
  return (
    <Table
      label="Idempotency ledger"
      heads={['Key', 'Account', 'Request', 'Fingerprint', 'First answer', 'Age']}
      rows={records.toReversed().map(({ key, account, method, path, fingerprint, answer, createdAt }) => [
        <code key="key">{key}</code>,
        account,
        `${method} ${path}`,
        <code key="fingerprint" title={fingerprint}>
          {fingerprint.slice(0, 12)}…
        </code>,
        answer ? (
          <details key="answer">
            <summary>
              <Status status={answer.status} />
            </summary>
            <Code label="First answer" text={JSON.stringify(answer.body, null, 2)} />
          </details>
        ) : (
          'in progress'
        ),
        span(now - Date.parse(createdAt)),
      ])}
      none="No key was used yet."
    />
  );
}

/** The partition's time in milliseconds, which runs on from the time that was read. */
function useNow(read: string | undefined): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (read === undefined) return;
    const [start, begun] = [Date.parse(read), performance.now()];
    const tick = () => setNow(start + performance.now() - begun);
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [read]);
  return now;
}
