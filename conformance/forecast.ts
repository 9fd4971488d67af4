import { counted } from '../spec/texts.ts';
import { loadCases } from './cases.ts';
import { type DeclaredCase, needsOf } from './suite/run/run-case.ts';
import { isSelected, leftOut, type Selection } from './suite/run/selection.ts';
import { missingNeeds, outsideScope } from './suite/target/needs.ts';
import { readProfile } from './suite/target/profile.ts';
import { resolveTarget, type Target } from './suite/target/target.ts';

/** What a case sends, as measured at a conforming deployment: 340 cases written by hand 2,900 requests, 16 derived ones 730. */
const requestsOf = ({ options }: DeclaredCase) => (options.derived ? 46 : 9);

/** What a run against a target will take of requests, of time and of phone numbers, a sentence each. */
export async function forecast(target: Target, selection: Selection): Promise<string[]> {
  const left = leftOut(selection);
  const isChosen = ({ rules, options }: DeclaredCase) =>
    rules.some((one) => isSelected(one, selection)) && !left.some((mark) => options[mark]);
  const isAsked = (one: DeclaredCase) =>
    outsideScope(needsOf(one), target) === undefined && missingNeeds(needsOf(one), target).length === 0;
  const cases = (await loadCases()).filter((one) => isChosen(one) && isAsked(one));
  if (cases.length === 0) return [];
  const requests = sum(cases.map(requestsOf));
  return [requestsLine(requests, target.limits.requestsPerSecond), ...numbersLines(cases, target)];
}

/** The same for the target of a profile, which is not asked anything. */
export function forecastFor(profileFile: string, selection: Selection): Promise<string[]> {
  return forecast(resolveTarget(readProfile(profileFile), { isMock: false, clockOffsetMs: 0 }), selection);
}

function requestsLine(requests: number, perSecond: number | undefined): string {
  const size = 10 ** Math.floor(Math.log10(requests));
  const about = (Math.round((requests / size) * 10) * size) / 10;
  const seconds = perSecond && Math.ceil(requests / perSecond);
  const time = !seconds ? '' : seconds < 90 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
  return `A run sends about ${about.toLocaleString('en')} requests${time && `: at ${perSecond} a second it takes at least ${time}`}.`;
}

function numbersLines(cases: readonly DeclaredCase[], { phoneNumbers: { length: named } }: Target): string[] {
  const thresholds = cases.map(({ options }) => options.numbersNamed ?? 0);
  const taken = sum(cases.map(({ options }, index) => (named < (thresholds[index] ?? 0) ? 0 : (options.numbers ?? 0))));
  if (taken === 0) return [];
  const runs = Math.floor(named / taken);
  const enough =
    runs === 0
      ? `${taken - named} too few`
      : `enough for ${runs === 1 ? 'one run' : `${runs} runs at most`} in that time`;
  const wanting = thresholds.filter((threshold) => threshold > named);
  const more = wanting.length === 0 ? '' : ` What needs ${Math.max(...wanting)} of them is not judged.`;
  return [
    `It takes ${counted(taken, 'phone number')} and holds ${taken === 1 ? 'it' : 'them'} for half an hour; the profile names ${named}, ${enough}.${more}`,
  ];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
