import { useAction } from '../action.tsx';
import { call, type Schema } from '../api.ts';
import { Failure, Section, Table } from '../parts.tsx';
import { useLiveResource } from '../resource.ts';
import type { Route } from '../route.ts';
import { describe } from './describe.ts';
import { Hold } from './hold.tsx';
import { NewScenario } from './new-scenario.tsx';

/** What the next calls of a partition meet. */
export function ScenariosPage({ route: { partition } }: { route: Route }) {
  const { value, error } = useLiveResource<Schema<'Scenarios'>>('/__admin/scenarios', partition);
  const [report, run] = useAction();
  const switchOff = (id: string) => run('Switched off.', () => call('DELETE', `/__admin/scenarios/${id}`, partition));
  return (
    <>
      <Section title="Active">
        <Failure error={error} />
        <Table
          label="Active scenarios"
          heads={['Operation', 'What happens', 'For', '']}
          rows={(value?.scenarios ?? []).map((scenario) => [
            scenario.operation ?? 'all',
            describe(scenario),
            scenario.times === undefined ? 'every call' : `${scenario.times} more`,
            <button key="off" type="button" onClick={() => switchOff(scenario.id)}>
              Switch off
            </button>,
          ])}
          none="Nothing is provoked; every call is answered as it is."
        />
        {report}
      </Section>
      <NewScenario partition={partition} />
      <Hold partition={partition} />
    </>
  );
}
