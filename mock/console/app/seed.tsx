import { address, call, type Schema } from './api.ts';
import { formOf, useAction } from './form.tsx';
import { useLiveResource } from './live.ts';
import { Section } from './parts.tsx';
import type { Route } from './route.ts';

type State = Schema<'State'>;

const EXAMPLE = '{ "documentTypes": [{ "short_name": "passport", "description": "A passport" }] }';

export function Seed({ route: { partition } }: { route: Route }) {
  const [report, run] = useAction();
  const { value } = useLiveResource<Schema<'Partitions'>>('/__admin/partitions', partition);
  const others = value?.partitions.filter((name) => name !== partition) ?? [];

  const fill = (source: string, read: () => Promise<State>) =>
    run(`${partition} was filled from ${source}.`, async () => call('PUT', '/__admin/state', partition, await read()));
  const fromFile = formOf((fields) => {
    const file = fields.get('file') as File;
    fill(file.name, async () => stateIn(await file.text()));
  });
  const fromPartition = formOf((fields) => {
    const name = String(fields.get('from'));
    fill(`a snapshot of ${name}`, () => call<State>('GET', '/__admin/state', name));
  });
  const fromText = formOf((fields) => fill('the text', async () => stateIn(String(fields.get('text')))));

  return (
    <Section title="Fill the partition">
      <p>
        Filling starts <b>{partition}</b> anew: its state is lost, and missing lists are those of the fixtures.
      </p>
      {report}
      <form class="inline" {...fromFile}>
        <label>
          JSON file <input type="file" name="file" accept=".json,application/json" required />
        </label>
        <button type="submit">Fill from the file</button>
      </form>
      <form class="inline" {...fromPartition}>
        <label>
          Snapshot of{' '}
          <select name="from" required>
            {others.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button type="submit">Fill from the snapshot</button>
      </form>
      <form {...fromText}>
        <label for="state-text">State as JSON</label>
        <textarea id="state-text" name="text" rows={8} required placeholder={EXAMPLE} />
        <button type="submit">Fill from the text</button>
      </form>
      <p>
        <a href={address('/__admin/state', partition)} download={`${partition}.json`}>
          Save a snapshot of {partition}
        </a>
      </p>
    </Section>
  );
}

function stateIn(text: string): State {
  try {
    return JSON.parse(text) as State;
  } catch (error) {
    throw new Error(`This is no JSON: ${(error as Error).message}`);
  }
}
