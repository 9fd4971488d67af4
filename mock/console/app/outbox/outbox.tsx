import { useState } from 'preact/hooks';
import { useAction } from '../action.tsx';
import { call, type Schema } from '../api.ts';
import { Search } from '../fields.tsx';
import { type Item, List } from '../list.tsx';
import { Failure, Hint, Section } from '../parts.tsx';
import { useLiveResource } from '../resource.ts';
import { linkTo, type Route } from '../route.ts';
import { moment } from '../show.ts';
import { MailView } from './mail-view.tsx';
import { type Line, threadsOf } from './threads.ts';

/** Mails that are shown at once. */
const SHOWN = 500;

/** The mail of a partition as an inbox of threads, and what did not leave. */
export function Outbox({ route: { partition, open } }: { route: Route }) {
  const { value, error } = useLiveResource<Schema<'Outbox'>>('/__admin/outbox', partition);
  const [text, setText] = useState('');
  const [report, run] = useAction();
  if (!value) return <Failure error={error} />;
  const { unsent, suppressed } = value;
  const mails = value.mails.filter((mail) => has(mail, text));
  const opened = value.mails.find(({ id }) => id === open);
  const lines = threadsOf(mails).slice(0, SHOWN);
  return (
    <div class="split">
      <div>
        <div class="toolbar">
          <p class="filters">
            <Search label="Search in subject and addresses" value={text} onChange={setText} />
            <button
              type="button"
              disabled={mails.length === 0}
              onClick={() => run('Deleted.', () => forget(mails, partition))}
            >
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
        <Hint gone={open !== undefined && 'The mail that was open is not in the outbox any more. '}>
          Open a mail to read it, with its headers and its source.
        </Hint>
      )}
    </div>
  );
}

/** Whether a text stands in what is listed of a mail, in whatever letter case. */
function has({ subject, from, to }: Schema<'Mail'>, text: string): boolean {
  return [subject, from, ...to].some((part) => part.toLowerCase().includes(text.toLowerCase()));
}

/** Deletes mails from the outbox; Mailpit's API would take none for all. */
async function forget(mails: Schema<'Mail'>[], partition: string): Promise<void> {
  await call('DELETE', '/api/v1/messages', partition, { IDs: mails.map(({ id }) => id) });
}

function mailItem({ mail, depth }: Line): Item {
  return {
    id: mail.id,
    depth,
    lead: depth > 0 && <span class="unseen">Reply, level {depth}: </span>,
    title: mail.subject,
    mark: (
      <>
        {mail.unrelayed !== null && (
          <span class="flag" title="The mail server did not get it.">
            not relayed
          </span>
        )}
        {mail.orphan && (
          <span class="flag" title="The mail that it replies to is not in the outbox.">
            orphan
          </span>
        )}
      </>
    ),
    about: `${mail.from} to ${mail.to.join(', ')}`,
    more: moment(mail.at),
  };
}

/** An accepted message that did not leave: it waits for its time, or is of the sandbox. */
function unsentItem({ message, status, due, subject, to }: Schema<'UnsentMessage'>): Item {
  return {
    id: message,
    title: subject,
    mark: <span class="flag">{status}</span>,
    about: to.join(', '),
    more: due ? moment(due) : '',
  };
}

/** A recipient that was taken out of a message, and why. */
function suppressedItem({ message, to, reason, scope, override_allowed, subject, at }: Schema<'TakenOut'>): Item {
  return {
    id: `${message ?? at} ${to}`,
    title: to,
    mark: <span class="flag">{reason}</span>,
    about: message === null ? `${subject} (refused, nobody was left)` : subject,
    more: `${scope}, ${override_allowed ? 'can be' : 'never'} overridden`,
  };
}
