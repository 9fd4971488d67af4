import { useState } from 'preact/hooks';
import { call, type Schema } from './api.ts';
import { describe, type Effect, effects, isDuration, scenarioOf } from './effects.ts';
import { Button, Choice, formOf, useAction } from './form.tsx';
import { useLive, useLiveResource, useResource } from './live.ts';
import { Failure, Section, Table } from './parts.tsx';
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
  const [filled, setFilled] = useState<Record<string, unknown>>({});
  const [report, run] = useAction();
  const { onInput, ...handlers } = formOf((fields) =>
    run('Switched on.', () => call('POST', '/__admin/scenarios', partition, scenarioOf(effect, fields))),
  );
  const follow = (event: Event & { currentTarget: HTMLFormElement }) => {
    onInput(event);
    setFilled(Object.fromEntries(new FormData(event.currentTarget)));
  };
  const operations = contract ? operationsOf(contract).flatMap(({ operationId }) => operationId ?? []) : [];
  const { operation = '', 'answer.status': status = 503 } = filled;
  const examples = contract ? examplesOf(contract, operation, status) : [];
  const titles = Object.entries(effects).map(([name, { title }]) => [name, title] as const);
  return (
    <Section title="Switch on">
      <form class="fields" {...handlers} onInput={follow}>
        {effect !== 'lateMail' && <Choice label="Operation" name="operation" values={operations} />}
        <Choice
          label="What happens"
          value={effect}
          values={titles}
          none={null}
          onChange={(name) => setEffect(name as Effect)}
        />
        {effects[effect].amounts.map(({ label, ...limits }) => (
          <label key={limits.name}>
            {label}
            <input type="number" step={isDuration(limits.name) ? 'any' : 1} {...limits} />
          </label>
        ))}
        {effect === 'answer' && <Choice label="Example" name="answer.example" values={examples} none="the first" />}
        <button type="submit">Switch on</button>
      </form>
      {report}
    </Section>
  );
}

interface Response {
  $ref?: string;
  content?: Record<string, { examples?: Record<string, unknown> }>;
}
interface Operation {
  operationId?: string;
  responses?: Record<string, Response>;
}
interface Contract {
  paths: Record<string, Record<string, Operation>>;
  components?: { responses?: Record<string, Response> };
}

function operationsOf({ paths }: Contract): Operation[] {
  return Object.values(paths).flatMap((item) => Object.values(item));
}

/** The named examples that an operation (any, for an empty id) has of a status. */
function examplesOf(contract: Contract, id: unknown, status: unknown): string[] {
  const names = operationsOf(contract)
    .filter(({ operationId }) => id === '' || operationId === id)
    .flatMap(({ responses = {} }) => responses[String(status)] ?? responses.default ?? [])
    .map((answer) => contract.components?.responses?.[answer.$ref?.split('/').at(-1) ?? ''] ?? answer)
    .flatMap(({ content = {} }) => Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples)));
  return [...new Set(names)].sort();
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
