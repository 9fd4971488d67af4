import { type ComponentType, render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Answer, type Schema, useFeed, useLiveResource } from './api.ts';
import { Outbox } from './outbox.tsx';
import { Button, Failure, onSubmitOf } from './parts.tsx';
import { Requests } from './requests.tsx';
import { linkTo, type Route, type Tab, tabs, useRoute } from './route.ts';
import { Scenarios } from './scenarios.tsx';
import { State } from './state.tsx';

const pages: Record<Tab, ComponentType<{ route: Route }>> = { Requests, Outbox, State, Scenarios };

function App() {
  const route = useRoute();
  const isGone = useFeed(route.partition);
  const Page = pages[route.tab];
  return (
    <>
      <Header route={route} isGone={isGone} />
      <main id="main" tabIndex={-1}>
        <h1 class="unseen">{`${route.tab} of ${route.partition}`}</h1>
        <Page key={route.partition} route={route} />
      </main>
    </>
  );
}

/** The tabs and the partition; below them the connection, the deployment, and the problem of a change that is not served. */
function Header({ route: { partition, tab }, isGone }: { route: Route; isGone: boolean }) {
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

render(<App />, document.body);
