import { loadCases } from './cases.ts';
import { needsOf } from './suite/run/run-case.ts';
import { isSelected, type Selection } from './suite/run/selection.ts';
import { missingNeeds } from './suite/target/needs.ts';
import { readProfile } from './suite/target/profile.ts';
import { resolveTarget } from './suite/target/target.ts';

/** What a run against the target of a profile will take of its phone numbers, in one line; nothing when it takes none. */
export async function forecastNumbers(profileFile: string, selection: Selection): Promise<string> {
  const target = resolveTarget(readProfile(profileFile), { isMock: false, clockOffsetMs: 0 });
  const counts = (await loadCases())
    .filter(
      ({ rules, options }) => rules.some((one) => isSelected(one, selection)) && !(selection.quick && options.thorough),
    )
    .filter((one) => missingNeeds(needsOf(one), target).length === 0)
    .map(({ options }) => options.numbers ?? 0);
  const taken = counts.reduce((sum, count) => sum + count, 0);
  if (taken === 0) return '';
  const { length: named } = target.phoneNumbers;
  const runs = Math.floor(named / taken);
  const enough =
    runs === 0 ? `${taken - named} too few` : `enough for ${runs === 1 ? 'one run' : `${runs} runs`} in that time`;
  return `A run takes ${taken} phone numbers and holds them for half an hour; the profile names ${named}, ${enough}.`;
}
