import { counted } from '../../spec/texts.ts';
import { countsText, judgedIn, outlineOf } from './outline.ts';
import { factLines, headline, type Report } from './report.ts';

/** The number of shown items of each section. */
const most = 20;

/** The summary of a CI job: headline, facts, changes since the baseline, waivers, findings and coverage. */
export function markdownReport(report: Report): string {
  const { rules, summary } = report;
  const sections = outlineOf(report).filter(({ outcome }) => outcome !== 'outOfScope');
  const ofRun = sections.filter(({ outcome }) => outcome === undefined).toReversed();
  const blocks = [
    `## ${plain(headline(report))}`,
    ...factLines(report).map(plain),
    ...[...ofRun, ...sections.filter(({ outcome }) => outcome)].map(({ heading, items }) => {
      const lines = items
        .slice(0, most)
        .map(({ title, reason }) => `- ${plain(title)}${reason ? `<br>${plain(reason)}` : ''}`);
      const more = items.length > most ? [`- and ${items.length - most} more`] : [];
      return `### ${heading} (${items.length})\n\n${[...lines, ...more].join('\n')}`;
    }),
    `### ${counted(rules.length, 'rule')}: ${countsText(summary)}`,
    ['| operation | judged |', '|---|---|', ...judgedIn(report).map(([name, of]) => `| ${name} | ${of} |`)].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Text on one line, without effect as Markdown or HTML. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|#~!@]/g, (character) => `&#${character.charCodeAt(0)};`);
}
