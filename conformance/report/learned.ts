import { seconds } from '../../spec/texts.ts';
import type { Report } from './report.ts';

/** Lines below the headline: facts that the run learned, and how long the target took. */
export function factLines(report: Pick<Report, 'learned' | 'took'>): string[] {
  const { mailMs, readMs } = report.took ?? {};
  return [
    ...learnedLines(report).others,
    ...(mailMs ? [`Mail took up to ${seconds(mailMs)}.`] : []),
    ...(readMs ? [`What was written was read up to ${seconds(readMs)} later.`] : []),
  ];
}

/** Facts that a run learned, a line each; the first is the most urgent one, for the headline. */
export function learnedLines({ learned = {} }: Pick<Report, 'learned'>): { headline: string[]; others: string[] } {
  const {
    clockAheadMs,
    dateAheadMs,
    requestsPerSecond,
    disturbances,
    stoppedAnsweringAt,
    notPutBack,
    putBack,
    recorded,
  } = learned;
  const headline: string[] = [];
  const others: string[] = [];
  if (notPutBack !== undefined) headline.push(notPutBack);
  if (stoppedAnsweringAt !== undefined) {
    headline.push(`The target stopped answering at ${stoppedAnsweringAt.slice(11, 19)} UTC, and the run ended there.`);
  }
  if (recorded !== undefined) others.push(recorded);
  if (putBack !== undefined) others.push(putBack);
  if (clockAheadMs !== undefined) {
    others.push(`The target's clock is ${difference(clockAheadMs)} this machine's.`);
  }
  if (dateAheadMs !== undefined) {
    const says = `is ${difference(dateAheadMs)} the service's own times`;
    others.push(`The \`Date\` of the answers, which a gateway may write, ${says}: these count.`);
  }
  if (requestsPerSecond !== undefined) {
    const rate = requestsPerSecond < 2 ? requestsPerSecond.toFixed(1) : Math.round(requestsPerSecond);
    others.push(`The target limits the rate: it bore about ${rate} requests a second.`);
  }
  if (disturbances !== undefined) {
    others.push(`Broken on the way or answered by somebody else, and so not judged: ${disturbances} of the exchanges.`);
  }
  return { headline, others };
}

function difference(ms: number): string {
  return `${Math.round(Math.abs(ms) / 1000)} s ${ms > 0 ? 'ahead of' : 'behind'}`;
}
