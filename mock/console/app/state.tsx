import { useEffect, useState } from 'preact/hooks';
import { address, call, type Schema, useLiveResource } from './api.ts';
import { Button, Code, Failure, onSubmitOf, Section, Status, Table, useAction } from './parts.tsx';
import type { Route } from './route.ts';
import { moment, span } from './show.ts';

const PATH = '/__admin/state?only=now,notifications,holds,ledger';

export function State({ route: { partition } }: { route: Route }) {
  const { value, error } = useLiveResource<Schema<'State'>>(PATH, partition);
  const now = useNow(value?.now);
  if (!value) return <Failure error={error} />;
  const { notifications = [], ledger = [] } = value;
  const holds = (value.holds ?? []).filter(({ until }) => Date.parse(until) > now);
  return (
    <>
      <Clock now={now} partition={partition} />
      <Section title="Reservations" note={holds.length}>
        <Table
          label="Reservations"
          heads={['Number', 'Account', 'Reference', 'Held until', 'Expires in']}
          rows={holds.map(({ number, account, reference, until }) => {
            return [number, account, reference, moment(until), span(Date.parse(until) - now)];
          })}
          none="No number is held."
        />
      </Section>
      <Section title="Idempotency ledger" note={ledger.length}>
        <Table
          label="Idempotency ledger"
          heads={['Key', 'Account', 'Request', 'Fingerprint', 'First answer', 'Age']}
          rows={ledger
            .toReversed()
            .map(({ key, account, method, path, fingerprint, answer, createdAt }) => [
              <code key="key">{key}</code>,
              account,
              `${method} ${path}`,
              <code key="fingerprint" title={fingerprint}>{`${fingerprint.slice(0, 12)}…`}</code>,
              answer ? <FirstAnswer key="answer" {...answer} /> : 'in progress',
              span(now - Date.parse(createdAt)),
            ])}
          none="No key was used yet."
        />
      </Section>
      <Section title="Notifications" note={notifications.length}>
        <Table
          label="Notifications"
          heads={['Id', 'Account', 'SIM card', 'Threshold', 'Updated']}
          rows={notifications.map(({ account, resource: { id, sim_card_id, threshold, updated_at = '' } }) => [
            <code key="id">{id}</code>,
            account,
            <code key="sim">{sim_card_id}</code>,
            `${threshold?.amount} ${threshold?.unit}`,
            moment(updated_at),
          ])}
        />
      </Section>
      <Snapshot partition={partition} />
    </>
  );
}

function Snapshot({ partition }: { partition: string }) {
  const [report, run] = useAction();
  const fillFrom = onSubmitOf((fields) => {
    const file = fields.get('file') as File;
    const fill = async () => call('PUT', '/__admin/state', partition, JSON.parse(await file.text()));
    run(`${partition} was filled from ${file.name}.`, fill);
  });
  return (
    <Section title="Snapshot">
      <p>
        <a href={address('/__admin/state', partition)} download={`${partition}.json`}>
          Save a snapshot of {partition}
        </a>
      </p>
      <form class="inline" onSubmit={fillFrom}>
        <label>
          JSON file <input type="file" name="file" accept=".json,application/json" required />
        </label>
        <button type="submit">Fill from the file</button>
      </form>
      <p class="minor">Filling starts {partition} anew; missing lists are those of the fixtures.</p>
      {report}
    </Section>
  );
}

function FirstAnswer({ status, body }: { status: number; body: unknown }) {
  return (
    <details>
      <summary>
        <Status status={status} />
      </summary>
      <Code label="First answer" text={JSON.stringify(body, null, 2)} />
    </details>
  );
}

function Clock({ now, partition }: { now: number; partition: string }) {
  const [report, run] = useAction();
  const advance = (duration: string) =>
    run(`The clock moved on by ${duration}.`, () => call('POST', '/__admin/clock', partition, { advance: duration }));
  const byForm = onSubmitOf((fields) => advance(String(fields.get('duration'))));
  const reset = () => {
    if (confirm(`Set ${partition} back to the fixtures? Its journal, outbox and scenarios go too.`))
      run('Back to the fixtures.', () => call('POST', '/__admin/reset', partition));
    else run('Nothing was reset.', async () => {});
  };
  const duration = { pattern: 'P.*\\d.*', title: 'an ISO 8601 duration such as PT30M', placeholder: 'P1DT2H' };
  return (
    <Section title="Clock">
      <div class="actions">
        <time class="clock">{moment(new Date(now).toISOString())}</time>
        <Button label="Advance 30 min" act={() => advance('PT30M')} />
        <Button label="Advance 24 h" act={() => advance('PT24H')} />
        <form class="inline" onSubmit={byForm}>
          <label>
            By <input name="duration" size={8} required {...duration} />
          </label>
          <button type="submit">Advance</button>
        </form>
        <Button label="Reset the partition" class="danger" act={reset} />
      </div>
      {report}
    </Section>
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
