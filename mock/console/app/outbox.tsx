import { useState } from 'preact/hooks';
import { call, type Schema } from './api.ts';
import { Search, useAction } from './form.tsx';
import { useLiveResource } from './live.ts';
import { MailView } from './mail.tsx';
import { Failure, type Item, List, Section } from './parts.tsx';
import { linkTo, type Route } from './route.ts';
import { moment } from './show.ts';
import { type Line, threadsOf } from './threads.ts';

/** Mails that are shown at once. */
const SHOWN = 500;

/** The mail of a partition as an inbox of threads, and the messages that were not sent. */
export function Outbox({ route: { partition, open } }: { route: Route }) {
  const { value, error } = useLiveResource<Schema<'Outbox'>>('/__admin/outbox', partition);
  const [text, setText] = useState('');
  const [report, run] = useAction();
  if (!value) return <Failure error={error} />;
  const { unsent, suppressed } = value;
  const mails = value.mails.filter((mail) => contains(mail, text.toLowerCase()));
  const opened = value.mails.find(({ id }) => id === open);
  const lines = threadsOf(mails).slice(0, SHOWN);
  // By ids: Mailpit's API deletes all mail for an empty list.
  const remove = () => call('DELETE', '/api/v1/messages', partition, { IDs: mails.map(({ id }) => id) });
  return (
    <div class="split">
      <div>
        <div class="toolbar">
          <p class="filters">
            <Search label="Search in subject and addresses" value={text} onChange={setText} />
            <button type="button" disabled={mails.length === 0} onClick={() => run('Deleted.', remove)}>
              Delete {text === '' ? 'all' : 'these'}
            </button>
          </p>
          {report}
        </div>
        <Section
          title="Delivered"
          note={lines.length < mails.length ? `${lines.length} of ${mails.length}` : String(mails.length)}
        >
          <List
            items={lines.map(mailItem)}
            none={text === '' ? 'No mail yet.' : 'No mail has this.'}
            open={open}
            linkOf={(id) => linkTo({ partition, tab: 'Outbox', open: id })}
          />
        </Section>
        <Section title="Scheduled and sandbox" note={String(unsent.length)}>
          <List items={unsent.map(unsentItem)} none="Every accepted message has left." />
        </Section>
        <Section title="Suppressed recipients" note={String(suppressed.length)}>
          <List items={suppressed.map(suppressedItem)} none="Nobody was taken out of a message." />
        </Section>
      </div>
      {opened ? (
        <MailView key={opened.id} mail={opened} partition={partition} />
      ) : (
        <p class="hint">
          {open !== undefined && 'The open mail has left the outbox. '}
          Open a mail to read it, with its headers and its source.
        </p>
      )}
    </div>
  );
}

function contains({ subject, from, to }: Schema<'Mail'>, text: string): boolean {
  return [subject, from, ...to].some((part) => part.toLowerCase().includes(text));
}

function mailItem({ mail, depth }: Line): Item {
  return {
    id: mail.id,
    depth,
    lead: depth > 0 && <span class="unseen">Reply, level {depth}: </span>,
    title: mail.subject,
    mark: (
      <>
        {mail.unrelayed !== null && <span class="flag">not relayed</span>}
        {mail.orphan && <span class="flag">orphan</span>}
      </>
    ),
    about: `${mail.from} to ${mail.to.join(', ')}`,
    more: moment(mail.at),
  };
}

/** An accepted message that waits for its time, or is in the sandbox. */
function unsentItem({ message, status, due, subject, to }: Schema<'UnsentMessage'>): Item {
  return {
    id: message,
    title: subject,
    mark: <span class="flag">{status}</span>,
    about: to.join(', '),
    more: due ? moment(due) : '',
  };
}

/** A recipient that a suppression took out of a message. */
function suppressedItem({ message, to, reason, scope, override_allowed, subject, at }: Schema<'TakenOut'>): Item {
  return {
    id: `${message ?? at} ${to}`,
    title: to,
    mark: <span class="flag">{reason}</span>,
    about: message === null ? `${subject} (refused, nobody was left)` : subject,
    more: `${scope}, ${override_allowed ? 'can be' : 'never'} overridden`,
  };
}
