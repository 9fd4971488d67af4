import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { toProjectPath } from '../../spec/package.ts';
import { formatCount } from '../../spec/texts.ts';
import { consumerRule, matchEntries } from '../changes.ts';
import type { Context } from '../context.ts';
import { type Finding, makeEntryFinding, type Step, toResult } from '../finding.ts';
import { runTask } from './processes.ts';
import type { ConsumerFinding, ConsumerReport } from './replay.ts';

const recordings = 'tests/consumers';

/** Recorded calls against the mocks of both editions. Another process loads the mock. */
export const consumers: Step = async (context) => {
  const folder = toProjectPath(recordings);
  if (!existsSync(folder)) return toResult([], `there are no recordings in ${recordings}`);
  const directory = mkdtempSync(join(tmpdir(), 'gate-base-'));
  try {
    const base = layOutBase(context, directory);
    const revision = { contract: context.revision.path, fixtures: toProjectPath('fixtures') };
    const report = (await runTask('replay', folder, base, revision)) as ConsumerReport;
    const cut = report.cut.length > 0 ? `, ${report.cut.length} left out because their bodies were cut` : '';
    const summary = `${formatCount(report.calls, 'call')} of ${formatCount(report.consumers, 'consumer')}${cut}`;
    return toResult(judgeCalls(report.findings, context), summary);
  } finally {
    rmSync(directory, { recursive: true });
  }
};

/** Writes the contract and the fixtures of the base to files. A base that is a file has the fixtures of today. */
function layOutBase({ base, atBase }: Context, directory: string): { contract: string; fixtures: string } {
  const contract = join(directory, 'openapi.yaml');
  const fixtures = join(directory, 'fixtures');
  writeFileSync(contract, base.text);
  if (!atBase) cpSync(toProjectPath('fixtures'), fixtures, { recursive: true });
  for (const path of atBase?.list('fixtures') ?? []) {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, atBase?.read(path) ?? '');
  }
  return { contract, fixtures };
}

/** The differences of each consumer. One entry of `spec/accepted-changes.yaml` acknowledges all broken calls of a consumer. */
export function judgeCalls(
  found: readonly ConsumerFinding[],
  { accepted: entries }: Pick<Context, 'accepted'>,
): Finding[] {
  const broken = new Set(found.filter(({ level }) => level === 'breaking').map(({ consumer }) => consumer));
  const changes = [...broken].map((consumer) => ({ rule: consumerRule, name: `/consumers/${consumer}` }));
  const { acceptedBy, unmatched } = matchEntries(changes, entries);
  const acknowledged = new Set(changes.filter(acceptedBy).map(({ name }) => name));
  return [
    ...found.map(({ consumer, call, request, level, message }): Finding => {
      const ofBroken = acknowledged.has(`/consumers/${consumer}`) ? 'warning' : 'error';
      return {
        severity: level === 'breaking' ? ofBroken : level === 'soft' ? 'warning' : 'note',
        rule: consumerRule,
        message: `${consumer}: ${request}: ${message}`,
        place: { file: `${recordings}/${call.replace(/#\d+$/, '')}`, line: 1, column: 1 },
        details: [`call ${call}`],
      };
    }),
    ...unmatched
      .filter(({ rule }) => rule === consumerRule)
      .map((entry) =>
        makeEntryFinding(`no recorded call of ${entry.pointer} breaks; remove the entry or correct it`, entry),
      ),
  ];
}
