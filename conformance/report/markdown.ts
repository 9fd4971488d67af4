import { counted } from '../../spec/texts.ts';
import { word } from '../suite/outcome/outcome.ts';
import { comparisonGroups } from './compare.ts';
import { countsIn, operationName } from './groups.ts';
import { factLines } from './learned.ts';
import { type Report, type RuleReport, saidOf } from './report.ts';
import { sentence } from './sentence.ts';
import { wrongWaivers } from './waivers.ts';

/** So many rules are shown of each outcome. */
const most = 20;

/**
 * The report in short, for the summary of a CI job: the headline, lessons of the run, waivers that fail it, differences from the
 * baseline, broken rules, and the coverage.
 */
export function markdownReport(report: Report): string {
  const blocks = [
    `## ${plain(sentence(report))}`,
    factLines(report).map(plain).join('\n\n'),
    list('### Waivers', wrongWaivers(report).map(plain)),
    comparison(report),
    ...(['fail', 'warn', 'error', 'inconclusive', 'blocked'] as const).map((outcome) =>
      list(`### ${word(outcome)}`, report.rules.filter((rule) => rule.outcome === outcome).map(item)),
    ),
    coverage(report),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function comparison({ comparison: found }: Report): string {
  if (!found) return '';
  const groups = comparisonGroups(found).map(([heading, changes]) => {
    const items = changes.map(([rule, text]) => `${plain(rule)}: ${plain(text)}`);
    return list(`**${heading}**`, items);
  });
  return ['### Compared with the baseline', ...(groups.length > 0 ? groups : ['No rule fared differently.'])].join(
    '\n\n',
  );
}

function item(rule: RuleReport): string {
  const { id, statement, waived } = rule;
  const said = saidOf(rule);
  return `**${id}**${waived ? ' (waived)' : ''} ${plain(statement)}${said ? `<br>${plain(said)}` : ''}`;
}

/** Items under a heading with their count, the first of them, and how many more there are; nothing where there are none. */
function list(heading: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  const more = items.length > most ? [`and ${items.length - most} more`] : [];
  const lines = [...items.slice(0, most), ...more].map((item) => `- ${item}`);
  return [`${heading} (${items.length})`, '', ...lines].join('\n');
}

function coverage({ rules, summary, coverage: { byOperation } }: Report): string {
  const rows = Object.entries(byOperation).map(
    ([name, { judged, of }]) => `| ${operationName(name)} | ${judged} of ${of} |`,
  );
  const counts = countsIn(summary).map(([, text]) => text);
  return [
    `### ${counted(rules.length, 'rule')}: ${counts.join(', ')}`,
    '',
    '| operation | judged |',
    '|---|---|',
    ...rows,
  ].join('\n');
}

/** Text that is shown as it stands: on one line, and without what Markdown or HTML would make of it. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|#~!@]/g, (character) => `&#${character.charCodeAt(0)};`);
}
