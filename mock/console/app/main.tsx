import { type ComponentType, render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { readRoute, type Schema, type Tab, tabs, toLink, useFeed, useResource } from './connection.ts';
import { Outbox } from './outbox.tsx';
import { Button, Failure, Form, Outcome } from './parts.tsx';
import { Requests } from './requests.tsx';
import { Scenarios } from './scenarios.tsx';
import { State } from './state.tsx';

const pages: Record<Tab, ComponentType<{ open?: string | undefined }>> = { Requests, Outbox, State, Scenarios };

function App() {
  const { partition, tab, open } = readRoute();
  const Page = pages[tab];
  return (
    <>
      <Header />
      <main id="main" tabIndex={-1}>
        <h1 class="unseen">{`${tab} of ${partition}`}</h1>
        <Page key={partition} open={open} />
      </main>
      <Outcome key={location.hash} />
    </>
  );
}

/** The tabs and the partition; below them a lost connection, the deployment, and the problem of a rejected change. */
function Header() {
  const { partition, tab } = readRoute();
  const isGone = useFeed(partition);
  const { value: deployment } = useResource<{ answersAs: string | null }>('/__admin/deployment', 'calm');
  const { value: health } = useResource<Schema<'Health'>>('/__admin/health', 'calm');
  return (
    <header>
      {/* Not a link, because the address holds the route. */}
      <Button class="skip" label="Skip to content" act={() => document.getElementById('main')?.focus()} />
      <strong>Mock console</strong>
      <nav aria-label="Pages">
        {tabs.map((name) => (
          <a key={name} href={toLink(name)} aria-current={name === tab ? 'page' : undefined}>
            {name}
          </a>
        ))}
        <a href="/openapi.yaml">Contract</a>
      </nav>
      <Partition partition={partition} tab={tab} />
      <Failure error={isGone && 'The mock is not running; trying again.'} />
      {deployment?.answersAs && <p>{deployment.answersAs}</p>}
      <Failure error={!!health?.problem && `The last good version is served: ${health.problem}`} />
    </header>
  );
}

function Partition({ partition, tab }: { partition: string; tab: Tab }) {
  const { value } = useResource<Schema<'Partitions'>>('/__admin/partitions', 'live');
  const field = useRef<HTMLInputElement>(null);
  // Set here, because a field that is rendered again loses the focus.
  useEffect(() => {
    if (field.current) field.current.value = partition;
  }, [partition]);
  const go = (fields: FormData) => {
    const name = String(fields.get('partition')).trim() || 'default';
    location.hash = toLink(tab, '', { ...readRoute(), partition: name });
  };
  const name = { pattern: '[A-Za-z0-9_\\-]{1,64}', title: '1 to 64 letters, digits, hyphens or underscores' };
  return (
    <Form class="partition" label="Go" act={go}>
      <label for="partition">Partition</label>
      <input id="partition" name="partition" ref={field} list="partitions" autocomplete="off" {...name} />
      <datalist id="partitions">
        {value?.partitions.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
    </Form>
  );
}

const show = () => render(<App />, document.body);
addEventListener('hashchange', show);
show();
