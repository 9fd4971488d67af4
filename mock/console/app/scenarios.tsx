import { useState } from 'preact/hooks';
import { call, type Schema, useLive, useLiveResource, useResource } from './api.ts';
import { describe, type Effect, effects, isDuration, scenarioOf } from './effects.ts';
import { Button, Choice, Failure, onSubmitOf, Section, Table, useAction } from './parts.tsx';
import type { Route } from './route.ts';

export function Scenarios({ route: { partition } }: { route: Route }) {
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
            <Button key="off" label="Switch off" act={() => switchOff(scenario.id)} />,
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

function NewScenario({ partition }: { partition: string }) {
  const { value: contract, reload } = useResource<Contract>('/__admin/openapi.json', partition);
  useLive((exchange) => exchange ?? reload());
  const [effect, setEffect] = useState<Effect>('answer');
  const [report, run] = useAction();
  const switchOn = onSubmitOf((fields) =>
    run('Switched on.', () => call('POST', '/__admin/scenarios', partition, scenarioOf(effect, fields))),
  );
  const operations = Object.values(contract?.paths ?? {}).flatMap((item) =>
    Object.values(item).flatMap(({ operationId: id }) => (id ? [[id, id] as const] : [])),
  );
  const titles = Object.entries(effects).map(([name, { title }]) => [name, title] as const);
  const choose = (name: string) => setEffect(name as Effect);
  return (
    <Section title="Switch on">
      <form class="fields" onSubmit={switchOn}>
        {effect !== 'lateMail' && <Choice label="Operation" name="operation" values={operations} none="all" />}
        <Choice label="What happens" value={effect} values={titles} onChange={choose} />
        {effects[effect].amounts.map(({ label, ...limits }) => (
          <label key={limits.name}>
            {label}
            <input type="number" step={isDuration(limits.name) ? 'any' : 1} {...limits} />
          </label>
        ))}
        {effect === 'answer' && (
          <label>
            Example of the contract
            <input name="answer.example" placeholder="the first" />
          </label>
        )}
        <button type="submit">Switch on</button>
      </form>
      {report}
    </Section>
  );
}

interface Contract {
  paths: Record<string, Record<string, { operationId?: string }>>;
}

function Hold({ partition }: { partition: string }) {
  const { value, error } = useLiveResource<{ holding: boolean; held: number }>('/__admin/hold', partition);
  const [report, run] = useAction();
  const post = (path: string, done: string) => run(done, () => call('POST', `/__admin/${path}`, partition));
  return (
    <Section title="Hold sends with a key">
      <Failure error={error} />
      <p>
        {value?.holding
          ? `Sends with an idempotency key stay in progress; ${value.held} wait.`
          : 'Sends with an idempotency key are answered as they come.'}
      </p>
      <div class="actions">
        <Button label="Hold" act={() => post('hold', 'The next sends are held.')} />
        <Button label="Release" act={() => post('release', 'Released.')} />
      </div>
      {report}
    </Section>
  );
}
