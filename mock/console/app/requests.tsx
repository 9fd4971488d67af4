import { useEffect, useRef, useState } from 'preact/hooks';
import { address, call, type Schema, useLive, useResource } from './api.ts';
import { ExchangeView } from './exchange.tsx';
import { Button, Choice, Failure, type Item, List, Search, Split, Status } from './parts.tsx';
import { linkTo, type Route } from './route.ts';
import { took } from './show.ts';

type Exchange = Schema<'Exchange'>;

/** Exchanges at most: as many as the journal holds. */
const LIMIT = 500;

const filters = {
  Status: ({ response }: Exchange) => String(response.status),
  Operation: ({ operation }: Exchange) => operation ?? 'outside the contract',
};
const filterNames = ['Status', 'Operation'] as const;
const classes = ['2xx', '4xx', '5xx'];

/** The chosen values; an empty one means any. A status may be a class such as `4xx`. */
type Filter = Record<keyof typeof filters, string> & { text: string };

const HINT = 'Open a request to see it in full, and which rules decided its answer.';

export function Requests({ route: { partition, open } }: { route: Route }) {
  const { exchanges, error } = useJournal(partition);
  const [filter, setFilter] = useState<Filter>({ text: '', Status: '', Operation: '' });
  /** The list at the time of the pause. */
  const [paused, setPaused] = useState<Exchange[]>();
  const listed = paused ?? exchanges;
  const shown = listed.filter((exchange) => passes(exchange, filter));
  const opened = listed.find(({ id }) => id === open);
  const change = (part: Partial<Filter>) => setFilter({ ...filter, ...part });
  return (
    <Split
      list={
        <section aria-label="Exchanges">
          <div class="toolbar">
            <p class="filters">
              <Search label="Search in path and body" value={filter.text} onChange={(text) => change({ text })} />
              {filterNames.map((name) => (
                <Choice
                  key={name}
                  label={name}
                  value={filter[name]}
                  values={valuesOf(listed, name, filter[name])}
                  none="all"
                  onChange={(value) => change({ [name]: value })}
                />
              ))}
            </p>
            <p class="actions">
              <Button label="Pause" aria-pressed={!!paused} act={() => setPaused(paused ? undefined : exchanges)} />
              <Button label="Clear" act={() => void call('DELETE', '/__admin/requests', partition)} />
              <a href={address('/__admin/requests.har', partition)} download={`${partition}.har`}>
                Save as HAR
              </a>
              <span class="minor">
                {`${shown.length} of ${listed.length}`}
                {paused && exchanges.length > paused.length && `, ${exchanges.length - paused.length} more came`}
              </span>
            </p>
          </div>
          <Failure error={error} />
          <List
            items={shown.map(itemOf)}
            none={exchanges.length === 0 ? 'No request yet. Call the mock, and it shows here.' : 'No request matches.'}
            open={open}
            linkOf={(id) => linkTo({ partition, tab: 'Requests', open: id })}
          />
        </section>
      }
      opened={opened && <ExchangeView key={opened.id} exchange={opened} partition={partition} />}
      hint={`${open !== undefined && exchanges.length > 0 ? 'The open request has left the journal. ' : ''}${HINT}`}
    />
  );
}

/** The exchanges of a partition, newest first. */
function useJournal(partition: string) {
  const { value, error, reload } = useResource<Schema<'Journal'>>('/__admin/requests', partition);
  const [exchanges, setExchanges] = useState<Exchange[]>([]);
  /** Exchanges that arrive while the journal is being read. */
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
  return { exchanges, error };
}

function withNewest(known: Exchange[], exchange: Exchange): Exchange[] {
  return [exchange, ...known.filter(({ id }) => id !== exchange.id)].slice(0, LIMIT);
}

function passes(exchange: Exchange, filter: Filter): boolean {
  const { request, response } = exchange;
  const isChosen = filterNames.every((name) => {
    const value = filters[name](exchange);
    return ['', value, name === 'Status' ? `${value[0]}xx` : value].includes(filter[name]);
  });
  const text = filter.text.toLowerCase();
  return isChosen && [request.url, request.body, response.body].some((part) => part.toLowerCase().includes(text));
}

/** The values of the exchanges, sorted, and the chosen one even when no exchange has it. */
function valuesOf(exchanges: Exchange[], name: keyof typeof filters, chosen: string) {
  const values = new Set([...(name === 'Status' ? classes : []), ...exchanges.map(filters[name]).sort(), chosen]);
  return [...values].filter((value) => value !== '').map((value) => [value, value] as const);
}

function itemOf(exchange: Exchange): Item {
  const { id, at, durationMs, request, response, cut, origin, scenarios, notes } = exchange;
  const { authorization = 'no key', 'idempotency-key': idempotencyKey } = request.headers;
  const apiKey = authorization.replace(/^bearer +/i, '');
  const badges = [
    origin === 'ledger' && 'replayed',
    origin === 'prefer' && 'Prefer',
    scenarios.length > 0 && 'scenario',
    notes.some((note) => note.includes('ignored')) && 'ignored',
  ];
  return {
    id,
    lead: <b>{request.method}</b>,
    title: request.url,
    mark: (
      <>
        {badges.map((badge) => badge && <span class="badge">{badge}</span>)}
        <Status status={response.status} cut={cut} />
      </>
    ),
    time: `${at.slice(11, 19)} UTC`,
    about: idempotencyKey === undefined ? apiKey : `${apiKey} · Idempotency-Key ${idempotencyKey}`,
    more: took(durationMs),
  };
}
