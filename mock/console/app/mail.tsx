import { useState } from 'preact/hooks';
import type { MailAddress, Message } from '../../mailpit/mailpit-message.ts';
import { type Schema, toLink, toUrl, useResource } from './connection.ts';
import { Button, Code, Details, Facts, Failure, Headers, Resource, Section } from './parts.tsx';
import { formatTime } from './show.ts';

const views = ['HTML', 'Text', 'Headers', 'Source'] as const;

export function MailView({ mail }: { mail: Schema<'Mail'> }) {
  const base = `/api/v1/message/${mail.id}`;
  const { value, error } = useResource<Message>(base);
  const [chosen, choose] = useState<(typeof views)[number]>();
  const view = chosen ?? (value?.HTML ? 'HTML' : 'Text');
  return (
    <Details label="Mail" back={toLink('Outbox')}>
      <h2 class="title subject">{mail.subject}</h2>
      <p class="minor">{`${mail.from} · ${formatTime(mail.at)}`}</p>
      {value && <Facts label="Recipients" class="plain" facts={listRecipients(value)} />}
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
      {value && view === 'HTML' && <Html id={mail.id} html={value.HTML} />}
      {value &&
        view === 'Text' &&
        (value.Text ? <Code label="Text" text={value.Text} /> : <p class="none">No text.</p>)}
      {view === 'Headers' && <Resource path={`${base}/headers`} show={showHeaders} />}
      {view === 'Source' && (
        <Resource path={`${base}/raw`} show={(text: string) => <Code label="Source" text={text} />} />
      )}
      {value && <Attachments mail={value} base={base} />}
    </Details>
  );
}

function showHeaders(fields: Record<string, string[]>) {
  const headers = Object.entries(fields).flatMap(([name, values]) =>
    values.map((value) => [name, value] as [string, string]),
  );
  return <Headers label="Headers" headers={headers} />;
}

function listRecipients(mail: Message) {
  const formatMailbox = ({ Name, Address }: MailAddress) => (Name ? `${Name} <${Address}>` : Address);
  const lists = (['To', 'Cc', 'Bcc'] as const).filter((list) => mail[list].length > 0);
  return lists.map((list) => `${list}: ${mail[list].map(formatMailbox).join(', ')}`);
}

/** A mail's HTML in a frame that runs and loads nothing, and a list of its links, which are dead there. */
function Html({ id, html }: { id: string; html: string }) {
  if (!html) return <p class="none">No HTML.</p>;
  // A parsed document runs and loads nothing.
  const links = [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('a[href], area[href]')];
  return (
    <>
      <iframe
        sandbox=""
        src={toUrl(`/__admin/outbox/${id}/html`)}
        title="The mail's HTML: scripts do not run, nothing is loaded"
      />
      {links.length > 0 && (
        <Section title="Links" note="they do nothing in the frame above">
          <Facts label="Links" facts={links.map(showLink)} />
        </Section>
      )}
    </>
  );
}

function showLink(link: Element) {
  const href = link.getAttribute('href')?.trim() ?? '';
  const follow = { href, target: '_blank', rel: 'noopener noreferrer' };
  return (
    <>
      {(link.textContent || link.getAttribute('alt') || '').trim()}{' '}
      {/^https?:/i.test(href) ? <a {...follow}>{href}</a> : <code>{href}</code>}
    </>
  );
}

function Attachments({ mail, base }: { mail: Message; base: string }) {
  const facts = [...mail.Attachments, ...mail.Inline].map(({ PartID, FileName, ContentType, Size }) => (
    <>
      <a href={toUrl(`${base}/part/${PartID}`)} download={FileName}>
        {FileName}
      </a>{' '}
      <small>{`${ContentType}, ${Size} bytes`}</small>
    </>
  ));
  return <Facts label="Attachments" facts={facts} />;
}
