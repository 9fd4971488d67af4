import type { JudgedChange } from './changes.ts';

const open = '<!-- contract-gate: written by `npm run gate -- --changelog` -->';
const close = '<!-- /contract-gate -->';

const preface = `# Changes of the contract

What each version of \`spec/openapi.yaml\` means for its clients, newest first.
`;

/** What an entry is written from. */
export interface Entry {
  version: string;
  /** The day of the entry, as YYYY-MM-DD. */
  date: string;
  changes: readonly JudgedChange[];
}

/**
 * The text of a change log with the entry of a version. The entry of the same version is replaced, and what a person has
 * written around it stays.
 */
export function withEntry(text: string | undefined, entry: Entry): string {
  const log = text?.trim() ? text : preface;
  const heading = `## ${entry.version}`;
  const block = `${open}\n\n${sections(entry.changes)}\n\n${close}`;
  const sectionStart = headingAt(log, (line) => line === heading || line.startsWith(`${heading} `));
  if (sectionStart === undefined) {
    const first = headingAt(log, (line) => line.startsWith('## ')) ?? log.length;
    const before = log.slice(0, first).trimEnd();
    return `${[before, `${heading} (${entry.date})`, block, log.slice(first).trimEnd()].filter(Boolean).join('\n\n')}\n`;
  }
  const afterHeading = log.indexOf('\n', sectionStart) + 1 || log.length;
  const length = headingAt(log.slice(afterHeading), (line) => line.startsWith('## '));
  const sectionEnd = length === undefined ? log.length : afterHeading + length;
  const section = log.slice(afterHeading, sectionEnd);
  const [from, to] = [section.indexOf(open), section.indexOf(close)];
  const updated =
    from >= 0 && to > from
      ? section.slice(0, from) + block + section.slice(to + close.length)
      : `\n${block}\n\n${section.trimStart()}`;
  return log.slice(0, afterHeading) + updated + log.slice(sectionEnd);
}

function headingAt(text: string, wanted: (line: string) => boolean): number | undefined {
  let offset = 0;
  for (const line of text.split('\n')) {
    if (wanted(line.trimEnd())) return offset;
    offset += line.length + 1;
  }
  return undefined;
}

function sections(changes: readonly JudgedChange[]): string {
  const groups = [
    ['Breaking: clients have to change', 'breaking'],
    ['Changed: clients may notice', 'soft'],
    ['New or relaxed: clients need not change', 'safe'],
  ] as const;
  return groups
    .map(([title, level]) => [title, changes.filter((change) => change.level === level)] as const)
    .filter(([, group]) => group.length > 0)
    .map(([title, group]) => `### ${title}\n\n${[...new Set(group.map(item))].join('\n')}`)
    .join('\n\n');
}

function item({ operation, message, accepted }: JudgedChange): string {
  const about = operation ? `**${operation}**: ` : '';
  const why = accepted ? ` Why: ${accepted.reason}` : '';
  return `- ${about}${message}${why}`.replaceAll(/\s*\n\s*/g, ' ');
}
