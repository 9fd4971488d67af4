import { type Place, placeText } from '../../spec/locator.ts';
import { counted, seconds } from '../../spec/texts.ts';
import type { Finding } from '../finding.ts';
import { conclusion, detailsOf, entryFor, type GateReport, labelOf, openChanges } from './report.ts';

/** The workflow finds the comment of an earlier run by this. */
const commentMark = '<!-- contract-gate -->';

/** GitHub takes 65,536 characters in a comment. */
const limit = 60_000;

/** The most findings of a step in the comment, without the changes of the contract. */
const shown = 10;

const marks = { passed: '✅', failed: '❌', unchanged: '➖', skipped: '➖' } as const;

const headings = [
  ['breaking', 'Breaking'],
  ['acknowledged', 'Breaking, acknowledged'],
  ['soft', 'Soft: no request is refused, but clients may notice'],
] as const;

/** The address of a place on the host that runs the gate; none elsewhere. */
type LinkTo = (place: Place) => string | undefined;

/** The comment on a pull request: the verdict, the steps, the findings, and the entries that would acknowledge them. */
export function markdownReport(report: GateReport, linkTo: LinkTo): string {
  const { base, revision, requiredVersion, outcome, steps } = report;
  const isSame = base.version === revision.version;
  const rises = isSame ? `stays ${revision.version}` : `goes from ${base.version} to ${revision.version}`;
  const versions = requiredVersion && ` \`info.version\` ${rises}; the changes require at least ${requiredVersion}.`;
  const open = openChanges(steps).map(entryFor).join('\n');
  const howToGoOn = [
    '<details><summary>If a breaking change is wanted</summary>',
    '',
    'Add it to `changes` in `spec/accepted-changes.yaml` with a reason and an owner, and raise `info.version`:',
    '',
    fenced('yaml', open),
    '</details>',
  ];
  const blocks = [
    `${commentMark}\n### ${marks[outcome]} ${conclusion(report)}`,
    `Compared with ${code(base.name)}, ${base.reason}.${versions ?? ''}`,
    stepTable(report),
    ...findingBlocks(report, linkTo),
    ...(open ? [howToGoOn.join('\n')] : []),
  ];
  return cut(blocks, report);
}

function stepTable({ steps }: GateReport): string {
  const rows = steps.map(({ name, outcome, summary, durationMs }) => {
    return `| ${marks[outcome]} | ${name} | ${text(summary)} | ${seconds(durationMs)} |`;
  });
  return ['| | step | | time |', '|---|---|---|---:|', ...rows].join('\n');
}

/** The changes of the contract by their weight, then the findings of each other step. */
function findingBlocks({ steps }: GateReport, linkTo: LinkTo): string[] {
  const changes = steps.flatMap(({ findings }) => findings.filter(({ change }) => change));
  const groups = headings.map(
    ([label, title]) => [title, changes.filter((change) => labelOf(change) === label)] as const,
  );
  const blocks = groups.flatMap(([title, group]) =>
    group.length > 0 ? [`#### ${title}`, ...group.map((finding) => item(finding, linkTo))] : [],
  );
  const safe = changes.filter((finding) => labelOf(finding) === 'safe');
  const list = safe.map(({ message, place }) => `- ${text(message)} (${placeLink(place, linkTo)})`).join('\n');
  const folded = `<details><summary>${counted(safe.length, 'safe change')}</summary>\n\n${list}\n</details>`;
  const others = steps.flatMap(({ name, findings }) => {
    const grave = findings.filter(({ change, severity }) => !change && severity !== 'note');
    const items = grave.slice(0, shown).map((finding) => item(finding, linkTo));
    if (grave.length > shown) items.push(`- and ${grave.length - shown} more, in the output of the job`);
    return grave.length > 0 ? [`#### ${name}`, items.join('\n')] : [];
  });
  return [...blocks, ...(safe.length > 0 ? [folded] : []), ...others];
}

function item(finding: Finding, linkTo: LinkTo): string {
  const { severity, rule, message, place, change } = finding;
  const mark = { error: '❌', warning: '⚠️', note: '➖' }[severity];
  const lines = [
    `- ${mark} **${text(message)}** (${code(rule)}, ${placeLink(place, linkTo)})`,
    ...detailsOf(finding).map((detail) => `  ${text(detail)}`),
  ];
  const example =
    change?.example && `\n\n${fenced('json', JSON.stringify(change.example, null, 2)).replaceAll(/^/gm, '  ')}`;
  return lines.join('  \n') + (example ?? '');
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

/** A fence that is longer than any fence in the text. */
function fenced(language: string, content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, content, fence].join('\n');
}

/** Escapes text of a contract outside code: it makes no markup, mentions no user and ends no table. */
function text(content: string): string {
  const parts = content.replaceAll(/\s*\n\s*/g, ' ').split(/(`[^`|]+`)/);
  const escaped = (part: string) => part.replaceAll(/[\\`*_{}[\]<>#|~]/g, '\\$&').replaceAll('@', '@\u200b');
  return parts.map((part, index) => (index % 2 === 1 ? part : escaped(part))).join('');
}

function code(content: string): string {
  const flat = content.replaceAll(/\s+/g, ' ');
  return flat.includes('`') ? `\`\` ${flat} \`\`` : `\`${flat}\``;
}

/** Links to the places of the revision on GitHub or GitLab. */
export function linksOf(environment: NodeJS.ProcessEnv = process.env): LinkTo {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA, CI_PROJECT_URL, CI_COMMIT_SHA } = environment;
  const path = ({ file, line }: Place) => `${file.split('/').map(encodeURIComponent).join('/')}#L${line}`;
  if (GITHUB_SERVER_URL && GITHUB_REPOSITORY && GITHUB_SHA) {
    return (place) => `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/${GITHUB_SHA}/${path(place)}`;
  }
  if (CI_PROJECT_URL && CI_COMMIT_SHA) return (place) => `${CI_PROJECT_URL}/-/blob/${CI_COMMIT_SHA}/${path(place)}`;
  return () => undefined;
}
