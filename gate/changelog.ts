import { existsSync, writeFileSync } from 'node:fs';
import gte from 'semver/functions/gte.js';
import valid from 'semver/functions/valid.js';
import { toProjectPath } from '../spec/package.ts';
import { readText } from '../spec/yaml.ts';
import type { JudgedChange } from './changes.ts';
import type { Context } from './context.ts';

const open = '<!-- contract-gate: written by `npm run gate -- --changelog` -->';
const close = '<!-- /contract-gate -->';

const preface = `# Changes of the contract

What each version of \`spec/openapi.yaml\` means for its clients, newest first.
`;

interface Entry {
  version: string;
  /** The day of the entry, as YYYY-MM-DD. */
  date: string;
  changes: readonly JudgedChange[];
}

/** Writes the entry of the version of the contract, or of the required version when that is higher. */
export async function writeChangelog(context: Context): Promise<string> {
  const { changes, requiredVersion } = await context.changes();
  if (changes.length === 0) return 'Nothing changes for clients, so there is no entry to write.';
  const file = toProjectPath('CHANGELOG.md');
  const { version: own } = context.revision;
  const version = valid(own) && gte(own, requiredVersion) ? own : requiredVersion;
  const text = existsSync(file) ? readText(file) : undefined;
  writeFileSync(file, insertEntry(text, { version, date: new Date().toISOString().slice(0, 10), changes }));
  return `CHANGELOG.md: the entry of ${version} is written`;
}

/**
 * The text of a change log with the entry of a version. The entry of the same version is replaced, and the text around
 * it stays.
 */
export function insertEntry(text: string | undefined, entry: Entry): string {
  const log = text?.trim() ? text : preface;
  const block = `${open}\n\n${formatGroups(entry.changes)}\n\n${close}`;
  const [before = '', ...sections] = log.split(/^(?=## )/m);
  const index = sections.findIndex((section) => section.match(/^## Contract (\S+)/)?.[1] === entry.version);
  const section = sections[index];
  if (section === undefined) {
    const heading = `## Contract ${entry.version} (${entry.date})`;
    const parts = [before.trimEnd(), heading, block, sections.join('').trimEnd()];
    return `${parts.filter(Boolean).join('\n\n')}\n`;
  }
  return [before, ...sections.with(index, replaceBlock(section, block))].join('');
}

function replaceBlock(section: string, block: string): string {
  const [from, to] = [section.indexOf(open), section.indexOf(close)];
  if (from >= 0 && to > from) return section.slice(0, from) + block + section.slice(to + close.length);
  const [heading, ...rest] = section.split('\n');
  return `${heading}\n\n${block}\n\n${rest.join('\n').trimStart()}`;
}

function formatGroups(changes: readonly JudgedChange[]): string {
  const groups = [
    ['Breaking: clients have to change', 'breaking'],
    ['Changed: clients may notice', 'soft'],
    ['New or relaxed: clients need not change', 'safe'],
  ] as const;
  return groups
    .map(([title, level]) => [title, changes.filter((change) => change.level === level)] as const)
    .filter(([, group]) => group.length > 0)
    .map(([title, group]) => `### ${title}\n\n${[...new Set(group.map(formatItem))].join('\n')}`)
    .join('\n\n');
}

function formatItem({ operation, message, accepted }: JudgedChange): string {
  const about = operation ? `**${operation}**: ` : '';
  const why = accepted ? ` Why: ${accepted.reason}` : '';
  return `- ${about}${message}${why}`.replaceAll(/\s*\n\s*/g, ' ');
}
