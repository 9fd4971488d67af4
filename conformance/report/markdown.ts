import { counted } from '../../spec/texts.ts';
import { word } from '../suite/outcome/outcome.ts';
import { comparisonGroups } from './compare.ts';
import type { Report, RuleReport } from './report.ts';
import { countsIn, factLines, headline, operationName, shortReason, wrongWaivers } from './text.ts';

/** So many rules are shown of each outcome. */
const most = 20;

/** The summary of a CI job: headline, facts, waivers that fail the run, changes since the baseline, findings and coverage. */
export function markdownReport(report: Report): string {
  const { rules, comparison, coverage, summary } = report;
  const groups = comparison ? comparisonGroups(comparison) : [];
  const judged = Object.entries(coverage.byOperation).map(
    ([name, part]) => `| ${operationName(name)} | ${part.judged} of ${part.of} |`,
  );
  const counts = countsIn(summary).map(([, text]) => text);
  const blocks = [
    `## ${plain(headline(report))}`,
    ...factLines(report).map(plain),
    list('### Waivers', wrongWaivers(report).map(plain)),
    comparison ? '### Compared with the baseline' : '',
    comparison && groups.length === 0 ? 'No rule fared differently.' : '',
    ...groups.map(([heading, changes]) =>
      list(
        `**${heading}**`,
        changes.map(([rule, text]) => `${plain(rule)}: ${plain(text)}`),
      ),
    ),
    ...(['fail', 'warn', 'error', 'inconclusive', 'blocked'] as const).map((outcome) =>
      list(`### ${word(outcome)}`, rules.filter((rule) => rule.outcome === outcome).map(item)),
    ),
    `### ${counted(rules.length, 'rule')}: ${counts.join(', ')}`,
    ['| operation | judged |', '|---|---|', ...judged].join('\n'),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function item(rule: RuleReport): string {
  const reason = shortReason(rule);
  return `**${rule.id}**${rule.waived ? ' (waived)' : ''} ${plain(rule.statement)}${reason ? `<br>${plain(reason)}` : ''}`;
}

/** The first items under a heading with their count; nothing where there are none. */
function list(heading: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  const more = items.length > most ? [`and ${items.length - most} more`] : [];
  return `${heading} (${items.length})\n\n${[...items.slice(0, most), ...more].map((one) => `- ${one}`).join('\n')}`;
}

/** Text on one line, without effect as Markdown or HTML. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|#~!@]/g, (character) => `&#${character.charCodeAt(0)};`);
}
