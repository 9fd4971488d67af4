import { useState } from 'preact/hooks';
import type { Message } from '../../mailpit/message.ts';
import { address, type Schema, useResource } from './api.ts';
import { Button, Code, Failure, Headers, Loaded, Opened, Section } from './parts.tsx';
import { linkTo } from './route.ts';
import { moment } from './show.ts';

const views = ['HTML', 'Text', 'Headers', 'Source'] as const;

export function MailView({ mail, partition }: { mail: Schema<'Mail'>; partition: string }) {
  const base = `/api/v1/message/${mail.id}`;
  const { value, error } = useResource<Message>(base, partition);
  const [chosen, choose] = useState<(typeof views)[number]>();
  const view = chosen ?? (value?.HTML ? 'HTML' : 'Text');
  return (
    <Opened label="Mail" back={linkTo({ partition, tab: 'Outbox' })}>
      <h2 class="title subject">{mail.subject}</h2>
      <p class="minor">{`${mail.from} · ${moment(mail.at)}`}</p>
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
          <Button key={name} label={name} aria-pressed={name === view} act={() => choose(name)} />
        ))}
      </fieldset>
      <Failure error={error} />
      {value && view === 'HTML' && <Html id={mail.id} html={value.HTML} partition={partition} />}
      {value && view === 'Text' && <Text text={value.Text} />}
      {view === 'Headers' && <Loaded path={`${base}/headers`} partition={partition} show={headersOf} />}
      {view === 'Source' && <Loaded path={`${base}/raw`} partition={partition} show={sourceOf} />}
      {value && <Attachments mail={value} base={base} partition={partition} />}
    </Opened>
  );
}

function headersOf(values: Record<string, string[]>) {
  const headers = Object.entries(values).flatMap(([name, list]) =>
    list.map((value): [string, string] => [name, value]),
  );
  return <Headers label="Headers" headers={headers} />;
}

const sourceOf = (text: string) => <Code label="Source" text={text} />;

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

function Text({ text }: { text: string }) {
  return text ? <Code label="Text" text={text} /> : <p class="none">No text.</p>;
}

/** The page of a mail in a frame that runs and loads nothing, and its links, which do nothing there. */
function Html({ id, html, partition }: { id: string; html: string; partition: string }) {
  if (!html) return <p class="none">No HTML.</p>;
  const page = address(`/__admin/outbox/${id}/html`, partition);
  // A parsed document runs and loads nothing.
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const links = [...parsed.querySelectorAll('a[href], area[href]')];
  return (
    <>
      <iframe sandbox="" src={page} title="The mail's HTML: scripts do not run, nothing is loaded" />
      {links.length > 0 && (
        <Section title="Links" note="they do nothing in the frame above">
          <ul aria-label="Links">
            {links.map((link, index) => (
              <li key={index}>
                {(link.textContent || link.getAttribute('alt') || '').trim()}{' '}
                <Link href={link.getAttribute('href') ?? ''} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** Only http links can be followed. */
function Link({ href }: { href: string }) {
  if (!/^\s*https?:/i.test(href)) return <code>{href}</code>;
  return (
    <a href={href.trim()} target="_blank" rel="noopener noreferrer">
      {href.trim()}
    </a>
  );
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
          <small>{`${ContentType}, ${Size} bytes`}</small>
        </li>
      ))}
    </ul>
  );
}
