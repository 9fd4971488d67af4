import { useAction } from './action.tsx';
import { address, call, type Schema } from './api.ts';
import { formOf } from './form.ts';
import { Section } from './parts.tsx';
import { useLiveResource } from './resource.ts';
import type { Route } from './route.ts';

type State = Schema<'State'>;
type Run = ReturnType<typeof useAction>[1];

const EXAMPLE = '{ "documentTypes": [{ "short_name": "passport", "description": "A passport" }] }';

/** Fills the partition: from a file, from another partition, or from what is typed. */
export function Seed({ route: { partition } }: { route: Route }) {
  const [fileReport, runFile] = useAction();
  const [partitionReport, runPartition] = useAction();
  const [textReport, runText] = useAction();
  const { value } = useLiveResource<Schema<'Partitions'>>('/__admin/partitions', partition);
  const others = value?.partitions.filter((name) => name !== partition) ?? [];

  const fill = (run: Run, source: string, read: () => Promise<State>) =>
    run(`${partition} was filled from ${source}.`, async () => {
      await call('PUT', '/__admin/state', partition, await read());
    });
  const fromFile = formOf((fields) => {
    const file = fields.get('file') as File;
    fill(runFile, file.name, async () => stateIn(await file.text()));
  });
  const fromPartition = formOf((fields) => {
    const name = String(fields.get('from'));
    fill(runPartition, `a snapshot of ${name}`, () => call<State>('GET', '/__admin/state', name));
  });
  const fromText = formOf((fields) => fill(runText, 'the text', async () => stateIn(String(fields.get('text')))));

  return (
    <>
      <p>
        Filling starts <b>{partition}</b> anew: what it knew is gone, and lists that are left out are those of the
        fixtures.
      </p>
      <Section title="From a file">
        <form class="inline" {...fromFile}>
          <label>
            JSON file <input type="file" name="file" accept=".json,application/json" required />
          </label>
          <button type="submit">Fill from the file</button>
        </form>
        {fileReport}
      </Section>
      <Section title="From another partition">
        {others.length === 0 ? (
          <p class="none">There is no other partition yet.</p>
        ) : (
          <form class="inline" {...fromPartition}>
            <label>
              Snapshot of{' '}
              <select name="from">
                {others.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
            <button type="submit">Fill from the snapshot</button>
          </form>
        )}
        {partitionReport}
      </Section>
      <Section title="From text">
        <form {...fromText}>
          <label for="state-text">State as JSON</label>
          <textarea id="state-text" name="text" rows={8} required placeholder={EXAMPLE} />
          <button type="submit">Fill from the text</button>
        </form>
        {textReport}
      </Section>
      <Section title="Snapshot">
        <p>
          <a href={address('/__admin/state', partition)} download={`${partition}.json`}>
            Save a snapshot of {partition}
          </a>
          , to fill a partition from it later.
        </p>
      </Section>
    </>
  );
}

function stateIn(text: string): State {
  try {
    return JSON.parse(text) as State;
  } catch (error) {
    throw new Error(`This is no JSON: ${(error as Error).message}`);
  }
}
