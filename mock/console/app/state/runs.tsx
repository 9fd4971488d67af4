import { useState } from 'preact/hooks';
import type { Schema } from '../api.ts';
import { Failure, Section, Table } from '../parts.tsx';
import { useResource } from '../resource.ts';
import { moment } from '../show.ts';

/** Runs that are shown at once. */
const PAGE = 25;

/** The mission runs of every account, newest first. They are many, so they are read only when they are asked for. */
export function Runs({ partition }: { partition: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Section title="Mission runs">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Show the runs</summary>
        {open && <RunLists partition={partition} />}
      </details>
    </Section>
  );
}

function RunLists({ partition }: { partition: string }) {
  const { value, error } = useResource<Schema<'State'>>('/__admin/state?only=missionRuns', partition);
  return (
    <>
      <Failure error={error} />
      {Object.entries(value?.missionRuns ?? {}).map(([account, runs]) => (
        <RunList key={account} account={account} runs={runs} />
      ))}
    </>
  );
}

function RunList({ account, runs }: { account: string; runs: Schema<'MissionRun'>[] }) {
  const [shown, setShown] = useState(PAGE);
  return (
    <>
      <h3>
        {account} <small>{runs.length} runs</small>
      </h3>
      <Table
        label={`Runs of ${account}`}
        heads={['Run', 'Mission', 'Status', 'Started']}
        rows={runs
          .slice(0, shown)
          .map((run) => [
            <code key="run">{run.run_id}</code>,
            <code key="mission">{run.mission_id}</code>,
            run.status,
            moment(run.started_at),
          ])}
        none="None."
      />
      {shown < runs.length && (
        <button type="button" onClick={() => setShown(shown + PAGE)}>
          Show {PAGE} more of {account}
        </button>
      )}
    </>
  );
}
