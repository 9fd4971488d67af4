import { useState } from 'preact/hooks';
import { useAction } from '../action.ts';
import { call } from '../api.ts';
import { useLive } from '../live.ts';
import { Report, Section } from '../parts.tsx';
import { useResource } from '../resource.ts';
import { type Contract, operationsOf, statusesOf } from './contract.ts';
import { type Effect, effects, scenarioOf } from './effects.ts';

type FormEvent = SubmitEvent & { currentTarget: HTMLFormElement };

/** Asks for a scenario and switches it on. */
export function NewScenario({ partition }: { partition: string }) {
  const { value: contract, reload } = useResource<Contract>('/__admin/openapi.json', partition);
  useLive({ change: reload });
  const [operation, setOperation] = useState('');
  const [effect, setEffect] = useState<Effect>('answer');
  const [outcome, run] = useAction();
  const switchOn = (event: FormEvent) => {
    event.preventDefault();
    const scenario = scenarioOf(effect, new FormData(event.currentTarget));
    run('Switched on.', () => call('POST', '/__admin/scenarios', partition, scenario));
  };
  return (
    <Section title="Switch on">
      <form class="fields" onSubmit={switchOn}>
        <label>
          Operation
          <select name="operation" value={operation} onChange={(event) => setOperation(event.currentTarget.value)}>
            <option value="">all</option>
            {contract && operationsOf(contract).map(({ id }) => <option key={id}>{id}</option>)}
          </select>
        </label>
        <label>
          What happens
          <select value={effect} onChange={(event) => setEffect(event.currentTarget.value as Effect)}>
            {Object.entries(effects).map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </label>
        {effect === 'answer' && (
          <>
            <label>
              Status
              <input type="number" name="status" min={200} max={599} required defaultValue="503" list="statuses" />
            </label>
            <datalist id="statuses">
              {contract && statusesOf(contract, operation).map((status) => <option key={status} value={status} />)}
            </datalist>
            <Amount name="retryAfter" label="Retry-After, seconds" min={0} />
          </>
        )}
        {effect === 'delay' && (
          <>
            <Amount name="from" label="At least, seconds" min={0} value={2} step="any" />
            <Amount name="to" label="At most, seconds" min={0} step="any" />
          </>
        )}
        {effect === 'rows' && <Amount name="rows" label="Rows; below zero they vanish" min={-1000} value={2} />}
        {effect !== 'rows' && <Amount name="times" label="Calls; empty is always" min={1} value={1} />}
        <button type="submit">Switch on</button>
      </form>
      <Report outcome={outcome} />
    </Section>
  );
}

function Amount({
  name,
  label,
  min,
  value,
  step,
}: {
  name: string;
  label: string;
  min: number;
  value?: number;
  step?: 'any';
}) {
  return (
    <label>
      {label}
      <input
        type="number"
        name={name}
        min={min}
        step={step ?? 1}
        defaultValue={value === undefined ? '' : String(value)}
      />
    </label>
  );
}
