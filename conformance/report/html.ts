import { readFileSync } from 'node:fs';
import { groupBy } from '../../spec/group-by.ts';
import { toProjectPath } from '../../spec/package.ts';
import { escapeHtml, formatCount, formatSeconds } from '../../spec/texts.ts';
import { type Exchange, formatOutcome } from '../suite/outcome/outcome.ts';
import { formatCounts, listCounts, listDetails, listJudged, outline, type Section } from './outline.ts';
import { type CaseReport, formatFacts, formatHeadline, type Report, summarize } from './report.ts';

/** The verdict in words, such as `non-conformant`. */
const spellVerdict = ({ verdict }: Report) => verdict.replace('nonC', 'non-c');

/** Markup that is inserted unchanged. */
class Html {
  constructor(readonly text: string) {}
}
type Part = Html | string | number | undefined | false | readonly Part[];

/** A template whose values are escaped, unless they are markup themselves. */
function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.map((text, index) => text + markup(parts[index])).join(''));
}

function markup(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === undefined || part === false) return '';
  return typeof part === 'object' ? part.map(markup).join('') : escapeHtml(String(part));
}

const soft = (part: Part) => html`<span class="soft">${part}</span>`;

/** A self-contained page: the verdict, the rules without a pass in full, and all rules by operation. */
export function formatHtml(report: Report): string {
  const style = new Html(readFileSync(toProjectPath('conformance/report/report.css'), 'utf8'));
  const title = `Conformance of ${report.target.name}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}: ${spellVerdict(report)}</title>
<style>${style}</style>
</head>
<body>
<main>
${formatHeader(report, title)}
${outline(report).map(formatSection)}
${formatRules(report)}
</main>
</body>
</html>
`.text;
}

function formatHeader(report: Report, title: string): Html {
  const { suite, contract, target, startedAt, durationMs, seed, selection, scope = {}, summary, rules } = report;
  const reasons = [...groupBy(Object.keys(scope), (name) => scope[name] ?? '')];
  const waived = rules.filter((rule) => rule.waived).length;
  const facts: Record<string, string | undefined> = {
    Target: target.baseUrl,
    Contract: `${contract.version} (${contract.sha256.slice(0, 12)})`,
    Suite: suite.version,
    Started: startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'),
    Took: `${formatSeconds(durationMs)}, seed ${seed}`,
    Scope: reasons.map(([reason, names]) => `without ${names.join(', ')} (${reason})`).join('; '),
    Selection:
      selection && [...selection.rules, selection.operation, selection.quick && 'quick'].filter(Boolean).join(', '),
  };
  const counts = listCounts(summary).map(([outcome]) => {
    return html`<li><a class="${outcome}" href="#${outcome}"><b>${summary[outcome]}</b> ${formatOutcome(outcome)}</a></li>`;
  });
  return html`<header>
${soft(title)}
<h1 class="${report.verdict}">${spellVerdict(report)}</h1>
<p>${formatHeadline(report)}</p>
${formatFacts(report).map((line) => html`<p>${line}</p>`)}
<ul class="counts">${counts}${waived > 0 && html`<li><b>${waived}</b> of them waived</li>`}</ul>
<dl>${Object.entries(facts).map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</header>`;
}

/** A sentence whose words between backticks are code. */
function markCode(text: string): Part {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

function formatSection({ heading, outcome, items }: Section): Html {
  const articles = items.map(({ title, id, details, cases }) => {
    return html`<article class="${outcome}"${id && html` id="${id}"`}><h3>${markCode(title)}</h3>
${formatDetails(details)}${cases.map(formatCase)}</article>`;
  });
  return html`<section${outcome && html` id="${outcome}"`}><h2>${heading} ${soft(items.length)}</h2>${articles}</section>`;
}

function formatDetails(details: readonly (readonly [name: string, text: string])[]): Html {
  return html`<dl class="case">${details.map(([name, text]) => html`<dt>${name}</dt><dd><pre>${text}</pre></dd>`)}</dl>`;
}

/** A case with all its exchanges folded up; the judged one is marked and open. */
function formatCase(testCase: CaseReport): Html {
  const { title, exchanges = [], judged, further } = testCase;
  const items = exchanges.map((exchange, index) => formatExchange(exchange, index === judged));
  const names = `${formatCount(items.length, 'exchange')}, in order${further ? `, and ${further} more in this case` : ''}`;
  const folded = html`<details><summary>${names}</summary><ol>${items}</ol></details>`;
  return html`<h4>${title}</h4>${formatDetails(listDetails(testCase))}${items.length > 0 && folded}`;
}

function formatExchange(exchange: Exchange, isJudged: boolean): Html {
  const { method, url, sentAt = '', tookMs, status, requestId, curl, failure } = exchange;
  const facts = [sentAt.slice(11, 23), tookMs !== undefined && `${tookMs} ms`, requestId].filter(Boolean).join(', ');
  const result = failure ?? (curl === undefined ? 'mail' : status);
  return html`<li><details${isJudged && new Html(' open')}><summary><b>${result}</b> ${method} ${url} ${soft(facts)}${isJudged && html` <mark>judged</mark>`}</summary>
${formatMessage('request', exchange.requestHeaders, exchange.requestBody, exchange.requestBodyFile)}
${formatMessage('answer', exchange.headers, exchange.body, exchange.bodyFile)}
${curl && formatDetails(listDetails({ curl, exchanges: [exchange] }))}</details></li>`;
}

function formatMessage(name: string, headers: Exchange['headers'], body?: string, file?: string): Part[] {
  const lines = headers.map((header) => header.join(': ')).join('\n');
  return [
    lines && html`${soft(name)}<pre>${lines}</pre>`,
    body ? html`<pre>${body}</pre>` : file && html`<p><a href="${file}">${file}</a></p>`,
  ];
}

/** All rules by operation, with the counts of each; a rule about several operations is listed with each operation. */
function formatRules(report: Report): Html {
  const { rules } = report;
  const groups = listJudged(report).map(([name, judged, operation]) => {
    const some = rules.filter((rule) => [rule.operation].flat().includes(operation));
    const rows = some.map(({ id, outcome, statement, level, basis, note, cases }) => {
      return html`<tr><td><a href="#${id}">${id}</a></td><td><b class="${outcome}">${formatOutcome(outcome)}</b></td>
<td>${markCode(statement)}${note && html`<br>${soft(note)}`}</td><td>${level} ${basis}</td><td>${cases.length}</td></tr>`;
    });
    const title = `${name}: ${formatCounts(summarize(some))}; ${judged} judged`;
    return html`<tbody><tr><th colspan="5" scope="rowgroup">${title}</th></tr>${rows}</tbody>`;
  });
  const head = ['rule', 'outcome', 'statement', 'level, basis', 'cases'].map(
    (name) => html`<th scope="col">${name}</th>`,
  );
  return html`<section><h2>Rules by operation ${soft(rules.length)}</h2>
<div class="scroll"><table><thead><tr>${head}</tr></thead>${groups}</table></div></section>`;
}
