import { type Outcome, outcomes } from '../suite/outcome/outcome.ts';
import { comparisonGroups } from './compare.ts';
import { operationName } from './groups.ts';
import { word } from './html-parts.ts';
import { driftOf, type Report, type RuleReport } from './report.ts';
import { sentence } from './sentence.ts';

/** So many rules are shown of each outcome. */
const most = 20;

/** The report in short, for the summary of a CI job: the headline, what drifted, what differs from the baseline, what is wrong, and the coverage. */
export function markdownReport(report: Report): string {
  const blocks = [
    `## ${plain(sentence(report))}`,
    drifted(report),
    comparison(report),
    ...(['fail', 'warn', 'error', 'inconclusive', 'blocked'] as const).map((outcome) => rulesOf(report, outcome)),
    coverage(report),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function drifted(report: Report): string {
  const drift = driftOf(report);
  if (drift.length === 0) return '';
  const items = drift.slice(0, most).map((line) => `- ${plain(line)}`);
  return [`### Drift (${drift.length})`, '', ...items, ...rest(drift.length)].join('\n');
}

function comparison({ comparison: found }: Report): string {
  if (!found) return '';
  const groups = comparisonGroups(found).map(([heading, changes]) => {
    const items = changes.slice(0, most).map(([rule, text]) => `- ${plain(rule)}: ${plain(text)}`);
    return [`**${heading}** (${changes.length})`, '', ...items, ...rest(changes.length)].join('\n');
  });
  return ['### Compared with the baseline', ...(groups.length > 0 ? groups : ['No rule fared differently.'])].join(
    '\n\n',
  );
}

function rulesOf({ rules }: Report, outcome: Outcome): string {
  const found = rules.filter((rule) => rule.outcome === outcome);
  if (found.length === 0) return '';
  return [`### ${word(outcome)} (${found.length})`, '', ...found.slice(0, most).map(item), ...rest(found.length)].join(
    '\n',
  );
}

function item({ id, statement, outcome, waived, note, cases }: RuleReport): string {
  const telling = cases.find((one) => one.outcome === outcome);
  const said =
    telling?.expected === undefined ? (telling?.note ?? note) : `expected ${telling.expected}, got ${telling.actual}`;
  return `- **${id}**${waived ? ' (waived)' : ''} ${plain(statement)}${said ? `<br>${plain(said)}` : ''}`;
}

function rest(count: number): string[] {
  return count > most ? [`- and ${count - most} more`] : [];
}

function coverage({ rules, summary, coverage: { byOperation } }: Report): string {
  const rows = Object.entries(byOperation).map(
    ([name, { judged, of }]) => `| ${operationName(name)} | ${judged} of ${of} |`,
  );
  const counts = outcomes.flatMap((outcome) => (summary[outcome] > 0 ? [`${summary[outcome]} ${word(outcome)}`] : []));
  return [`### ${rules.length} rules: ${counts.join(', ')}`, '', '| operation | judged |', '|---|---|', ...rows].join(
    '\n',
  );
}

/** Text that is shown as it stands: on one line, and without what Markdown or HTML would make of it. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|#~!@]/g, (character) => `&#${character.charCodeAt(0)};`);
}
