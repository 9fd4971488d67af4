import type { Learned } from '../suite/run/learned.ts';
import type { Report } from './report.ts';

/** What a run learned beside the verdicts, a line each; what is most urgent stands first, and belongs into the headline. */
export function learnedLines({ learned = {} }: Pick<Report, 'learned'>): { headline: string[]; others: string[] } {
  const { clockAheadMs, requestsPerSecond, disturbances, stoppedAnsweringAt, notPutBack } = learned;
  const headline: string[] = [];
  const others: string[] = [];
  if (notPutBack !== undefined) headline.push(notPutBack);
  if (stoppedAnsweringAt !== undefined) {
    headline.push(`The target stopped answering at ${stoppedAnsweringAt.slice(11, 19)} UTC, and the run ended there.`);
  }
  if (clockAheadMs !== undefined) {
    const seconds = Math.round(Math.abs(clockAheadMs) / 1000);
    others.push(`The target's clock is ${seconds} s ${clockAheadMs > 0 ? 'ahead of' : 'behind'} this machine's.`);
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

/** What the shards of a run have learned, as one: the highest rate that was borne, the first silence, all that is to be done by hand. */
export function learnedTogether(shards: readonly Learned[]): Learned {
  const all = <Name extends keyof Learned>(name: Name) =>
    shards.flatMap(({ [name]: value }) => (value === undefined ? [] : [value as NonNullable<Learned[Name]>]));
  const [clockAheadMs] = all('clockAheadMs');
  const [stoppedAnsweringAt] = all('stoppedAnsweringAt').sort();
  const [rates, disturbances, notPutBack] = [all('requestsPerSecond'), all('disturbances'), all('notPutBack')];
  return {
    ...(clockAheadMs !== undefined && { clockAheadMs }),
    ...(rates.length > 0 && { requestsPerSecond: Math.max(...rates) }),
    ...(disturbances.length > 0 && { disturbances: disturbances.reduce((sum, one) => sum + one) }),
    ...(stoppedAnsweringAt !== undefined && { stoppedAnsweringAt }),
    ...(notPutBack.length > 0 && { notPutBack: [...new Set(notPutBack)].join(' ') }),
  };
}
