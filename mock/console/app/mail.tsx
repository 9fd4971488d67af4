import { useState } from 'preact/hooks';
import type { Message } from '../../mailpit/message.ts';
import { address, type Schema } from './api.ts';
import { useResource } from './live.ts';
import { BackToList, Code, Failure, Headers, Section } from './parts.tsx';
import { linkTo } from './route.ts';
import { moment } from './show.ts';

const views = ['HTML', 'Text', 'Headers', 'Source'] as const;

/** One mail: addresses, time, bodies, headers, source and attachments. */
export function MailView({ mail, partition }: { mail: Schema<'Mail'>; partition: string }) {
  const base = `/api/v1/message/${mail.id}`;
  const { value, error } = useResource<Message>(base, partition);
  const [chosen, choose] = useState<(typeof views)[number]>();
  const view = chosen ?? (value?.HTML ? 'HTML' : 'Text');
  return (
    <article aria-label="Mail">
      <BackToList href={linkTo({ partition, tab: 'Outbox' })} />
      <h2 class="title subject">{mail.subject}</h2>
      <p class="minor">
        {mail.from} · {moment(mail.at)}
      </p>
      {value && <Recipients mail={value} />}
      {mail.unrelayed !== null && <p class="failed">The mail server did not get it: {mail.unrelayed}</p>}
      {mail.orphan && (
        <p class="failed">
          Orphan: it replies to <code>{mail.inReplyTo ?? mail.references.at(-1)}</code>, which is not in the outbox.
        </p>
      )}
      <fieldset class="views">
        <legend class="unseen">Show</legend>
        {views.map((name) => (
          <button key={name} type="button" aria-pressed={name === view} onClick={() => choose(name)}>
            {name}
          </button>
        ))}
      </fieldset>
      <Failure error={error} />
      {value && view === 'HTML' && <Html mail={mail} html={value.HTML} partition={partition} />}
      {value &&
        view === 'Text' &&
        (value.Text ? <Code label="Text" text={value.Text} /> : <p class="none">No text.</p>)}
      {view === 'Headers' && <MailHeaders base={base} partition={partition} />}
      {view === 'Source' && <Source base={base} partition={partition} />}
      {value && <Attachments mail={value} base={base} partition={partition} />}
    </article>
  );
}

function Recipients({ mail }: { mail: Message }) {
  const lists = (['To', 'Cc', 'Bcc'] as const).filter((list) => mail[list].length > 0);
  return (
    <dl class="recipients">
      {lists.map((list) => (
        <div key={list}>
          <dt>{list}</dt>
          <dd>{mail[list].map(({ Name, Address }) => (Name ? `${Name} <${Address}>` : Address)).join(', ')}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The page of a mail in a frame that runs and loads nothing, and its links, which do nothing there. */
function Html({ mail, html, partition }: { mail: Schema<'Mail'>; html: string; partition: string }) {
  if (!html) return <p class="none">No HTML.</p>;
  const links = linksIn(html);
  return (
    <>
      <iframe
        sandbox=""
        src={address(`/__admin/outbox/${mail.id}/html`, partition)}
        title="The mail's HTML: scripts do not run, nothing is loaded"
      />
      {links.length > 0 && (
        <Section title="Links" note="they do nothing in the frame above">
          <ul aria-label="Links">
            {links.map(({ text, href }, index) => (
              <li key={index}>
                {text}{' '}
                {/^https?:/i.test(href) ? (
                  <a href={href} target="_blank" rel="noopener noreferrer">
                    {href}
                  </a>
                ) : (
                  <code>{href}</code>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** A parsed document runs and loads nothing. */
function linksIn(html: string): { text: string; href: string }[] {
  const links = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('a[href], area[href]');
  return [...links].map((link) => ({
    text: (link.textContent || link.getAttribute('alt') || '').trim(),
    href: (link.getAttribute('href') ?? '').trim(),
  }));
}

function MailHeaders({ base, partition }: { base: string; partition: string }) {
  const { value = {}, error } = useResource<Record<string, string[]>>(`${base}/headers`, partition);
  const headers = Object.entries(value).flatMap(([name, values]) => values.map((one): [string, string] => [name, one]));
  return error ? <Failure error={error} /> : <Headers label="Headers" headers={headers} />;
}

function Source({ base, partition }: { base: string; partition: string }) {
  const { value, error } = useResource<string>(`${base}/raw`, partition);
  return error ? <Failure error={error} /> : <Code label="Source" text={value ?? ''} />;
}

function Attachments({ mail, base, partition }: { mail: Message; base: string; partition: string }) {
  const files = [...mail.Attachments, ...mail.Inline];
  if (files.length === 0) return null;
  return (
    <ul aria-label="Attachments">
      {files.map(({ PartID, FileName, ContentType, Size }) => (
        <li key={PartID}>
          <a href={address(`${base}/part/${PartID}`, partition)} download={FileName}>
            {FileName}
          </a>{' '}
          <small>
            {ContentType}, {Size} bytes
          </small>
        </li>
      ))}
    </ul>
  );
}
