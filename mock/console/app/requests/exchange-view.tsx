import { useAction } from '../action.tsx';
import type { Schema } from '../api.ts';
import { BackToList, Code, Headers, Section, Status } from '../parts.tsx';
import { linkTo } from '../route.ts';
import { moment, pretty, took } from '../show.ts';
import { curlOf } from './curl.ts';
import { Why } from './why.tsx';

/** One exchange in full, with what decided it. */
export function ExchangeView({ exchange, partition }: { exchange: Schema<'Exchange'>; partition: string }) {
  const { request, response } = exchange;
  const [report, run] = useAction();
  const curl = curlOf(request, location.origin);
  return (
    <article aria-label="Exchange">
      <BackToList href={linkTo({ partition, tab: 'Requests' })} />
      <h2 class="title">
        <b>{request.method}</b> <span class="path">{request.url}</span>{' '}
        <Status status={response.status} cut={exchange.cut} />
      </h2>
      <p class="minor">
        {exchange.operation ?? 'No operation of the contract'} · {moment(exchange.at)} · {took(exchange.durationMs)} ·{' '}
        <code>{exchange.id}</code>
      </p>
      <div class="actions">
        <button type="button" onClick={() => run('Copied.', () => navigator.clipboard.writeText(curl))}>
          Copy as curl
        </button>
        {report}
      </div>
      <details>
        <summary>The curl command</summary>
        <Code label="curl command" text={curl} />
      </details>
      <Why exchange={exchange} partition={partition} />
      <Message title="Request" headers={request.headers} body={request.body} />
      <Message
        title={exchange.cut ? 'Answer that was lost' : 'Answer'}
        headers={response.headers}
        body={response.body}
      />
    </article>
  );
}

function Message({ title, headers, body }: { title: string; headers: Record<string, string>; body: string }) {
  return (
    <Section title={title}>
      {body === '' ? (
        <p class="none">No body.</p>
      ) : (
        <Code label={`Body of the ${title.toLowerCase()}`} text={pretty(body)} />
      )}
      <details>
        <summary>{Object.keys(headers).length} headers</summary>
        <Headers
          label={`Headers of the ${title.toLowerCase()}`}
          headers={Object.entries(headers)}
          none="No headers beside the usual ones."
        />
      </details>
    </Section>
  );
}
