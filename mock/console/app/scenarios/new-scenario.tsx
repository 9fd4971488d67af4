import { useState } from 'preact/hooks';
import { useAction } from '../action.tsx';
import { call } from '../api.ts';
import { Choice } from '../fields.tsx';
import { formOf } from '../form.ts';
import { useLive } from '../live.ts';
import { Section } from '../parts.tsx';
import { useResource } from '../resource.ts';
import { type Contract, examplesOf, operationsOf, statusesOf } from './contract.ts';
import { type Effect, effects, lasting, scenarioOf } from './effects.ts';

/** Asks for a scenario and switches it on. */
export function NewScenario({ partition }: { partition: string }) {
  const { value: contract, reload } = useResource<Contract>('/__admin/openapi.json', partition);
  useLive((exchange) => exchange ?? reload());
  const [operation, setOperation] = useState('');
  const [effect, setEffect] = useState<Effect>('answer');
  const [status, setStatus] = useState('503');
  const [example, setExample] = useState('');
  const [report, run] = useAction();
  const switchOn = formOf((fields) =>
    run('Switched on.', () => call('POST', '/__admin/scenarios', partition, scenarioOf(effect, fields))),
  );
  return (
    <Section title="Switch on">
      <form class="fields" {...switchOn}>
        {effect !== 'lateMail' && (
          <Choice
            label="Operation"
            name="operation"
            value={operation}
            values={contract ? operationsOf(contract).map(({ id }) => id) : []}
            onChange={setOperation}
          />
        )}
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
              <input
                type="number"
                name="status"
                min={200}
                max={599}
                required
                value={status}
                list="statuses"
                onInput={(event) => setStatus(event.currentTarget.value)}
              />
            </label>
            <datalist id="statuses">
              {contract && statusesOf(contract, operation).map((status) => <option key={status} value={status} />)}
            </datalist>
            <Choice
              label="Example"
              name="example"
              value={example}
              values={contract ? examplesOf(contract, operation, status) : []}
              none="the first"
              onChange={setExample}
            />
            <Amount name="retryAfter" label="Retry-After, seconds" min={0} />
          </>
        )}
        {effect === 'delay' && (
          <>
            <Amount name="from" label="At least, seconds" min={0} defaultValue={2} step="any" />
            <Amount name="to" label="At most, seconds" min={0} step="any" />
          </>
        )}
        {effect === 'gateway' && (
          <label>
            Status
            <select name="gateway">
              {[502, 503, 504].map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
        )}
        {effect === 'perSecond' && <Amount name="amount" label="Calls a second" min={1} defaultValue={5} />}
        {(effect === 'dribble' || effect === 'lateMail') && (
          <Amount name="seconds" label="Seconds" min={0} defaultValue={5} step="any" />
        )}
        {effect === 'rows' && (
          <Amount name="amount" label="Rows; below zero they vanish" min={-1000} defaultValue={2} />
        )}
        {!lasting.includes(effect) && <Amount name="times" label="Calls; empty is always" min={1} defaultValue={1} />}
        <button type="submit">Switch on</button>
      </form>
      {report}
    </Section>
  );
}

type Limits = { name: string; min: number; defaultValue?: number; step?: 'any' };

function Amount({ label, ...limits }: Limits & { label: string }) {
  return (
    <label>
      {label}
      <input type="number" {...limits} />
    </label>
  );
}
