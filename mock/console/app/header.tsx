import { useEffect, useRef } from 'preact/hooks';
import type { Answer, Schema } from './api.ts';
import { Button, onSubmitOf } from './form.tsx';
import { useLiveResource } from './live.ts';
import { Failure } from './parts.tsx';
import { linkTo, type Route, tabs } from './route.ts';

/** The tabs and the partition; below them the connection, the deployment, and the problem of a change that is not served. */
export function Header({ route: { partition, tab }, isGone }: { route: Route; isGone: boolean }) {
  const { value: deployment } = useLiveResource<Answer<'getDeployment'>>('/__admin/deployment', partition);
  const { value: health } = useLiveResource<Schema<'Health'>>('/__admin/health', partition);
  const problem = health?.problem ? `The last good version is served: ${health.problem}` : undefined;
  return (
    <header>
      {/* Not a link, because the address holds the route. */}
      <Button class="skip" label="Skip to content" act={() => document.getElementById('main')?.focus()} />
      <strong>Mock console</strong>
      <nav aria-label="Pages">
        {tabs.map((name) => (
          <a key={name} href={linkTo({ partition, tab: name })} aria-current={name === tab ? 'page' : undefined}>
            {name}
          </a>
        ))}
        <a href="/openapi.yaml">Contract</a>
      </nav>
      <Partition route={{ partition, tab }} />
      <Failure error={isGone ? 'The mock is not running; trying again.' : undefined} />
      {deployment?.answersAs && <p>{deployment.answersAs}</p>}
      <Failure error={problem} />
    </header>
  );
}

function Partition({ route: { partition, tab } }: { route: Route }) {
  const { value } = useLiveResource<Schema<'Partitions'>>('/__admin/partitions', partition);
  const field = useRef<HTMLInputElement>(null);
  // Set by hand: a field that is rendered anew loses the focus.
  useEffect(() => {
    if (field.current) field.current.value = partition;
  }, [partition]);
  const go = onSubmitOf((fields) => {
    location.hash = linkTo({ partition: String(fields.get('partition')).trim() || 'default', tab });
  });
  const name = { pattern: '[A-Za-z0-9_\\-]{1,64}', title: '1 to 64 letters, digits, hyphens or underscores' };
  return (
    <form class="partition" onSubmit={go}>
      <label for="partition">Partition</label>
      <input id="partition" name="partition" ref={field} list="partitions" autocomplete="off" {...name} />
      <datalist id="partitions">
        {value?.partitions.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
      <button type="submit">Go</button>
    </form>
  );
}
