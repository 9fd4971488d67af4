import { counted, seconds } from '../../spec/texts.ts';
import type { Outcome } from '../suite/outcome/outcome.ts';
import { isInOrder, type Report } from './report.ts';

/** Facts that belong into the headline: manual steps, and a target that stopped answering. */
export function urgentFacts({ learned = {} }: Report): string[] {
  const { notPutBack, stoppedAnsweringAt: at } = learned;
  const stopped = at && `The target stopped answering at ${at.slice(11, 19)} UTC, and the run ended there.`;
  return [notPutBack, stopped].filter((line) => line !== undefined);
}

/** Facts below the headline, a line each. */
export function factLines({ learned = {}, took = {} }: Report): string[] {
  const { clockAheadMs, dateAheadMs, requestsPerSecond: rate = 0, disturbances, putBack, recorded } = learned;
  const { mailMs, readMs } = took;
  const difference = (ms: number) => `${Math.round(Math.abs(ms) / 1000)} s ${ms > 0 ? 'ahead of' : 'behind'}`;
  const lines = [
    recorded,
    putBack,
    clockAheadMs && `The target's clock is ${difference(clockAheadMs)} this machine's.`,
    dateAheadMs &&
      `The \`Date\` of the answers, which a gateway may write, is ${difference(dateAheadMs)} the service's own times: these count.`,
    rate && `The target limits the rate: it bore about ${rate.toFixed(rate < 2 ? 1 : 0)} requests a second.`,
    disturbances && `Broken on the way or answered by a gateway, and so not judged: ${disturbances} of the exchanges.`,
    mailMs && `Mail took up to ${seconds(mailMs)}.`,
    readMs && `What was written was read up to ${seconds(readMs)} later.`,
  ];
  return lines.filter((line) => typeof line === 'string');
}

/** The headline: urgent facts, and the verdict with how much was judged, the warnings and the waived rules. */
export function headline(report: Report): string {
  const of = (outcome: Outcome, isWaived: boolean) =>
    report.rules.filter((rule) => rule.outcome === outcome && (rule.waived !== undefined) === isWaived);
  const warnings = of('warn', false).length;
  const waived = (['fail', 'warn'] as const).flatMap((outcome) => {
    const ids = of(outcome, true).map(({ id }) => id);
    const noun = outcome === 'fail' ? 'failure' : 'warning';
    return ids.length > 0 ? [`${counted(ids.length, noun)} waived (${listed(ids)})`] : [];
  });
  const further = [...(warnings > 0 ? [`with ${counted(warnings, 'warning')}`] : []), ...waived];
  const verdict = verdictOf(report, of('fail', false).length, of('fail', true).length > 0);
  const sentence = report.verdict === 'interrupted' ? verdict : [verdict, ...further].join(', ');
  return [...urgentFacts(report), `${sentence}.`].join(' ');
}

function verdictOf(report: Report, broken: number, isWaived: boolean): string {
  const { verdict, target, waivers, scope, summary, coverage, comparison } = report;
  const [{ name }, { judged, of }] = [target, coverage];
  const unwaived = isWaived ? ' that is not waived' : '';
  switch (verdict) {
    case 'conformant':
      return `${name} conforms${scope ? ' within its scope' : ''}: ${judged} of ${of} rules judged`;
    case 'partial':
      if (judged === 0) return 'None of the rules chosen was judged';
      return `${name} breaks no rule${unwaived}: ${counted(judged, 'rule')} judged here`;
    case 'worse': {
      const { worse = [], vanished = [] } = comparison ?? {};
      const lower = worse.length > 0 ? `worse than in the baseline: ${named(worse)}` : 'no worse than in the baseline';
      return `${name} is ${lower}${vanished.length > 0 ? `; no longer in the suite: ${named(vanished)}` : ''}`;
    }
    case 'nonConformant':
      return broken > 0
        ? `${name} does not conform: ${counted(broken, 'rule is', 'rules are')} broken`
        : `${name} has waivers that should be removed: ${named(waivers.filter((waiver) => !isInOrder(waiver)))}`;
    case 'incomplete': {
      const share = `${judged} of ${of - summary.outOfScope}${scope ? ' in its scope' : ''}`;
      return `${name} broke no rule${unwaived}, but not every rule that it must keep could be judged: ${share}`;
    }
    case 'interrupted':
      return 'The run was interrupted; what is shown is what it had found by then';
  }
}

const named = (of: readonly { rule: string }[]) =>
  `${counted(of.length, 'rule')} (${listed(of.map(({ rule }) => rule))})`;

const listed = (ids: readonly string[]) =>
  ids.length > 6 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ');
