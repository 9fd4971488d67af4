import { useEffect, useState } from 'preact/hooks';
import { call, readRoute, run, type Schema, toUrl, useResource } from './connection.ts';
import { Button, Code, Failure, Form, Section, Status, Table } from './parts.tsx';
import { formatSpan, formatTime } from './show.ts';

const PATH = '/__admin/state?only=now,notifications,holds,ledger';

export function State() {
  const { value, error } = useResource<Schema<'State'>>(PATH, 'live');
  const now = useNow(value?.now);
  if (!value) return <Failure error={error} />;
  const { notifications = [], ledger = [] } = value;
  const holds = (value.holds ?? []).filter(({ until }) => Date.parse(until) > now);
  return (
    <>
      <Clock now={now} />
      <Section title="Reservations" note={holds.length}>
        <Table
          label="Reservations"
          rows={holds.map(({ number, account, reference, until }) => ({
            Number: number,
            Account: account,
            Reference: reference,
            'Held until': formatTime(until),
            'Expires in': formatSpan(Date.parse(until) - now),
          }))}
          none="No number is held."
        />
      </Section>
      <Section title="Idempotency ledger" note={ledger.length}>
        <Table
          label="Idempotency ledger"
          rows={ledger.toReversed().map(({ key, account, method, path, fingerprint, answer, createdAt }) => ({
            Key: <code>{key}</code>,
            Account: account,
            Request: `${method} ${path}`,
            Fingerprint: <code title={fingerprint}>{`${fingerprint.slice(0, 12)}…`}</code>,
            'First answer': answer ? showFirstAnswer(answer) : 'in progress',
            Age: formatSpan(now - Date.parse(createdAt)),
          }))}
          none="No key was used yet."
        />
      </Section>
      <Section title="Notifications" note={notifications.length}>
        <Table
          label="Notifications"
          rows={notifications.map(({ account, resource: { id, sim_card_id, threshold, updated_at = '' } }) => ({
            Id: <code>{id}</code>,
            Account: account,
            'SIM card': <code>{sim_card_id}</code>,
            Threshold: `${threshold?.amount} ${threshold?.unit}`,
            Updated: formatTime(updated_at),
          }))}
        />
      </Section>
      <Snapshot />
    </>
  );
}

function Snapshot() {
  const { partition } = readRoute();
  const fillFrom = (fields: FormData) => {
    const file = fields.get('file') as File;
    const fill = async () => call('PUT', '/__admin/state', JSON.parse(await file.text()));
    run(`${partition} was filled from ${file.name}.`, fill);
  };
  return (
    <Section title="Snapshot">
      <p>
        <a href={toUrl('/__admin/state')} download={`${partition}.json`}>
          Save a snapshot of {partition}
        </a>
      </p>
      <Form class="inline" label="Fill from the file" act={fillFrom}>
        <label>
          JSON file <input type="file" name="file" accept=".json,application/json" required />
        </label>
      </Form>
      <p class="minor">Filling restarts {partition}; missing lists come from the fixtures.</p>
    </Section>
  );
}

const showFirstAnswer = ({ status, body }: { status: number; body: unknown }) => (
  <details>
    <summary>
      <Status status={status} />
    </summary>
    <Code label="First answer" text={JSON.stringify(body, null, 2)} />
  </details>
);

function Clock({ now }: { now: number }) {
  const { partition } = readRoute();
  const advance = (duration: string) =>
    run(`The clock moved on by ${duration}.`, () => call('POST', '/__admin/clock', { advance: duration }));
  const reset = () => {
    if (confirm(`Set ${partition} back to the fixtures? Its journal, outbox and scenarios go too.`))
      run('Back to the fixtures.', () => call('POST', '/__admin/reset'));
    else run('Nothing was reset.', async () => {});
  };
  const duration = { pattern: 'P.*\\d.*', title: 'an ISO 8601 duration such as PT30M', placeholder: 'P1DT2H' };
  return (
    <Section title="Clock">
      <div class="actions">
        <time class="clock">{formatTime(new Date(now).toISOString())}</time>
        <Button label="Advance 30 min" act={() => advance('PT30M')} />
        <Button label="Advance 24 h" act={() => advance('PT24H')} />
        <Form class="inline" label="Advance" act={(fields) => advance(String(fields.get('duration')))}>
          <label>
            By <input name="duration" size={8} required {...duration} />
          </label>
        </Form>
        <Button label="Reset the partition" class="danger" act={reset} />
      </div>
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
