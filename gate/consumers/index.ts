import type { Entry } from 'har-format';
import { type AnswerDifference, differences } from './differences.ts';
import { readRecordings } from './recordings.ts';
import { type Answer, type EditionFiles, loadEdition, replay } from './replay.ts';

/** A recorded call that the revision answers otherwise. */
export interface ConsumerFinding extends AnswerDifference {
  consumer: string;
  /** Recording and number of the call in it, from 1: `shop/checkout.har#3`. */
  call: string;
  /** Method and path of the call. */
  request: string;
}

/** What the replay of all recordings showed. */
interface ConsumerReport {
  consumers: number;
  calls: number;
  /** Calls that were left out, because the journal had cut their bodies. */
  cut: string[];
  findings: ConsumerFinding[];
}

/**
 * Replays the recorded traffic of consumers against two editions of contract and fixtures, both on today's code, and says
 * whose calls are answered otherwise. Throws an InputError or a ContractError when a recording or an edition is broken.
 */
export async function checkConsumers(
  directory: string,
  base: EditionFiles,
  revision: EditionFiles,
): Promise<ConsumerReport> {
  const recordings = readRecordings(directory);
  const consumers = new Set(recordings.map(({ consumer }) => consumer)).size;
  const report: ConsumerReport = { consumers, calls: 0, cut: [], findings: [] };
  if (recordings.length === 0) return report;
  const [before, after] = [loadEdition(base), loadEdition(revision)];
  for (const { consumer, name, calls } of recordings) {
    const cut = calls.filter(({ request }) => request.postData?.comment);
    const whole = calls.filter((call) => !cut.includes(call));
    const [was, is] = await Promise.all([replay(before, whole), replay(after, whole)]);
    report.calls += whole.length;
    report.cut.push(...cut.map((call) => nameOf(name, calls, call)));
    for (const [index, call] of whole.entries()) {
      const about = { consumer, call: nameOf(name, calls, call), request: outlineOf(call) };
      const found = differences(was[index] as Answer, is[index] as Answer);
      report.findings.push(...found.map((one) => ({ ...about, ...one })));
    }
  }
  return report;
}

function nameOf(recording: string, calls: readonly Entry[], call: Entry): string {
  return `${recording}#${calls.indexOf(call) + 1}`;
}

function outlineOf({ request }: Entry): string {
  return `${request.method} ${new URL(request.url).pathname}`;
}
