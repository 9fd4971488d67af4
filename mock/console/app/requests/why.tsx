import type { ComponentChildren } from 'preact';
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
  const { violations, rules, scenarios, notes, origin, entry } = exchange;
  const { value, error } = useResource<Schema<'Rules'>>('/__admin/rules', partition);
  const statements = new Map(value?.rules.map((rule) => [rule.id, rule]));
  return (
    <Section title="Why">
      <Failure error={error} />
      {origin && <p>{origins[origin]}</p>}
      <Facts label="Notes" kind="notes" facts={notes} />
      <Facts
        label="Scenarios"
        facts={scenarios.map((scenario) => [<b key="what">scenario</b>, ' ', describe(scenario)])}
      />
      <Facts
        label="Violations"
        facts={violations.map((violation) => [
          <b key="part">{violation.in}</b>,
          ' ',
          violation.at && <code key="place">{violation.at}</code>,
          ` ${violation.message}`,
        ])}
      />
      {!origin && rules.length + violations.length + scenarios.length + notes.length === 0 && !entry && (
        <p class="none">No rule beyond the contract's schemas decided it.</p>
      )}
      <Facts label="Deployment" facts={entry ? [[<b key="what">deployment file</b>, ' ', entry]] : []} />
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

/** What is known beside the rules, a line each. */
function Facts({ label, kind = 'violations', facts }: { label: string; kind?: string; facts: ComponentChildren[] }) {
  if (facts.length === 0) return null;
  return (
    <ul class={kind} aria-label={label}>
      {facts.map((fact, index) => (
        <li key={index}>{fact}</li>
      ))}
    </ul>
  );
}
