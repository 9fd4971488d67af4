import { useState } from 'preact/hooks';
import { call, run, type Schema, toLink, useResource } from './connection.ts';
import { MailView } from './mail.tsx';
import { Button, Failure, Form, type Item, List, Search, Section, Split } from './parts.tsx';
import { formatTime } from './show.ts';

const SHOWN = 500;

const HINT = 'Open a mail to read it, with its headers and its source.';

/** The mail of the partition as an inbox of threads, and the messages that were not sent. */
export function Outbox({ open }: { open?: string | undefined }) {
  const { value, error } = useResource<Schema<'Outbox'>>('/__admin/outbox', 'live');
  const [text, setText] = useState('');
  if (!value) return <Failure error={error} />;
  const { unsent, suppressed } = value;
  const mails = value.mails.filter(({ subject, from, to }) =>
    [subject, from, ...to].some((part) => part.toLowerCase().includes(text.toLowerCase())),
  );
  const opened = value.mails.find(({ id }) => id === open);
  const lines = listThreads(mails).slice(0, SHOWN);
  // By ids: Mailpit's API deletes all mail for an empty list.
  const remove = () => call('DELETE', '/api/v1/messages', { IDs: mails.map(({ id }) => id) });
  return (
    <Split
      opened={opened && <MailView key={opened.id} mail={opened} />}
      hint={`${open !== undefined ? 'The open mail has left the outbox. ' : ''}${HINT}`}
    >
      <Form class="toolbar filters" edit={(fields) => setText(String(fields.get('text')))}>
        <Search label="Search in subject and addresses" />
        <Button
          label={`Delete ${text === '' ? 'all' : 'these'}`}
          disabled={mails.length === 0}
          act={() => run('Deleted.', remove)}
        />
      </Form>
      <Section
        title="Delivered"
        note={lines.length < mails.length ? `${lines.length} of ${mails.length}` : mails.length}
      >
        <List items={lines.map(toMailItem)} none={text === '' ? 'No mail yet.' : 'No mail has this.'} open={open} />
      </Section>
      <Section title="Scheduled and sandbox" note={unsent.length}>
        <List items={unsent.map(toUnsentItem)} none="Every accepted message has left." />
      </Section>
      <Section title="Suppressed recipients" note={suppressed.length}>
        <List items={suppressed.map(toSuppressedItem)} none="No recipient was suppressed." />
      </Section>
    </Split>
  );
}

type Mail = Schema<'Mail'>;

interface Line {
  mail: Mail;
  depth: number;
}

/** Arranges mails as trees: the thread with the newest mail first, replies below their mail, oldest first. */
function listThreads(mails: readonly Mail[]): Line[] {
  const order = new Map(mails.map(({ id }, index) => [id, index]));
  const replies = Map.groupBy(mails.toReversed(), ({ parent }) => (order.has(parent ?? '') ? parent : null));
  const seen = new Set<Mail>();
  // An edited state may have a circle of replies: any of its mails begins it.
  const threads = [...(replies.get(null) ?? []), ...mails].map((top) => {
    const lines: Line[] = [];
    // A loop, since a thread may be deeper than the stack.
    const waiting: Line[] = [{ mail: top, depth: 0 }];
    for (let line = waiting.pop(); line; line = waiting.pop()) {
      const { mail, depth } = line;
      if (seen.has(mail)) continue;
      seen.add(mail);
      lines.push(line);
      const below = replies.get(mail.id) ?? [];
      waiting.push(...below.map((reply) => ({ mail: reply, depth: depth + 1 })).reverse());
    }
    return { lines, newest: Math.min(...lines.map(({ mail }) => order.get(mail.id) ?? 0)) };
  });
  return threads.sort((a, b) => a.newest - b.newest).flatMap(({ lines }) => lines);
}

function toMailItem({ mail: { id, subject, from, to, at, unrelayed, orphan }, depth }: Line): Item {
  return {
    id,
    href: toLink('Outbox', id),
    depth,
    lead: depth > 0 && <span class="unseen">Reply, level {depth}: </span>,
    title: subject,
    mark: (
      <>
        {unrelayed !== null && flag('not relayed')}
        {orphan && flag('orphan')}
      </>
    ),
    about: `${from} to ${to.join(', ')}`,
    more: formatTime(at),
  };
}

const flag = (text: string) => <span class="flag">{text}</span>;

function toUnsentItem({ message, status, due, subject, to }: Schema<'UnsentMessage'>): Item {
  return { id: message, title: subject, mark: flag(status), about: to.join(', '), more: due ? formatTime(due) : '' };
}

function toSuppressedItem({ message, to, reason, scope, override_allowed, subject, at }: Schema<'TakenOut'>): Item {
  return {
    id: `${message ?? at} ${to}`,
    title: to,
    mark: flag(reason),
    about: message === null ? `${subject} (refused, no recipient was left)` : subject,
    more: `${scope}, ${override_allowed ? 'can be' : 'never'} overridden`,
  };
}
