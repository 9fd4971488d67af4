import { compareDeployments, differenceText } from '../../spec/deployment/compare.ts';
import type { Deployment } from '../../spec/deployment/deployment.ts';
import { parseDeployment } from '../../spec/deployment/read.ts';
import { type ContractDocument, readText } from '../../spec/document.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { Locator, placeText } from '../../spec/locator.ts';
import type { NotedExchange } from '../suite/run/noted-exchanges.ts';
import type { Profile } from '../suite/target/profile.ts';
import { Counterpart } from './asked/counterpart.ts';
import { type Fidelity, fidelityOf } from './asked/likeness.ts';
import { asOurs } from './asked/pair.ts';
import { Changes } from './changes.ts';

/** What a run saw, and of what. */
interface Seen {
  exchanges: readonly NotedExchange[];
  profile: Profile;
  document: ContractDocument;
  /** Whether the run judged a rule. */
  isJudged: (rule: RuleId | undefined) => boolean;
}

/** What is no longer as a file says, in lines with their places, how much our mock answers alike under that file, and what it says. */
export async function findDrift(
  file: string,
  now: Deployment,
  { exchanges, profile, document, isJudged }: Seen,
  start: (target: Profile, deployment: string) => Promise<Counterpart> = Counterpart.start,
): Promise<{ drift: string[]; fidelity: Fidelity; under: Deployment }> {
  const text = readText(file);
  const locator = new Locator(file, text);
  const then = parseDeployment(text, file, document);
  const mock = await start(profile, file);
  try {
    const pairs = await mock.repeat(exchanges.map(asOurs), undefined, then);
    const shown = await Changes.seen(pairs, now, { mock, document, then });
    const drift: string[] = [];
    for (const one of compareDeployments(then, now, document)) {
      // A run of some rules sees less of an entry than one that judges its own rule: what it saw may be no drift.
      if (isJudged(one.rule) && (await shown.show(one)))
        drift.push(`${placeText(locator.at(one.pointer))}: ${differenceText(one)}`);
    }
    return { drift, fidelity: fidelityOf(pairs), under: then };
  } finally {
    await mock.stop();
  }
}
