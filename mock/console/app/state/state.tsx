import { useEffect, useState } from 'preact/hooks';
import type { Schema } from '../api.ts';
import { Failure, Section, Table } from '../parts.tsx';
import { useLiveResource } from '../resource.ts';
import type { Route } from '../route.ts';
import { moment, span } from '../show.ts';
import { ClockPanel } from './clock-panel.tsx';
import { Ledger } from './ledger.tsx';
import { Runs } from './runs.tsx';

const PATH = '/__admin/state?only=now,notifications,holds,ledger';

/** What a partition knows, its time, and the way back to the fixtures. */
export function StatePage({ route: { partition } }: { route: Route }) {
  const { value, error } = useLiveResource<Schema<'State'>>(PATH, partition);
  const now = useNow(value?.now);
  if (!value) return <Failure error={error} />;
  const { notifications = [], ledger = [] } = value;
  const holds = (value.holds ?? []).filter(({ until }) => Date.parse(until) > now);
  return (
    <>
      <ClockPanel now={now} partition={partition} />
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
      <Runs partition={partition} />
    </>
  );
}

/** The partition's time in milliseconds, running on from when it was read. */
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
