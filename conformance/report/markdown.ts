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
        .map(({ title, reason, cases: [first] }) =>
          [`- ${withCode(title)}`, ...[reason, first?.curl].flatMap((text) => (text ? [code(text)] : []))].join('<br>'),
        );
      const more = items.length > most ? [`- and ${items.length - most} more`] : [];
      return `### ${heading} (${items.length})\n\n${[...lines, ...more].join('\n')}`;
    }),
    `### ${counted(rules.length, 'rule')}: ${countsText(summary)}`,
    ['| operation | judged |', '|---|---|', ...judgedIn(report).map(([name, of]) => `| ${name} | ${of} |`)].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** A text of the suite, whose words between backticks are code. */
function withCode(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? code(part) : plain(part)))
    .join('');
}

/** Text on one line as code, as it is: the fence is longer than any backticks in it. */
function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const gap = longest > 0 ? ' ' : '';
  return fence + gap + text.replaceAll(/\s+/g, ' ') + gap + fence;
}

/** Text on one line, without effect as Markdown or HTML. */
export function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|#~!@]/g, (character) => `&#${character.charCodeAt(0)};`);
}
