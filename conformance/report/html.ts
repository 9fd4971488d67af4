import { grouped } from '../../spec/grouped.ts';
import { escaped } from '../../spec/texts.ts';
import { type Outcome, outcomes, word } from '../suite/outcome/outcome.ts';
import { comparisonGroups } from './compare.ts';
import { byReason, concernOf, operationName } from './groups.ts';
import { exchangeList } from './html-exchanges.ts';
import { chip, matrix, sections, withCode } from './html-matrix.ts';
import { factLines } from './learned.ts';
import { type CaseReport, detailsOf, type Report, type RuleReport } from './report.ts';
import { sentence } from './sentence.ts';
import { style } from './style.ts';
import { isInOrder, stateText, waivedText } from './waivers.ts';

const verdictNames: Record<Report['verdict'], string> = {
  conformant: 'Conformant',
  partial: 'Nothing broken',
  worse: 'Worse than the baseline',
  nonConformant: 'Not conformant',
  incomplete: 'Incomplete',
  interrupted: 'Interrupted',
};

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
${comparisonSection(report)}
${sections.map(([outcome, heading]) => rulesSection(report, outcome, heading)).join('\n')}
${reasonSection(report, 'blocked', 'Blocked, and what unblocks it')}
${reasonSection(report, 'outOfScope', 'Out of scope, and why')}
${waiverSection(report)}
${everything(report)}
</main>
</body>
</html>
`;
}

function header(report: Report, title: string): string {
  const { suite, contract, target, startedAt, durationMs, seed, selection, scope, summary, rules } = report;
  const facts: [string, string][] = [
    ['Target', target.baseUrl],
    ['Contract', `${contract.version} (${contract.sha256.slice(0, 12)})`],
    ['Suite', suite.version],
    ['Started', startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
    ['Took', `${(durationMs / 1000).toFixed(1)} s, seed ${seed}`],
  ];
  if (scope) facts.push(['Scope', scopeText(scope)]);
  if (selection) facts.push(['Selection', selectionText(selection)]);
  const list = facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`).join('');
  const seen = outcomes.filter((outcome) => summary[outcome] > 0);
  const bar = seen.map((outcome) => `<i class="${outcome}" style="flex-grow:${summary[outcome]}"></i>`).join('');
  const counts = seen.map((outcome) => {
    const isSection = outcome === 'blocked' || outcome === 'outOfScope' || sections.some(([one]) => one === outcome);
    const text = `<b>${summary[outcome]}</b> ${word(outcome)}`;
    return `<li class="${outcome}">${isSection ? `<a href="#${outcome}">${text}</a>` : text}</li>`;
  });
  const waived = rules.filter((rule) => rule.waived).length;
  if (waived > 0) counts.push(`<li><a href="#waivers"><b>${waived}</b> of all waived</a></li>`);
  return `<header>
<p class="soft">${escaped(title)}</p>
<h1 class="${report.verdict}">${verdictNames[report.verdict]}</h1>
<p class="lead">${escaped(sentence(report))}</p>
${factLines(report)
  .map((line) => `<p class="learned">${escaped(line)}</p>`)
  .join('')}
<div class="bar" aria-hidden="true">${bar}</div>
<ul class="counts">${counts.join('')}</ul>
<dl>${list}</dl>
</header>`;
}

function scopeText(scope: NonNullable<Report['scope']>): string {
  const reasons = grouped(Object.keys(scope), (name) => scope[name] ?? '');
  return [...reasons].map(([reason, names]) => `without ${names.join(', ')} (${reason})`).join('; ');
}

function selectionText({ rules, operation, quick }: NonNullable<Report['selection']>): string {
  return [...rules, ...(operation ? [operation] : []), ...(quick ? ['quick'] : [])].join(', ');
}

/** A section under a heading with a count; nothing where that is none. */
function section(id: string, heading: string, count: number, items: readonly string[]): string {
  if (count === 0) return '';
  return `<section id="${id}"><h2>${heading} <span class="soft">${count}</span></h2>
${items.join('\n')}</section>`;
}

function rulesSection(report: Report, outcome: Outcome, heading: string): string {
  const rules = report.rules.filter((rule) => rule.outcome === outcome);
  return section(outcome, heading, rules.length, rules.map(article));
}

function article(rule: RuleReport): string {
  const { id, level, basis, operation, statement, clause, outcome, waived, note } = rule;
  const waiver = waived ? `<p class="waived">Waived ${escaped(waivedText(waived))}</p>` : '';
  const operations = [operation].flat().map(operationName).join(', ');
  const cases = rule.cases.filter((one) => one.outcome === outcome);
  return `<article class="${outcome}" id="${escaped(id)}">
<h3><span class="chip">${escaped(id)}</span> ${withCode(statement)}</h3>
<p class="soft">${level}, ${basis} &middot; ${escaped(operations)} &middot; ${escaped(clause)}</p>
${waiver}${note ? `<p>${escaped(note)}</p>` : ''}
${cases.map(caseDetails).join('\n')}
</article>`;
}

function caseDetails(one: CaseReport): string {
  const list = detailsOf(one).map(([name, text]) => `<dt>${name}</dt><dd><pre>${escaped(text)}</pre></dd>`);
  return `<h4>${escaped(one.title)}</h4><dl class="case">${list.join('')}</dl>${exchangeList(one)}`;
}

function comparisonSection({ comparison }: Report): string {
  if (!comparison) return '';
  const groups = comparisonGroups(comparison).map(([heading, changes]) => {
    const rows = changes.map(([rule, text]) => `<tr><td>${escaped(rule)}</td><td>${escaped(text)}</td></tr>`);
    return `<h3>${escaped(heading)}</h3><div class="scroll"><table>${rows.join('')}</table></div>`;
  });
  return `<section id="comparison"><h2>Compared with the baseline</h2>${groups.join('\n') || '<p>No rule fared differently.</p>'}</section>`;
}

/** Rules that were not judged, put together by a reason that they share. */
function reasonSection(report: Report, outcome: 'blocked' | 'outOfScope', heading: string): string {
  const items = [...byReason(report.rules, outcome)].map(
    ([reason, rules]) =>
      `<article class="${outcome}"><p>${escaped(reason)}</p><p>${rules.map(chip).join('')}</p></article>`,
  );
  return section(outcome, heading, report.summary[outcome], items);
}

function waiverSection({ waivers }: Report): string {
  if (waivers.length === 0) return '';
  const items = waivers.map((waiver) => {
    const { rule, owner, until, reason } = waiver;
    const cells = [rule, stateText(waiver), until, owner, reason].map((text) => `<td>${escaped(text)}</td>`);
    return `<tr class="${isInOrder(waiver) ? '' : 'fail'}">${cells.join('')}</tr>`;
  });
  return `<section id="waivers"><h2>Waivers</h2><div class="scroll"><table>
<thead><tr><th>rule</th><th>state</th><th>until</th><th>owner</th><th>reason</th></tr></thead>
<tbody>${items.join('')}</tbody></table></div></section>`;
}

function everything({ rules }: Report): string {
  const rows = rules.map((rule) => {
    const { id, outcome, statement, level, basis, note, cases } = rule;
    return `<tr id="all-${escaped(id)}"><td>${chip(rule)}</td><td class="${outcome}">${word(outcome)}</td>
<td>${withCode(statement)}${note ? `<br><small>${escaped(note)}</small>` : ''}</td><td>${level} ${basis}</td><td>${escaped(concernOf(id))}</td><td class="figure">${cases.length}</td></tr>`;
  });
  return `<section><h2>All rules <span class="soft">${rules.length}</span></h2>
<div class="scroll"><table class="all"><thead><tr><th>rule</th><th>outcome</th><th>statement</th><th>level, basis</th><th>concern</th><th class="figure">cases</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></section>`;
}
