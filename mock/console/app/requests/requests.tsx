import { useEffect, useRef, useState } from 'preact/hooks';
import { call, type Schema } from '../api.ts';
import { List } from '../list.tsx';
import { useLive } from '../live.ts';
import { Failure, Hint } from '../parts.tsx';
import { useResource } from '../resource.ts';
import { linkTo, type Route } from '../route.ts';
import { itemOf } from './exchange-item.tsx';
import { ExchangeView } from './exchange-view.tsx';
import { allExchanges, type Filter, Filters, passes } from './filters.tsx';

type Exchange = Schema<'Exchange'>;

/** As many as the journal holds. */
const LIMIT = 500;

function withNewest(known: Exchange[], exchange: Exchange): Exchange[] {
  return [exchange, ...known.filter(({ id }) => id !== exchange.id)].slice(0, LIMIT);
}

/** The journal as it grows, and the exchange that is open. */
export function Requests({ route: { partition, open } }: { route: Route }) {
  const { value, error, reload } = useResource<Schema<'Journal'>>('/__admin/requests', partition);
  const [exchanges, setExchanges] = useState<Exchange[]>([]);
  const [filter, setFilter] = useState<Filter>(allExchanges);
  /** What was there when the list was paused. */
  const [paused, setPaused] = useState<Exchange[]>();

  /** What comes while the journal is being read is added to it. */
  const since = useRef<Exchange[]>([]);
  useEffect(() => {
    if (value) setExchanges(since.current.reduceRight(withNewest, value.requests));
  }, [value]);
  useLive((exchange) => {
    if (exchange) {
      since.current = withNewest(since.current, exchange);
      setExchanges((known) => withNewest(known, exchange));
    } else {
      since.current = [];
      reload();
    }
  });

  const held = paused ?? exchanges;
  const shown = held.filter((exchange) => passes(exchange, filter));
  const opened = held.find(({ id }) => id === open);
  return (
    <div class="split">
      <section aria-label="Exchanges">
        <div class="toolbar">
          <Filters exchanges={held} filter={filter} onChange={setFilter} />
          <p class="actions">
            <button
              type="button"
              aria-pressed={paused !== undefined}
              onClick={() => setPaused(paused ? undefined : exchanges)}
            >
              Pause
            </button>
            <button type="button" onClick={() => void call('DELETE', '/__admin/requests', partition)}>
              Clear
            </button>
            <a href={`/__admin/requests.har?partition=${partition}`} download={`${partition}.har`}>
              Save as HAR
            </a>
            <span class="minor">
              {shown.length} of {held.length}
              {paused && exchanges.length > paused.length && `, ${exchanges.length - paused.length} more came`}
            </span>
          </p>
        </div>
        <Failure error={error} />
        <List
          items={shown.map(itemOf)}
          none={
            exchanges.length === 0
              ? 'No request yet. Call the mock, and it shows here.'
              : 'No request passes the filter.'
          }
          open={open}
          linkOf={(id) => linkTo({ partition, tab: 'Requests', open: id })}
        />
      </section>
      {opened ? (
        <ExchangeView key={opened.id} exchange={opened} partition={partition} />
      ) : (
        <Hint
          gone={
            open !== undefined && exchanges.length > 0 && 'The request that was open is not in the journal any more. '
          }
        >
          Open a request to see it in full, and which rules decided its answer.
        </Hint>
      )}
    </div>
  );
}
