import { type Exchange, run, type Schema, toLink, useResource } from './connection.ts';
import { describeScenario } from './effects.ts';
import { Button, Code, Details, Facts, Failure, Headers, Section, Status } from './parts.tsx';
import { formatCurl, formatDuration, formatJson, formatTime } from './show.ts';

export function ExchangeView({ exchange }: { exchange: Exchange }) {
  const { request, response, cut, operation, at, durationMs, id } = exchange;
  const curl = formatCurl(request, location.origin);
  return (
    <Details label="Exchange" back={toLink('Requests')}>
      <h2 class="title">
        <b>{request.method}</b> <span class="path">{request.url}</span> <Status status={response.status} cut={cut} />
      </h2>
      <p class="minor">
        {[operation ?? 'No operation of the contract', formatTime(at), formatDuration(durationMs)].join(' · ')} ·{' '}
        <code>{id}</code>
      </p>
      <Button label="Copy as curl" act={() => run('Copied.', () => navigator.clipboard.writeText(curl))} />
      <details>
        <summary>The curl command</summary>
        <Code label="curl command" text={curl} />
      </details>
      <Explanation exchange={exchange} />
      <Message title="Request" {...request} />
      <Message title={cut ? 'Answer that was lost' : 'Answer'} {...response} />
    </Details>
  );
}

const origins: Record<NonNullable<Exchange['origin']>, string> = {
  prefer: 'The Prefer header selected this answer; the state did not change.',
  scenario: 'A scenario selected this answer; the state did not change.',
  ledger: 'The ledger replayed this answer; the state did not change.',
};

function Explanation({ exchange: { violations, rules, scenarios, notes, origin, entry } }: { exchange: Exchange }) {
  const { value, error } = useResource<Schema<'Rules'>>('/__admin/rules');
  const broken = violations.map(({ in: part, at = '', message }) => `${part} ${at} ${message}`);
  const isPlain = !origin && !entry && [notes, scenarios, violations, rules].every((list) => list.length === 0);
  return (
    <Section title="Why">
      <Failure error={error} />
      {origin && <p>{origins[origin]}</p>}
      <Facts label="Notes" class="notes" facts={notes} />
      <Facts label="Scenarios" class="violations" facts={scenarios.map(describeScenario)} />
      <Facts label="Violations" class="violations" facts={broken} />
      <Facts label="Deployment" class="violations" facts={entry ? [entry] : []} />
      {isPlain && <p class="none">No rule beyond the contract's schemas decided it.</p>}
      <Facts label="Rules" class="rules" facts={rules.map((id) => explainRule(id, value))} />
    </Section>
  );
}

function explainRule(id: string, register: Schema<'Rules'> | undefined) {
  const { statement = '', level, basis, clause } = register?.rules.find((rule) => rule.id === id) ?? {};
  return (
    <>
      <b>{id}</b> {statement.split('`').map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part))}{' '}
      {level && <small>{`${level}, ${basis}: ${clause}`}</small>}
    </>
  );
}

function Message({ title, headers, body }: { title: string; headers: Record<string, string>; body: string }) {
  const name = title.toLowerCase();
  return (
    <Section title={title}>
      {body === '' ? <p class="none">No body.</p> : <Code label={`Body of the ${name}`} text={formatJson(body)} />}
      <details>
        <summary>{Object.keys(headers).length} headers</summary>
        <Headers label={`Headers of the ${name}`} headers={Object.entries(headers)} />
      </details>
    </Section>
  );
}
