import { useState } from 'preact/hooks';
import type { MailAttachment, Message } from '../../../mailpit/message.ts';
import { address, type Schema } from '../api.ts';
import { BackToList, Code, Failure, Headers } from '../parts.tsx';
import { useResource } from '../resource.ts';
import { linkTo } from '../route.ts';
import { moment } from '../show.ts';
import { Links } from './links.tsx';

type View = 'HTML' | 'Text' | 'Headers' | 'Source';
const views: View[] = ['HTML', 'Text', 'Headers', 'Source'];

/** One mail: who, when, its bodies, headers and source. */
export function MailView({ mail, partition }: { mail: Schema<'Mail'>; partition: string }) {
  const base = `/api/v1/message/${mail.id}`;
  const { value, error } = useResource<Message>(base, partition);
  const [chosen, choose] = useState<View>();
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
        {views.map((one) => (
          <button key={one} type="button" aria-pressed={one === view} onClick={() => choose(one)}>
            {one}
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
      {value && <Attachments list={[...value.Attachments, ...value.Inline]} base={base} partition={partition} />}
    </article>
  );
}

/** Who gets the mail, a line for each list. */
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

function Html({ mail, html, partition }: { mail: Schema<'Mail'>; html: string; partition: string }) {
  if (!html) return <p class="none">No HTML.</p>;
  const page = address(`/__admin/outbox/${mail.id}/html`, partition);
  return (
    <>
      <iframe sandbox="" src={page} title="The mail's HTML: scripts do not run, nothing is loaded" />
      <Links html={html} />
    </>
  );
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

function Attachments({ list, base, partition }: { list: MailAttachment[]; base: string; partition: string }) {
  if (list.length === 0) return null;
  return (
    <ul aria-label="Attachments">
      {list.map(({ PartID, FileName, ContentType, Size }) => (
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
