import { type Place, placeText } from '../../spec/locator.ts';
import { counted, seconds } from '../../spec/texts.ts';
import type { JudgedChange } from '../changes.ts';
import type { Finding } from '../finding.ts';
import { changesOf, conclusion, entryFor, type GateReport, openChanges, sideOf } from './report.ts';

/** A later run finds the comment of an earlier one by this. */
export const commentMark = '<!-- contract-gate -->';

/** GitHub takes 65,536 characters in a comment. */
const limit = 60_000;

/** The most findings of a step in the comment, without the changes of the contract. */
const shown = 10;

const marks = { passed: '✅', failed: '❌', unchanged: '➖', skipped: '➖' } as const;

/** Writes a place as a link, where the place can be looked at. */
export type LinkTo = (place: Place) => string | undefined;

/** The comment on a pull request: the verdict, what breaks and for whom, and how to go on. */
export function markdownReport(report: GateReport, linkTo: LinkTo): string {
  const blocks = [
    `${commentMark}\n### ${report.outcome === 'passed' ? marks.passed : marks.failed} ${conclusion(report)}`,
    `Compared with ${code(report.base.name)}, ${report.base.reason}. ${versions(report)}`,
    stepTable(report),
    ...changeBlocks(report, linkTo),
    ...otherBlocks(report, linkTo),
    howToGoOn(report),
  ];
  return cut(blocks.filter(Boolean), report);
}

function versions({ base, revision, requiredVersion }: GateReport): string {
  if (requiredVersion === undefined) return '';
  const rises =
    base.version === revision.version
      ? `stays ${revision.version}`
      : `goes from ${base.version} to ${revision.version}`;
  return `\`info.version\` ${rises}; the changes ask for ${requiredVersion} at least.`;
}

function stepTable({ steps }: GateReport): string {
  const rows = steps.map(({ name, outcome, summary, durationMs }) => {
    return `| ${marks[outcome]} | ${name} | ${text(summary)} | ${seconds(durationMs)} |`;
  });
  return ['| | step | | time |', '|---|---|---|---:|', ...rows].join('\n');
}

function changeBlocks({ steps }: GateReport, linkTo: LinkTo): string[] {
  const changes = changesOf(steps);
  const groups: [string, JudgedChange[]][] = [
    ['Breaking', changes.filter(({ level, accepted }) => level === 'breaking' && !accepted)],
    ['Breaking, acknowledged', changes.filter(({ accepted }) => accepted)],
    ['Soft: no request is refused, but clients may notice', changes.filter(({ level }) => level === 'soft')],
  ];
  const safe = changes.filter(({ level }) => level === 'safe');
  const blocks = groups
    .filter(([, group]) => group.length > 0)
    .flatMap(([title, group]) => [`#### ${title}`, ...group.map((change) => changeBlock(change, linkTo))]);
  if (safe.length === 0) return blocks;
  const list = safe.map(({ message, place }) => `- ${text(message)} (${placeLink(place, linkTo)})`).join('\n');
  return [...blocks, `<details><summary>${counted(safe.length, 'safe change')}</summary>\n\n${list}\n</details>`];
}

function changeBlock(change: JudgedChange, linkTo: LinkTo): string {
  const { level, message, rule, name, place, example, accepted, landed } = change;
  const where = sideOf(change);
  const lines = [
    `- **${text(message)}**`,
    `  ${code(rule)}${where && `, ${text(where)}`}, ${placeLink(place, linkTo)}  `,
    `  ${code(name)}`,
  ];
  if (accepted) lines.push('', `  Acknowledged by ${text(accepted.owner)}: ${text(accepted.reason)}`);
  if (landed)
    lines.push(
      '',
      '  An entry in `spec/accepted-changes.yaml` acknowledged an earlier change of this place; renew it.',
    );
  if (example !== undefined)
    lines.push('', ...fenced('json', JSON.stringify(example, null, 2)).map((line) => `  ${line}`));
  else if (level === 'breaking') lines.push('', '  No example could be made.');
  return lines.join('\n');
}

/** Findings that are about no change of the contract: the first of each step, as a missing rule is missed in many places. */
function otherBlocks({ steps }: GateReport, linkTo: LinkTo): string[] {
  return steps.flatMap(({ name, findings }) => {
    const others = findings.filter(({ change, severity }) => !change && severity !== 'note');
    if (others.length === 0) return [];
    const items = others.slice(0, shown).map((finding) => otherItem(finding, linkTo));
    if (others.length > shown) items.push(`- and ${others.length - shown} more, in the output of the job`);
    return [`#### ${name}`, items.join('\n')];
  });
}

function otherItem({ severity, rule, message, place, details = [] }: Finding, linkTo: LinkTo): string {
  const more = details.map((detail) => `\n  ${text(detail)}  `).join('');
  return `- ${severity === 'error' ? '❌' : '⚠️'} ${text(message)} (${code(rule)}, ${placeLink(place, linkTo)})${more}`;
}

function howToGoOn({ steps }: GateReport): string {
  const open = openChanges(steps);
  if (open.length === 0) return '';
  return [
    '<details><summary>If a breaking change is wanted</summary>',
    '',
    'Add it to `changes` in `spec/accepted-changes.yaml`, say why and who answers for it, and raise `info.version`:',
    '',
    ...fenced('yaml', open.map(entryFor).join('\n')),
    '</details>',
  ].join('\n');
}

/** Leaves out the blocks that would make the comment too long for its host. */
function cut(blocks: readonly string[], { steps }: GateReport): string {
  const fits = blocks.findIndex((_, index) => blocks.slice(0, index + 1).join('\n\n').length > limit);
  if (fits < 0) return `${blocks.join('\n\n')}\n`;
  const all = steps.reduce((sum, { findings }) => sum + findings.length, 0);
  const rest = `_The rest does not fit here; all ${all} findings are in the job's output and reports._`;
  return `${[...blocks.slice(0, fits), rest].join('\n\n')}\n`;
}

function placeLink(place: Place, linkTo: LinkTo): string {
  const link = linkTo(place);
  return link ? `[${text(`${place.file}:${place.line}`)}](${link})` : code(placeText(place));
}

/** A fence that is longer than any in the text. */
function fenced(language: string, content: string): string[] {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, ...content.split('\n'), fence];
}

/** Text of a contract is shown as it is, code apart: it makes no markup, mentions nobody and ends no table. */
function text(content: string): string {
  const parts = content.replaceAll(/\s*\n\s*/g, ' ').split(/(`[^`|]+`)/);
  const escaped = (part: string) => part.replaceAll(/[\\`*_{}[\]<>#|~]/g, '\\$&').replaceAll('@', '@\u200b');
  return parts.map((part, index) => (index % 2 === 1 ? part : escaped(part))).join('');
}

function code(content: string): string {
  const flat = content.replaceAll(/\s+/g, ' ');
  return flat.includes('`') ? `\`\` ${flat} \`\`` : `\`${flat}\``;
}

/** Links to the places of the revision on the host that runs the gate; none elsewhere. */
export function linksOf(environment: NodeJS.ProcessEnv = process.env): LinkTo {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA, CI_PROJECT_URL, CI_COMMIT_SHA } = environment;
  const path = ({ file, line }: Place) => `${file.split('/').map(encodeURIComponent).join('/')}#L${line}`;
  if (GITHUB_SERVER_URL && GITHUB_REPOSITORY && GITHUB_SHA) {
    return (place) => `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/${GITHUB_SHA}/${path(place)}`;
  }
  if (CI_PROJECT_URL && CI_COMMIT_SHA) return (place) => `${CI_PROJECT_URL}/-/blob/${CI_COMMIT_SHA}/${path(place)}`;
  return () => undefined;
}
