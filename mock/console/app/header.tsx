import { useEffect, useRef } from 'preact/hooks';
import type { Answer, Schema } from './api.ts';
import { formOf } from './form.tsx';
import { useLiveResource } from './live.ts';
import { linkTo, type Route, tabs } from './route.ts';

/** The tabs and the partition; below them the connection, the deployment, and the problem of a change that is not served. */
export function Header({ route, isGone }: { route: Route; isGone: boolean }) {
  const { partition, tab } = route;
  const { value: deployment } = useLiveResource<Answer<'getDeployment'>>('/__admin/deployment', partition);
  const { value: health } = useLiveResource<Schema<'Health'>>('/__admin/health', partition);
  return (
    <header>
      <button type="button" class="skip" onClick={skip}>
        Skip to content
      </button>
      <strong>Mock console</strong>
      <nav aria-label="Pages">
        {tabs.map((name) => (
          <a key={name} href={linkTo({ partition, tab: name })} aria-current={name === tab ? 'page' : undefined}>
            {name}
          </a>
        ))}
        <a href="/openapi.yaml">Contract</a>
      </nav>
      <Partition route={route} />
      {isGone && (
        <p role="alert" class="problem failed">
          The mock is not running; trying again.
        </p>
      )}
      {deployment?.answersAs && <p class="problem">{deployment.answersAs}</p>}
      {health?.problem && (
        <p role="alert" class="problem failed">
          The last good version is served: {health.problem}
        </p>
      )}
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
  const go = formOf((fields) => {
    location.hash = linkTo({ partition: String(fields.get('partition')).trim() || 'default', tab });
  });
  return (
    <form class="partition" {...go}>
      <label for="partition">Partition</label>
      <input
        id="partition"
        name="partition"
        ref={field}
        list="partitions"
        pattern="[A-Za-z0-9_\-]{1,64}"
        title="1 to 64 letters, digits, hyphens or underscores"
        autocomplete="off"
      />
      <datalist id="partitions">
        {value?.partitions.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <button type="submit">Go</button>
    </form>
  );
}

/** Not a link, because the address holds the route. */
function skip() {
  const main = document.getElementById('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus();
}
