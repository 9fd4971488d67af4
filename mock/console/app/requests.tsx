import { useState } from 'preact/hooks';
import { call, type Exchange, readRoute, run, type Schema, toLink, toUrl, useResource } from './connection.ts';
import { ExchangeView } from './exchange.tsx';
import { Button, Choice, Failure, Form, type Item, List, Search, Split, Status } from './parts.tsx';
import { formatDuration } from './show.ts';

const classes = ['2xx', '4xx', '5xx'];
const formatStatus = ({ response }: Exchange) => String(response.status);
const formatOperation = ({ operation }: Exchange) => operation ?? 'outside the contract';

const HINT = 'Open a request to see it in full, and which rules decided its answer.';

export function Requests({ open }: { open?: string | undefined }) {
  const { value, error } = useResource<Schema<'Journal'>>('/__admin/requests', 'live');
  const exchanges = value?.requests ?? [];
  const [filter, setFilter] = useState({ text: '', status: '', operation: '' });
  const { text, status, operation } = filter;
  const [paused, setPaused] = useState<Exchange[]>();
  const listed = paused ?? exchanges;
  const shown = listed.filter((exchange) => {
    const { request, response } = exchange;
    const [own, sought] = [formatStatus(exchange), text.toLowerCase()];
    return (
      ['', own, `${own[0]}xx`].includes(status) &&
      ['', formatOperation(exchange)].includes(operation) &&
      [request.url, request.body, response.body].some((part) => part.toLowerCase().includes(sought))
    );
  });
  const opened = listed.find(({ id }) => id === open);
  const statuses = listDistinct(...classes, ...listed.map(formatStatus).sort(), status);
  const operations = listDistinct(...listed.map(formatOperation).sort(), operation);
  return (
    <Split
      opened={opened && <ExchangeView key={opened.id} exchange={opened} />}
      hint={`${open !== undefined && value ? 'The open request has left the journal. ' : ''}${HINT}`}
    >
      <section aria-label="Exchanges">
        <div class="toolbar">
          <Form class="filters" edit={(fields) => setFilter(Object.fromEntries(fields) as typeof filter)}>
            <Search label="Search in path and body" />
            <Choice label="Status" name="status" values={statuses} none="all" />
            <Choice label="Operation" name="operation" values={operations} none="all" />
          </Form>
          <p class="actions">
            <Button label="Pause" aria-pressed={!!paused} act={() => setPaused(paused ? undefined : exchanges)} />
            <Button label="Clear" act={() => run('Cleared.', () => call('DELETE', '/__admin/requests'))} />
            <a href={toUrl('/__admin/requests.har')} download={`${readRoute().partition}.har`}>
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
          items={shown.map(toItem)}
          none={exchanges.length === 0 ? 'No request yet. Call the mock, and it shows here.' : 'No request matches.'}
          open={open}
        />
      </section>
    </Split>
  );
}

function listDistinct(...values: string[]): string[] {
  return [...new Set(values)].filter((value) => value !== '');
}

function toItem({ id, at, durationMs, request, response, cut, origin, scenarios, notes }: Exchange): Item {
  const { authorization = 'no key', 'idempotency-key': key } = request.headers;
  const apiKey = authorization.replace(/^bearer +/i, '');
  const badges = [
    origin === 'ledger' && 'replayed',
    origin === 'prefer' && 'Prefer',
    scenarios.length > 0 && 'scenario',
    notes.some((note) => note.includes('ignored')) && 'ignored',
  ];
  return {
    id,
    href: toLink('Requests', id),
    lead: <b>{request.method}</b>,
    title: request.url,
    mark: (
      <>
        {badges.map((badge) => badge && <span class="badge">{badge}</span>)}
        <Status status={response.status} cut={cut} />
      </>
    ),
    about: [`${at.slice(11, 19)} UTC`, apiKey, ...(key === undefined ? [] : [`Idempotency-Key ${key}`])].join(' · '),
    more: formatDuration(durationMs),
  };
}
