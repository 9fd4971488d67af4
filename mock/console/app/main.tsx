import { type ComponentType, render } from 'preact';
import { Header } from './header.tsx';
import { useFeed } from './live.ts';
import { Outbox } from './outbox.tsx';
import { Requests } from './requests.tsx';
import { type Route, type Tab, useRoute } from './route.ts';
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

render(<App />, document.body);
