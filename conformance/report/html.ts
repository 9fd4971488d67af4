import { readFileSync } from 'node:fs';
import { grouped } from '../../spec/grouped.ts';
import { counted, escaped } from '../../spec/texts.ts';
import { type Outcome, outcomes, word } from '../suite/outcome/outcome.ts';
import type { Exchange } from '../suite/outcome/verdict.ts';
import { byOperation, coverageOf, summarize } from './assemble.ts';
import { comparisonGroups } from './compare.ts';
import type { CaseReport, Report, RuleReport } from './report.ts';
import {
  byReason,
  concernOf,
  detailsOf,
  factLines,
  headline,
  isInOrder,
  operationName,
  stateText,
  waivedText,
} from './text.ts';

const verdictNames: Record<Report['verdict'], string> = {
  conformant: 'Conformant',
  partial: 'Nothing broken',
  worse: 'Worse than the baseline',
  nonConformant: 'Not conformant',
  incomplete: 'Incomplete',
  interrupted: 'Interrupted',
};

/** Outcomes with a section of their own, worst first. */
const sections: Partial<Record<Outcome, string>> = {
  fail: 'Failures',
  error: 'Errors of the suite or the network',
  inconclusive: 'Inconclusive',
  warn: 'Warnings',
  blocked: 'Blocked, and what unblocks it',
  outOfScope: 'Out of scope, and why',
};

/** Markup that is inserted as it is. */
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
  return typeof part === 'object' ? part.map(markup).join('') : escaped(String(part));
}

/** One page that needs nothing else: the verdict, a matrix of rules and outcomes, and in full whatever is not a pass. */
export function htmlReport(report: Report): string {
  const style = new Html(readFileSync(new URL('./report.css', import.meta.url), 'utf8'));
  const title = `Conformance of ${report.target.name}`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}: ${verdictNames[report.verdict]}</title>
<style>${style}</style>
</head>
<body>
<main>
${header(report, title)}
${matrix(report)}
${comparisonSection(report)}
${outcomesIn(sections).map((outcome) => section(report, outcome))}
${waiverSection(report)}
${everything(report)}
</main>
</body>
</html>
`;
  return page.text;
}

const outcomesIn = (of: object) => Object.keys(of) as Outcome[];

function header(report: Report, title: string): Html {
  const { suite, contract, target, startedAt, durationMs, seed, selection, scope = {}, summary, rules } = report;
  const reasons = [...grouped(Object.keys(scope), (name) => scope[name] ?? '')];
  const facts: Record<string, string | undefined> = {
    Target: target.baseUrl,
    Contract: `${contract.version} (${contract.sha256.slice(0, 12)})`,
    Suite: suite.version,
    Started: startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'),
    Took: `${(durationMs / 1000).toFixed(1)} s, seed ${seed}`,
    Scope: reasons.map(([reason, names]) => `without ${names.join(', ')} (${reason})`).join('; '),
    Selection:
      selection && [...selection.rules, selection.operation, selection.quick && 'quick'].filter(Boolean).join(', '),
  };
  const seen = outcomes.filter((outcome) => summary[outcome] > 0);
  const counts = seen.map((outcome) => {
    const text = html`<b>${summary[outcome]}</b> ${word(outcome)}`;
    return html`<li class="${outcome}">${sections[outcome] ? html`<a href="#${outcome}">${text}</a>` : text}</li>`;
  });
  const waived = rules.filter((rule) => rule.waived).length;
  return html`<header>
<p class="soft">${title}</p>
<h1 class="${report.verdict}">${verdictNames[report.verdict]}</h1>
<p class="lead">${headline(report)}</p>
${factLines(report).map((line) => html`<p class="learned">${line}</p>`)}
<div class="bar" aria-hidden="true">${seen.map((outcome) => html`<i class="${outcome}" style="flex-grow:${summary[outcome]}"></i>`)}</div>
<ul class="counts">${counts}${waived > 0 && html`<li><a href="#waivers"><b>${waived}</b> of all waived</a></li>`}</ul>
<dl>${Object.entries(facts).map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</header>`;
}

/** The outcomes of each operation: counts, and every rule. */
function matrix({ rules, summary }: Report): Html {
  const seen = outcomes.filter((outcome) => summary[outcome] > 0);
  const counts = (name: string, of: readonly RuleReport[]) => {
    const { judged, of: all } = coverageOf(of);
    const cells = seen.map((outcome) => html`<td class="${outcome}">${summarize(of)[outcome]}</td>`);
    return html`<tr><th scope="row">${name}</th>${cells}<td>${judged} of ${all}</td></tr>`;
  };
  const rows = [...byOperation(rules)].map(([name, of]) => {
    const passed = of.filter(({ outcome }) => outcome === 'pass');
    const others = seen.flatMap((outcome) => of.filter((rule) => outcome !== 'pass' && rule.outcome === outcome));
    const folded = html`<details><summary>${passed.length} pass</summary>${passed.map(chip)}</details>`;
    return html`<tbody>${counts(operationName(name), of)}
<tr class="rules"><td colspan="${seen.length + 2}">${others.map(chip)}${passed.length > 0 && folded}</td></tr></tbody>`;
  });
  return html`<section>
<h2>Rules by operation</h2>
<div class="scroll"><table class="matrix">
<thead><tr><th scope="col">operation</th>${seen.map((outcome) => html`<th scope="col">${word(outcome)}</th>`)}<th scope="col">judged</th></tr></thead>
${rows}
<tfoot>${counts('all rules', rules)}</tfoot>
</table></div>
<p class="soft">A rule about several operations is listed with each of them. Rules that are not applicable are left out of "judged".</p>
</section>`;
}

/** The id of a rule, coloured by its outcome, with a link to the place of the page that has most about it. */
function chip({ id, outcome, statement, waived }: RuleReport): Html {
  const isInFull = sections[outcome] && outcome !== 'blocked' && outcome !== 'outOfScope';
  const about = `${word(outcome)}${waived ? ', waived' : ''}: ${statement}`;
  return html`<a class="chip ${outcome}" href="#${isInFull ? id : `all-${id}`}" title="${about}">${id}</a>`;
}

/** A sentence whose words between backticks are code. */
function withCode(text: string): Part {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** The rules of an outcome in full, or grouped by the reason that they share. */
function section({ rules, summary }: Report, outcome: Outcome): Part {
  if (summary[outcome] === 0) return '';
  const items =
    outcome === 'blocked' || outcome === 'outOfScope'
      ? [...byReason(rules, outcome)].map(
          ([reason, of]) => html`<article class="${outcome}"><p>${reason}</p><p>${of.map(chip)}</p></article>`,
        )
      : rules.filter((rule) => rule.outcome === outcome).map(article);
  return html`<section id="${outcome}"><h2>${sections[outcome]} <span class="soft">${summary[outcome]}</span></h2>
${items}</section>`;
}

function article(rule: RuleReport): Html {
  const { id, level, basis, operation, statement, clause, outcome, waived, note } = rule;
  const operations = [operation].flat().map(operationName).join(', ');
  return html`<article class="${outcome}" id="${id}">
<h3><span class="chip">${id}</span> ${withCode(statement)}</h3>
<p class="soft">${level}, ${basis} &middot; ${operations} &middot; ${clause}</p>
${waived && html`<p class="waived">Waived ${waivedText(waived)}</p>`}${note && html`<p>${note}</p>`}
${rule.cases.filter((one) => one.outcome === outcome).map(caseDetails)}
</article>`;
}

/** A case with all its exchanges folded up; the judged one is marked and open. */
function caseDetails(one: CaseReport): Html {
  const { title, exchanges = [], judged } = one;
  const list = detailsOf(one).map(([name, text]) => html`<dt>${name}</dt><dd><pre>${text}</pre></dd>`);
  const requests = exchanges.filter(({ curl }) => curl !== undefined).length;
  const mails = exchanges.length - requests;
  const names = `${counted(requests, 'request')}${mails > 0 ? ` and ${counted(mails, 'mail')}` : ''}, in order`;
  const items = exchanges.map((exchange, index) => exchangeItem(exchange, index === judged));
  const folded = html`<details class="exchanges"><summary>${names}</summary><ol>${items}</ol></details>`;
  return html`<h4>${title}</h4><dl class="case">${list}</dl>${exchanges.length > 0 && folded}`;
}

function exchangeItem(exchange: Exchange, isJudged: boolean): Html {
  const { method, url, sentAt = '', tookMs, status, requestId, curl, failure } = exchange;
  const facts = [sentAt.slice(11, 23), tookMs !== undefined && `${tookMs} ms`, requestId].filter(Boolean).join(', ');
  const result = failure ?? (curl === undefined ? 'mail' : status);
  return html`<li><details${isJudged && new Html(' open')}><summary><b>${result}</b> ${method} ${url} <span class="soft">${facts}</span>${isJudged && html` <mark>judged</mark>`}</summary>
${message('request', exchange.requestHeaders, exchange.requestBody, exchange.requestBodyFile)}
${message('answer', exchange.headers, exchange.body, exchange.bodyFile)}
${curl && html`<p class="soft">repeat</p><pre>${curl}</pre>`}</details></li>`;
}

function message(name: string, headers: Exchange['headers'], body?: string, file?: string): Part[] {
  const lines = headers.map(([header, value]) => `${header}: ${value}`).join('\n');
  return [
    lines && html`<p class="soft">${name}</p><pre>${lines}</pre>`,
    file ? html`<p><a href="${file}">${file}</a></p>` : body && html`<pre>${body}</pre>`,
  ];
}

function comparisonSection({ comparison }: Report): Part {
  if (!comparison) return '';
  const groups = comparisonGroups(comparison).map(([heading, changes]) => {
    const rows = changes.map(([rule, text]) => html`<tr><td>${rule}</td><td>${text}</td></tr>`);
    return html`<h3>${heading}</h3><div class="scroll"><table>${rows}</table></div>`;
  });
  const none = html`<p>No rule fared differently.</p>`;
  return html`<section id="comparison"><h2>Compared with the baseline</h2>${groups.length > 0 ? groups : none}</section>`;
}

function waiverSection({ waivers }: Report): Part {
  if (waivers.length === 0) return '';
  const items = waivers.map((waiver) => {
    const cells = [waiver.rule, stateText(waiver), waiver.until, waiver.owner, waiver.reason];
    return html`<tr class="${isInOrder(waiver) ? '' : 'fail'}">${cells.map((text) => html`<td>${text}</td>`)}</tr>`;
  });
  return html`<section id="waivers"><h2>Waivers</h2><div class="scroll"><table>
<thead><tr><th>rule</th><th>state</th><th>until</th><th>owner</th><th>reason</th></tr></thead>
<tbody>${items}</tbody></table></div></section>`;
}

function everything({ rules }: Report): Html {
  const rows = rules.map((rule) => {
    const { id, outcome, statement, level, basis, note, cases } = rule;
    return html`<tr id="all-${id}"><td>${chip(rule)}</td><td class="${outcome}">${word(outcome)}</td>
<td>${withCode(statement)}${note && html`<br><small>${note}</small>`}</td><td>${level} ${basis}</td><td>${concernOf(rule)}</td><td class="figure">${cases.length}</td></tr>`;
  });
  return html`<section><h2>All rules <span class="soft">${rules.length}</span></h2>
<div class="scroll"><table class="all"><thead><tr><th>rule</th><th>outcome</th><th>statement</th><th>level, basis</th><th>concern</th><th class="figure">cases</th></tr></thead>
<tbody>${rows}</tbody></table></div></section>`;
}
