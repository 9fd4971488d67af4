import { counted, seconds } from '../../spec/texts.ts';
import type { Finding } from '../finding.ts';
import { conclusion, entryFor, type GateReport, labelOf, openChanges, textOf } from './report.ts';

/** The workflow finds the comment of an earlier run by this. */
const commentMark = '<!-- contract-gate -->';

/** GitHub takes 65,536 characters in a comment. */
const limit = 60_000;

const marks = { passed: '✅', failed: '❌', unchanged: '➖', skipped: '➖' } as const;

const titles: Readonly<Record<string, string>> = {
  breaking: 'Breaking',
  acknowledged: 'Breaking, acknowledged',
  soft: 'Soft: no request is refused, but clients may notice',
  safe: 'Safe',
};

/** The comment on a pull request: the verdict, the steps, the findings, and the entries that would acknowledge them. */
export function markdownReport(report: GateReport): string {
  const { base, revision, requiredVersion, outcome, steps } = report;
  const isSame = base.version === revision.version;
  const rises = isSame ? `stays ${revision.version}` : `goes from ${base.version} to ${revision.version}`;
  const versions = requiredVersion && ` \`info.version\` ${rises}; the changes require at least ${requiredVersion}.`;
  const rows = steps.map(
    ({ name, outcome, summary, durationMs }) =>
      `| ${marks[outcome]} | ${name} | ${summary.replaceAll(/[|\n]/g, ' ')} | ${seconds(durationMs)} |`,
  );
  const entries = openChanges(steps).map(entryFor).join('\n');
  const advice =
    'Add it to `changes` in `spec/accepted-changes.yaml` with a reason and an owner, and raise `info.version`:';
  const howToAcknowledge = `<details><summary>If a breaking change is wanted</summary>\n\n${advice}\n\n${fenced('yaml', entries)}\n</details>`;
  const blocks = [
    `${commentMark}\n### ${marks[outcome]} ${conclusion(report)}`,
    `Compared with \`${base.name}\`, ${base.reason}.${versions ?? ''}`,
    ['| | step | | time |', '|---|---|---|---:|', ...rows].join('\n'),
    ...findingBlocks(report),
    ...(entries.length > 0 && entries.length < limit / 10 ? [howToAcknowledge] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** The comment when nothing could be judged. */
export function inputErrorComment(message: string): string {
  return `${commentMark}\n### ${marks.failed} The gate can't judge this change\n\n${fenced('text', message)}\n`;
}

/** The changes of the contract by their weight, and the findings of each other step, as literal text. */
function findingBlocks({ steps }: GateReport): string[] {
  const groups = new Map<string, Finding[]>();
  for (const { name, findings } of steps)
    for (const finding of findings) {
      const title = finding.change ? (titles[labelOf(finding)] ?? name) : name;
      groups.set(title, [...(groups.get(title) ?? []), finding]);
    }
  let room = limit * 0.8;
  return [...groups].map(([title, findings]) => {
    const texts = findings.map(textOf).filter((text) => {
      room -= text.length;
      return room > 0;
    });
    const left = findings.length - texts.length;
    if (left > 0) texts.push(`${counted(left, 'finding')} more: see the output of the job`);
    return `#### ${title}\n\n${fenced('text', texts.join('\n\n'))}`;
  });
}

/** A fence that is longer than any fence in the text. */
function fenced(language: string, content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, content, fence].join('\n');
}
