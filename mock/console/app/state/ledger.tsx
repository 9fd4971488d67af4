import type { Schema } from '../api.ts';
import { Code, Status, Table } from '../parts.tsx';
import { span } from '../show.ts';

/** The idempotency records: key, fingerprint, first answer and age. */
export function Ledger({ records, now }: { records: Schema<'LedgerRecord'>[]; now: number }) {
  return (
    <Table
      label="Idempotency ledger"
      heads={['Key', 'Account', 'Request', 'Fingerprint', 'First answer', 'Age']}
      rows={records.toReversed().map(({ key, account, method, path, fingerprint, answer, createdAt }) => [
        <code key="key">{key}</code>,
        account,
        `${method} ${path}`,
        <code key="fingerprint" title={fingerprint}>
          {fingerprint.slice(0, 12)}…
        </code>,
        answer ? <FirstAnswer key="answer" answer={answer} /> : 'in progress',
        span(now - Date.parse(createdAt)),
      ])}
      none="No key was used yet."
    />
  );
}

function FirstAnswer({ answer }: { answer: NonNullable<Schema<'LedgerRecord'>['answer']> }) {
  return (
    <details>
      <summary>
        <Status status={answer.status} />
      </summary>
      <Code label="First answer" text={JSON.stringify(answer.body, null, 2)} />
    </details>
  );
}
