import type { Exchange, Verdict } from '../outcome/verdict.ts';
import { Answer } from '../wire/answer.ts';
import { curlLine, type ShownRequest } from '../wire/curl.ts';
import type { Mail, ReadMail, SentTo } from './mailbox.ts';

/** A request to which no answer of the service came. */
interface Unanswered {
  request: ShownRequest;
  failure: string;
  failedAt: string;
}

/** An exchange of a case, or a mail that it read. */
export type Entry = Answer | ReadMail | Unanswered;

/** The place of the judged entry and the request that repeats it: of an answer, a mail or a send; else of the last entry. */
export function traceOf(
  entries: readonly Entry[],
  judged: object = entries.at(-1) ?? {},
): Pick<Verdict, 'curl' | 'requestId' | 'judged'> {
  const found = entries.findIndex((entry) => entry === judged || ('mail' in entry && entry.mail === judged));
  const entry = entries[found];
  const answers = entries
    .slice(0, found >= 0 ? found + 1 : undefined)
    .filter((candidate) => candidate instanceof Answer);
  const sent =
    entry instanceof Answer
      ? entry
      : (sendOf(answers, entry && 'mail' in entry ? entry.mail : judged) ??
        entries.findLast((candidate) => candidate instanceof Answer));
  const place = found >= 0 || !sent ? found : entries.indexOf(sent);
  return {
    ...(sent && { curl: sent.curl, ...(sent.requestId && { requestId: sent.requestId }) }),
    ...(place >= 0 && { judged: place }),
  };
}

/** The last send that a mail came from, or that mail was awaited from. */
function sendOf(answers: readonly Answer[], judged: object): Answer | undefined {
  const { address, subject, recipients } = judged as Partial<SentTo & Mail>;
  const names = address === undefined ? (recipients ?? []) : [address];
  const text = address === undefined ? '' : (subject ?? '');
  const isSendTo = (name: string, body = '') => body.toLowerCase().includes(name.toLowerCase()) && body.includes(text);
  return answers.findLast(({ request }) => names.some((name) => isSendTo(name, request.body)));
}

/** The evidence of one answer alone. */
export function evidenceOf(answer: Answer): Pick<Verdict, 'curl' | 'requestId' | 'exchanges' | 'judged'> {
  return { ...traceOf([answer]), exchanges: [exchangeOf(answer)] };
}

/** An entry as it is shown in reports. */
export function exchangeOf(entry: Entry): Exchange {
  if ('mail' in entry) {
    const { mail, url, readAt } = entry;
    return { sentAt: readAt, method: 'GET', url, requestHeaders: [], status: 200, headers: [], body: mail.raw };
  }
  const { method, url, headers, body } = entry.request;
  const asked = {
    method,
    url,
    requestHeaders: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body !== undefined && { requestBody: body }),
    curl: curlLine(entry.request),
  };
  if (!(entry instanceof Answer)) return { ...asked, sentAt: entry.failedAt, failure: entry.failure, headers: [] };
  const { sentAt, tookMs, status, text, requestId } = entry;
  return {
    ...asked,
    ...(sentAt !== undefined && { sentAt }),
    ...(tookMs !== undefined && { tookMs: Math.round(tookMs * 10) / 10 }),
    status,
    headers: entry.headers.map(([name, value]): [string, string] => [name, value]),
    body: text,
    ...(requestId && { requestId }),
  };
}
