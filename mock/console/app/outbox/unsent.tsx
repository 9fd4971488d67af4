import type { Schema } from '../api.ts';
import { Section } from '../parts.tsx';
import { moment } from '../show.ts';

/** Accepted messages that did not leave: those that wait for their time, and those of the sandbox. */
export function Unsent({ messages }: { messages: Schema<'UnsentMessage'>[] }) {
  return (
    <Section title="Scheduled and sandbox" note={String(messages.length)}>
      {messages.length === 0 && <p class="none">Every accepted message has left.</p>}
      <ul class="list">
        {messages.map(({ message, status, due, subject, to }) => (
          <Line key={message} first={subject} flag={status} second={to.join(', ')} third={due ? moment(due) : ''} />
        ))}
      </ul>
    </Section>
  );
}

/** Recipients that were taken out of a message, and why. */
export function Suppressed({ recipients }: { recipients: Schema<'TakenOut'>[] }) {
  return (
    <Section title="Suppressed recipients" note={String(recipients.length)}>
      {recipients.length === 0 && <p class="none">Nobody was taken out of a message.</p>}
      <ul class="list">
        {recipients.map(({ message, to, reason, scope, override_allowed, subject, at }) => (
          <Line
            key={`${message ?? at} ${to}`}
            first={to}
            flag={reason}
            second={message === null ? `${subject} (refused, nobody was left)` : subject}
            third={`${scope}, ${override_allowed ? 'can be' : 'never'} overridden`}
          />
        ))}
      </ul>
    </Section>
  );
}

function Line({ first, flag, second, third }: { first: string; flag: string; second: string; third: string }) {
  return (
    <li class="item">
      <span class="line">
        <span class="path">{first}</span>
        <span class="flag">{flag}</span>
      </span>
      <span class="line minor">
        <span class="path">{second}</span>
        <span>{third}</span>
      </span>
    </li>
  );
}
