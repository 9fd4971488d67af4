import { useEffect, useRef, useState } from 'preact/hooks';
import { call, type Schema } from '../api.ts';
import { useLive } from '../live.ts';
import { Failure } from '../parts.tsx';
import { linkTo, type Route } from '../route.ts';
import { ExchangeList } from './exchange-list.tsx';
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
  const [exchanges, setExchanges] = useState<Exchange[]>([]);
  const [error, setError] = useState<string>();
  const [filter, setFilter] = useState<Filter>(allExchanges);

  const reading = useRef(0);
  const since = useRef<Exchange[]>([]);

  /** Reads the journal; what comes meanwhile is added to it, and of several readings the last one counts. */
  const load = () => {
    reading.current += 1;
    const mine = reading.current;
    since.current = [];
    return call<Schema<'Journal'>>('GET', '/__admin/requests', partition).then(
      ({ requests }) => {
        if (mine !== reading.current) return;
        setExchanges(since.current.reduceRight(withNewest, requests));
        setError(undefined);
      },
      (failure: Error) => setError(failure.message),
    );
  };
  useEffect(() => void load(), []);
  useLive({
    request: (exchange) => {
      since.current = withNewest(since.current, exchange);
      setExchanges((known) => withNewest(known, exchange));
    },
    change: load,
  });

  const shown = exchanges.filter((exchange) => passes(exchange, filter));
  const opened = exchanges.find(({ id }) => id === open);
  return (
    <div class="split">
      <section aria-label="Exchanges">
        <Filters exchanges={exchanges} filter={filter} onChange={setFilter} />
        <Failure error={error} />
        <ExchangeList
          exchanges={shown}
          open={open}
          linkOf={(id) => linkTo({ partition, tab: 'Requests', open: id })}
          none={
            exchanges.length === 0
              ? 'No request yet. Call the mock, and it shows here.'
              : 'No request passes the filter.'
          }
        />
        <p class="actions">
          <span>
            {shown.length} of {exchanges.length}
          </span>
          <button type="button" onClick={() => void call('DELETE', '/__admin/requests', partition)}>
            Clear
          </button>
          <a href={`/__admin/requests.har?partition=${partition}`} download={`${partition}.har`}>
            Save as HAR
          </a>
        </p>
      </section>
      {opened ? (
        <ExchangeView key={opened.id} exchange={opened} partition={partition} />
      ) : (
        <Hint gone={open !== undefined && exchanges.length > 0} />
      )}
    </div>
  );
}

function Hint({ gone }: { gone: boolean }) {
  return (
    <p class="hint">
      {gone && 'The request that was open is not in the journal any more. '}
      Open a request to see it in full, and which rules decided its answer.
    </p>
  );
}
