import type { Schema } from '../api.ts';
import { Failure, Prose, Section } from '../parts.tsx';
import { useResource } from '../resource.ts';
import { describe } from '../scenarios/describe.ts';

const origins: Record<NonNullable<Schema<'Exchange'>['origin']>, string> = {
  prefer: 'The contract gave this answer, as the Prefer header asked; nothing was done.',
  scenario: 'A scenario gave this answer; nothing was done.',
  ledger: 'The ledger gave this answer again; nothing was done.',
};

/** Why an exchange was answered so: the scenarios that it met, what is wrong with the request, and the rules that decided. */
export function Why({ exchange, partition }: { exchange: Schema<'Exchange'>; partition: string }) {
  const { violations, rules, scenarios, notes, origin, chosen = [] } = exchange;
  const { value, error } = useResource<Schema<'Rules'>>('/__admin/rules', partition);
  const statements = new Map(value?.rules.map((rule) => [rule.id, rule]));
  return (
    <Section title="Why">
      <Failure error={error} />
      {origin && <p>{origins[origin]}</p>}
      {notes.length > 0 && (
        <ul class="notes" aria-label="Notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {scenarios.length > 0 && (
        <ul class="violations" aria-label="Scenarios">
          {scenarios.map((scenario) => (
            <li key={scenario.id}>
              <b>scenario</b> {describe(scenario)}
            </li>
          ))}
        </ul>
      )}
      {violations.length > 0 && (
        <ul class="violations" aria-label="Violations">
          {violations.map((violation) => (
            <li key={`${violation.in} ${violation.at} ${violation.message}`}>
              <b>{violation.in}</b> {violation.at && <code>{violation.at}</code>} {violation.message}
            </li>
          ))}
        </ul>
      )}
      {!origin && rules.length + violations.length + scenarios.length + chosen.length + notes.length === 0 && (
        <p class="none">No rule beyond the contract's schemas decided it.</p>
      )}
      {chosen.length > 0 && (
        <ul class="violations" aria-label="Choices">
          {chosen.map((choice) => (
            <li key={choice}>
              <b>the deployment's choice</b> {choice}
            </li>
          ))}
        </ul>
      )}
      <dl class="rules" aria-label="Rules">
        {rules.map((id) => {
          const rule = statements.get(id);
          return (
            <div key={id}>
              <dt>{id}</dt>
              <dd>
                {rule && <Prose text={rule.statement} />}
                {rule && (
                  <small>
                    {' '}
                    {rule.level}, {rule.basis}: {rule.clause}
                  </small>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </Section>
  );
}
