import { useState } from 'preact/hooks';
import { call, run, type Schema, useResource } from './connection.ts';
import { describeScenario, effects, readScenario } from './effects.ts';
import { Button, Choice, Failure, Form, Section, Table } from './parts.tsx';

export function Scenarios() {
  const { value, error } = useResource<Schema<'Scenarios'>>('/__admin/scenarios', 'live');
  const switchOff = (id: string) => run('Switched off.', () => call('DELETE', `/__admin/scenarios/${id}`));
  return (
    <>
      <Section title="Active">
        <Failure error={error} />
        <Table
          label="Active scenarios"
          rows={(value?.scenarios ?? []).map((scenario) => ({
            Operation: scenario.operation ?? 'all',
            'What happens': describeScenario(scenario),
            For: scenario.times === undefined ? 'every call' : `${scenario.times} more`,
            '': <Button label="Switch off" act={() => switchOff(scenario.id)} />,
          }))}
          none="No scenario is active; every call is answered normally."
        />
      </Section>
      <NewScenario />
      <Hold />
    </>
  );
}

interface Contract {
  paths: Record<string, Record<string, { operationId?: string }>>;
}

function NewScenario() {
  const { value: contract } = useResource<Contract>('/__admin/openapi.json', 'calm');
  const [effect, setEffect] = useState('answer');
  const switchOn = (fields: FormData) =>
    run('Switched on.', () => call('POST', '/__admin/scenarios', readScenario(fields)));
  const operations = Object.values(contract?.paths ?? {}).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? []),
  );
  return (
    <Section title="Switch on">
      <Form class="fields" label="Switch on" act={switchOn} edit={(fields) => setEffect(String(fields.get('effect')))}>
        {effect !== 'lateMail' && <Choice label="Operation" name="operation" values={operations} none="all" />}
        <Choice
          label="What happens"
          name="effect"
          values={Object.keys(effects)}
          titleOf={(name) => effects[name]?.title}
        />
        {effects[effect]?.amounts.map(({ label, ...field }) => (
          <label key={field.name}>
            {label}
            <input type="number" {...field} />
          </label>
        ))}
        {effect === 'answer' && (
          <label>
            Example of the contract
            <input name="answer.example" placeholder="the first" />
          </label>
        )}
      </Form>
    </Section>
  );
}

function Hold() {
  const { value, error } = useResource<{ holding: boolean; held: number }>('/__admin/hold', 'live');
  const post = (path: string, done: string) => run(done, () => call('POST', `/__admin/${path}`));
  return (
    <Section title="Hold sends with a key">
      <Failure error={error} />
      <p>
        {value?.holding
          ? `Sends with an idempotency key stay in progress; ${value.held} wait.`
          : 'Sends with an idempotency key are answered at once.'}
      </p>
      <div class="actions">
        <Button label="Hold" act={() => post('hold', 'The next sends are held.')} />
        <Button label="Release" act={() => post('release', 'Released.')} />
      </div>
    </Section>
  );
}
