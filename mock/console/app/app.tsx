import type { ComponentType } from 'preact';
import { Header } from './header.tsx';
import { useFeed } from './live.ts';
import { Outbox } from './outbox/outbox.tsx';
import { Requests } from './requests/requests.tsx';
import { type Route, type Tab, useRoute } from './route.ts';
import { ScenariosPage } from './scenarios/scenarios.tsx';
import { Seed } from './seed.tsx';
import { StatePage } from './state/state.tsx';

const pages: Record<Tab, ComponentType<{ route: Route }>> = {
  Requests,
  Outbox,
  State: StatePage,
  Seed,
  Scenarios: ScenariosPage,
};

/** The whole console: the header, and the page that the address names. */
export function App() {
  const route = useRoute();
  const isGone = useFeed(route.partition);
  const Page = pages[route.tab];
  return (
    <>
      <Header route={route} isGone={isGone} />
      <main id="main" class={route.tab.toLowerCase()}>
        <h1 class="unseen">
          {route.tab} of {route.partition}
        </h1>
        <Page key={route.partition} route={route} />
      </main>
    </>
  );
}
