import { type Schema, useResource } from './api.ts';
import { describe } from './effects.ts';
import { Button, Code, Failure, Headers, Opened, Section, Status, useAction } from './parts.tsx';
import { linkTo } from './route.ts';
import { curlOf, moment, pretty, took } from './show.ts';

type Exchange = Schema<'Exchange'>;

export function ExchangeView({ exchange, partition }: { exchange: Exchange; partition: string }) {
  const { request, response, cut, operation, at, durationMs, id } = exchange;
  const [report, run] = useAction();
  const curl = curlOf(request, location.origin);
  return (
    <Opened label="Exchange" back={linkTo({ partition, tab: 'Requests' })}>
      <h2 class="title">
        <b>{request.method}</b> <span class="path">{request.url}</span> <Status status={response.status} cut={cut} />
      </h2>
      <p class="minor">
        {[operation ?? 'No operation of the contract', moment(at), took(durationMs)].join(' · ')} · <code>{id}</code>
      </p>
      <div class="actions">
        <Button label="Copy as curl" act={() => run('Copied.', () => navigator.clipboard.writeText(curl))} />
        {report}
      </div>
      <details>
        <summary>The curl command</summary>
        <Code label="curl command" text={curl} />
      </details>
      <Why exchange={exchange} partition={partition} />
      <Message title="Request" {...request} />
      <Message title={cut ? 'Answer that was lost' : 'Answer'} {...response} />
    </Opened>
  );
}

const origins: Record<NonNullable<Exchange['origin']>, string> = {
  prefer: 'The contract gave this answer, as the Prefer header asked; nothing was done.',
  scenario: 'A scenario gave this answer; nothing was done.',
  ledger: 'The ledger gave this answer again; nothing was done.',
};

/** The reasons for an answer: scenarios, violations, the deployment's entry, and the rules that decided. */
function Why({ exchange, partition }: { exchange: Exchange; partition: string }) {
  const { violations, rules, scenarios, notes, origin, entry } = exchange;
  const { value, error } = useResource<Schema<'Rules'>>('/__admin/rules', partition);
  const lists = Object.entries({
    Notes: notes,
    Scenarios: scenarios.map(describe),
    Violations: violations.map(({ in: part, at = '', message }) => `${part} ${at} ${message}`),
    Deployment: entry ? [entry] : [],
  }).filter(([, facts]) => facts.length > 0);
  return (
    <Section title="Why">
      <Failure error={error} />
      {origin && <p>{origins[origin]}</p>}
      {lists.map(([label, facts]) => (
        <ul key={label} aria-label={label} class={label === 'Notes' ? 'notes' : 'violations'}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      ))}
      {lists.length === 0 && rules.length === 0 && !origin && (
        <p class="none">No rule beyond the contract's schemas decided it.</p>
      )}
      <dl class="rules" aria-label="Rules">
        {rules.map((id) => (
          <Rule key={id} id={id} rule={value?.rules.find((rule) => rule.id === id)} />
        ))}
      </dl>
    </Section>
  );
}

function Rule({ id, rule }: { id: string; rule: Schema<'Rules'>['rules'][number] | undefined }) {
  return (
    <div>
      <dt>{id}</dt>
      {rule && (
        <dd>
          {rule.statement.split('`').map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part))}{' '}
          <small>{`${rule.level}, ${rule.basis}: ${rule.clause}`}</small>
        </dd>
      )}
    </div>
  );
}

function Message({ title, headers, body }: { title: string; headers: Record<string, string>; body: string }) {
  const name = title.toLowerCase();
  return (
    <Section title={title}>
      {body === '' ? <p class="none">No body.</p> : <Code label={`Body of the ${name}`} text={pretty(body)} />}
      <details>
        <summary>{Object.keys(headers).length} headers</summary>
        <Headers label={`Headers of the ${name}`} headers={Object.entries(headers)} />
      </details>
    </Section>
  );
}
