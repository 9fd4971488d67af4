import { counted, escaped } from '../../spec/texts.ts';
import type { Exchange } from '../suite/outcome/verdict.ts';
import type { CaseReport } from './report.ts';

/** All that a case asked and was answered, folded up; what was judged is marked, and open when the rest is unfolded. */
export function exchangeList({ exchanges = [], judged }: CaseReport): string {
  if (exchanges.length === 0) return '';
  const items = exchanges.map((one, at) => exchangeItem(one, at === judged));
  const requests = exchanges.filter(({ curl }) => curl !== undefined).length;
  const mails = exchanges.length - requests;
  const names = [counted(requests, 'request'), ...(mails > 0 ? [counted(mails, 'mail')] : [])];
  return `<details class="exchanges"><summary>${names.join(' and ')}, in order</summary><ol>${items.join('')}</ol></details>`;
}

function exchangeItem(exchange: Exchange, isJudged: boolean): string {
  const { method, url, sentAt = '', tookMs, status, requestId, curl, requestHeaders, headers, failure } = exchange;
  const isMail = curl === undefined;
  const facts = [
    sentAt.slice(11, 23),
    ...(tookMs === undefined ? [] : [`${tookMs} ms`]),
    ...(requestId ? [requestId] : []),
  ];
  const came = failure ?? (isMail ? 'mail' : String(status));
  const head = `<b>${escaped(came)}</b> ${escaped(method)} ${escaped(url)} <span class="soft">${escaped(facts.join(', '))}</span>${isJudged ? ' <mark>judged</mark>' : ''}`;
  const parts = [
    requestHeaders.length > 0 ? text('asked', lines(requestHeaders)) : '',
    body(exchange.requestBody, exchange.requestBodyFile),
    headers.length > 0 ? text('answered', lines(headers)) : '',
    body(exchange.body, exchange.bodyFile),
    curl === undefined ? '' : text('repeat', curl),
  ];
  return `<li><details${isJudged ? ' open' : ''}><summary>${head}</summary>${parts.join('')}</details></li>`;
}

function body(content: string | undefined, file: string | undefined): string {
  if (file !== undefined) return `<p><a href="${escaped(file)}">${escaped(file)}</a></p>`;
  return content ? `<pre>${escaped(content)}</pre>` : '';
}

function text(name: string, content: string): string {
  return `<p class="soft">${name}</p><pre>${escaped(content)}</pre>`;
}

function lines(headers: readonly (readonly [string, string])[]): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n');
}
