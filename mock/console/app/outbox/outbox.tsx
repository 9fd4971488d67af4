import type { Schema } from '../api.ts';
import { moveByArrows } from '../arrows.ts';
import { Failure, Section } from '../parts.tsx';
import { useLiveResource } from '../resource.ts';
import { linkTo, type Route } from '../route.ts';
import { moment } from '../show.ts';
import { MailView } from './mail-view.tsx';
import { threadsOf } from './threads.ts';
import { Suppressed, Unsent } from './unsent.tsx';

/** Mails that are shown at once. */
const SHOWN = 500;

/** The mail of a partition as an inbox of threads, and what did not leave. */
export function Outbox({ route: { partition, open } }: { route: Route }) {
  const { value, error } = useLiveResource<Schema<'Outbox'>>('/__admin/outbox', partition);
  if (!value) return <Failure error={error} />;
  const { mails, unsent, suppressed } = value;
  const opened = mails.find(({ id }) => id === open);
  const lines = threadsOf(mails).slice(0, SHOWN);
  return (
    <div class="split">
      <div>
        <Section title="Delivered" note={count(lines.length, mails.length)}>
          {mails.length === 0 && <p class="none">No mail yet.</p>}
          <ul class="list" onKeyDown={moveByArrows}>
            {lines.map(({ mail, depth }) => (
              <li key={mail.id} class={`depth depth-${Math.min(depth, 8)}`}>
                <a
                  href={linkTo({ partition, tab: 'Outbox', open: mail.id })}
                  aria-current={mail.id === open ? 'true' : undefined}
                >
                  <span class="line">
                    {depth > 0 && <span class="unseen">Reply, level {depth}: </span>}
                    <span class="path subject">{mail.subject}</span>
                    {mail.orphan && (
                      <span class="flag" title="The mail that it replies to is not in the outbox.">
                        orphan
                      </span>
                    )}
                  </span>
                  <span class="line minor">
                    <span class="path">
                      {mail.from} to {mail.to.join(', ')}
                    </span>
                    <span>{moment(mail.at)}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </Section>
        <Unsent messages={unsent} />
        <Suppressed recipients={suppressed} />
      </div>
      {opened ? (
        <MailView key={opened.id} mail={opened} partition={partition} />
      ) : (
        <p class="hint">
          {open !== undefined && 'The mail that was open is not in the outbox any more. '}
          Open a mail to read it, with its headers and its source.
        </p>
      )}
    </div>
  );
}

function count(shown: number, all: number): string {
  return shown < all ? `${shown} of ${all}` : String(all);
}
