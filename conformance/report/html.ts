import { labels, type Outcome, outcomes } from '../suite/outcome.ts';
import { concernOf } from './concern.ts';
import type { CaseReport, Report, RuleReport } from './report.ts';
import { sentence } from './sentence.ts';
import { style } from './style.ts';

const verdictNames: Record<Report['verdict'], string> = {
  conformant: 'Conformant',
  nonConformant: 'Not conformant',
  incomplete: 'Incomplete',
  interrupted: 'Interrupted',
};

/** Shown in full, worst first. */
const told: readonly [Outcome, string][] = [
  ['fail', 'Failures'],
  ['error', 'Errors of the suite or the network'],
  ['inconclusive', 'Inconclusive'],
  ['warn', 'Warnings'],
];

/** One page that needs nothing else: the verdict, the matrix of rules and outcomes, and everything that is not a pass in full. */
export function htmlReport(report: Report): string {
  const title = `Conformance of ${report.target.name}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}: ${verdictNames[report.verdict]}</title>
<style>${style}</style>
</head>
<body>
<main>
${header(report, title)}
${matrix(report)}
${told.map(([outcome, heading]) => section(report, outcome, heading)).join('\n')}
${blockedSection(report)}
${waiverSection(report)}
${everything(report)}
</main>
</body>
</html>
`;
}

function header(report: Report, title: string): string {
  const facts: [string, string][] = [
    ['Target', report.target.baseUrl],
    ['Contract', `${report.contract.version} (${report.contract.sha256.slice(0, 12)})`],
    ['Started', report.startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
    ['Took', `${(report.durationMs / 1000).toFixed(1)} s, seed ${report.seed}`],
  ];
  if (report.selection) facts.push(['Selection', selectionText(report.selection)]);
  const list = facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`).join('');
  const counts = outcomes
    .filter((outcome) => report.summary[outcome] > 0)
    .map((outcome) => `<li class="${outcome}"><b>${report.summary[outcome]}</b> ${labels[outcome].toLowerCase()}</li>`);
  const waived = report.rules.filter((rule) => rule.waived).length;
  if (waived > 0) counts.push(`<li class="warn"><b>${waived}</b> of them waived</li>`);
  return `<header>
<p class="eyebrow">${escaped(title)}</p>
<h1 class="verdict ${report.verdict}">${verdictNames[report.verdict]}</h1>
<p class="lead">${escaped(sentence(report))}</p>
<ul class="counts">${counts.join('')}</ul>
<dl>${list}</dl>
</header>`;
}

function selectionText({ rules, operation, quick }: NonNullable<Report['selection']>): string {
  return [...rules, ...(operation ? [operation] : []), ...(quick ? ['quick'] : [])].join(', ');
}

function matrix(report: Report): string {
  const groups = new Map<string, RuleReport[]>();
  for (const rule of report.rules) {
    const name = operationName(rule);
    groups.set(name, [...(groups.get(name) ?? []), rule]);
  }
  const seen = outcomes.filter((outcome) => report.rules.some((rule) => rule.outcome === outcome));
  const head = seen.map((outcome) => `<th scope="col">${labels[outcome].toLowerCase()}</th>`).join('');
  const rows = [...groups].map(([name, rules]) => {
    const cells = seen.map((outcome) => `<td>${cellOf(rules.filter((rule) => rule.outcome === outcome))}</td>`);
    return `<tr><th scope="row">${escaped(name)}</th>${cells.join('')}</tr>`;
  });
  return `<section>
<h2>Rules by operation</h2>
<div class="scroll"><table class="matrix"><thead><tr><th scope="col">operation</th>${head}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>
</section>`;
}

function cellOf(rules: RuleReport[]): string {
  if (rules.length === 0) return '';
  const chips = rules.map(({ id, outcome, statement }) => {
    return `<a class="chip ${outcome}" href="#${escaped(id)}" title="${escaped(statement)}">${escaped(id)}</a>`;
  });
  return `<details${rules[0]?.outcome === 'fail' ? ' open' : ''}><summary>${rules.length}</summary>${chips.join('')}</details>`;
}

function operationName({ operation }: RuleReport): string {
  if (operation === 'all') return 'all operations';
  return typeof operation === 'string' ? operation : 'several operations';
}

function section(report: Report, outcome: Outcome, heading: string): string {
  const rules = report.rules.filter((rule) => rule.outcome === outcome);
  if (rules.length === 0) return '';
  return `<section><h2>${heading} <span class="number">${rules.length}</span></h2>
${rules.map((rule) => article(rule)).join('\n')}</section>`;
}

function article(rule: RuleReport): string {
  const waived = rule.waived
    ? `<p class="waived">Waived until ${escaped(rule.waived.until)} by ${escaped(rule.waived.owner)}: ${escaped(rule.waived.reason)}</p>`
    : '';
  const cases = rule.cases.filter(({ outcome }) => outcome === rule.outcome);
  return `<article class="${rule.outcome}">
<h3><span class="chip ${rule.outcome}">${escaped(rule.id)}</span> ${escaped(rule.statement)}</h3>
<p class="clause">${rule.level}, ${rule.basis} &middot; ${escaped(rule.clause)}</p>
${waived}${rule.note ? `<p>${escaped(rule.note)}</p>` : ''}
${cases.map(caseDetails).join('\n')}
</article>`;
}

function caseDetails(one: CaseReport): string {
  const rows: [string, string | undefined][] = [
    ['Expected', one.expected],
    ['Actual', one.actual],
    ['Note', one.note],
    ['Request id', one.requestId],
    ['Repeat', one.curl],
  ];
  const list = rows
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<dt>${name}</dt><dd><pre>${escaped(value ?? '')}</pre></dd>`);
  return `<h4>${escaped(one.title)}</h4><dl class="case">${list.join('')}</dl>`;
}

function blockedSection(report: Report): string {
  const groups = new Map<string, RuleReport[]>();
  for (const rule of report.rules.filter(({ outcome }) => outcome === 'blocked')) {
    const reason = rule.cases.find(({ outcome }) => outcome === 'blocked')?.note ?? rule.note ?? 'no reason given';
    groups.set(reason, [...(groups.get(reason) ?? []), rule]);
  }
  if (groups.size === 0) return '';
  const items = [...groups].map(([reason, rules]) => {
    const chips = rules.map(({ id }) => `<a class="chip blocked" href="#${escaped(id)}">${escaped(id)}</a>`);
    return `<article class="blocked"><p>${escaped(reason)}</p><p>${chips.join('')}</p></article>`;
  });
  return `<section><h2>Blocked, and what unblocks it</h2>${items.join('\n')}</section>`;
}

function waiverSection(report: Report): string {
  if (report.waivers.length === 0) return '';
  const items = report.waivers.map(({ rule, state, owner, until, reason }) => {
    return `<tr><td>${escaped(rule)}</td><td>${state}</td><td>${escaped(until)}</td><td>${escaped(owner)}</td><td>${escaped(reason)}</td></tr>`;
  });
  return `<section><h2>Waivers</h2><div class="scroll"><table><thead><tr><th>rule</th><th>state</th><th>until</th><th>owner</th><th>reason</th></tr></thead>
<tbody>${items.join('')}</tbody></table></div></section>`;
}

function everything(report: Report): string {
  const rows = report.rules.map((rule) => {
    const note = rule.note ? `<br><small>${escaped(rule.note)}</small>` : '';
    return `<tr id="${escaped(rule.id)}"><td><span class="chip ${rule.outcome}">${escaped(rule.id)}</span></td><td>${labels[rule.outcome].toLowerCase()}</td>
<td>${escaped(rule.statement)}${note}</td><td>${rule.level} ${rule.basis}</td><td>${escaped(concernOf(rule.id))}</td><td class="figure">${rule.cases.length}</td></tr>`;
  });
  return `<section><h2>All rules <span class="number">${report.rules.length}</span></h2>
<div class="scroll"><table class="all"><thead><tr><th>rule</th><th>outcome</th><th>statement</th><th>level, basis</th><th>concern</th><th>cases</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></section>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
