import type { Deployment } from '../../spec/deployment/deployment.ts';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import { type Choice, choicesOf, loadRegister } from '../../spec/register.ts';
import type { Seen } from '../suite/run/seen.ts';
import type { Profile } from '../suite/target/profile.ts';
import { measuredChoices } from './measured.ts';
import { bodyOf, isSuccess, type Pair } from './pair.ts';
import { alike } from './signature.ts';
import type { Twin } from './twin.ts';

type Chosen = Partial<Record<keyof Choices, string | number>>;

/** What the exchanges show of the choices, and which choices they say nothing of. */
export interface FoundChoices {
  choices: Partial<Choices>;
  unseen: string[];
}

/**
 * Finds what a target chose: what can be read from its answers is; of the other choices, each word is tried, and the one is taken under
 * which our mock answers the cases about it as the target did. Where the words make no difference, nothing was seen.
 */
export async function findChoices(
  exchanges: readonly Seen[],
  {
    twin,
    profile,
    words,
    base,
  }: { twin: Twin; profile: Profile; words: ReadonlyMap<string, string>; base: Deployment },
): Promise<FoundChoices> {
  const found: Chosen = { ...wireNames(profile), ...measuredChoices(exchanges) };
  const unseen: string[] = [];
  for (const choice of choicesOf(loadRegister()).values()) {
    if (choice.name in found) continue;
    const word = choice.alternatives ? await tryWords(choice, exchanges, { twin, words, base, found }) : undefined;
    if (word === undefined) unseen.push(choice.name);
    else found[choice.name as keyof Choices] = word;
  }
  return { choices: found as Partial<Choices>, unseen };
}

async function tryWords(
  choice: Choice & { rule: string },
  exchanges: readonly Seen[],
  { twin, words, base, found }: { twin: Twin; words: ReadonlyMap<string, string>; base: Deployment; found: Chosen },
): Promise<string | undefined> {
  const about = casesAbout(choice.rule, exchanges);
  if (about.length === 0) return undefined;
  const scores: [word: string, score: number][] = [];
  for (const word of wordsOf(choice)) {
    const choices = { ...found, [choice.name]: word } as Partial<Choices>;
    const score = alike(await twin.repeat(about, { ...base, choices: atPartition(choices) }), words);
    scores.push([word, score]);
  }
  const best = Math.max(...scores.map(([, score]) => score));
  const winners = scores.filter(([, score]) => score === best).map(([word]) => word);
  if (winners.length === scores.length) return undefined;
  return winners.includes(String(choice.ours)) ? String(choice.ours) : winners[0];
}

/** Ours first, so that it is found where another word is as good. */
function wordsOf({ alternatives = {}, ours: own }: Choice): string[] {
  return Object.keys(alternatives).sort((one, other) => Number(other === own) - Number(one === own));
}

/** What is chosen for all partitions at the start can't be tried in one. */
export function atPartition({
  emailPath,
  trailingSlash,
  bodyLimit,
  wwwAuthenticate,
  ...others
}: Partial<Choices>): Partial<Choices> {
  return others;
}

/** The exchanges of the cases about a rule; about a rule of the mock alone, those about its concern. */
function casesAbout(rule: string, exchanges: readonly Seen[]): Seen[] {
  const own = exchanges.filter(({ rules }) => rules.includes(rule as never));
  const concern = rule.replace(/\d+$/, '');
  return own.length > 0 ? own : exchanges.filter(({ rules }) => rules.some((id) => id.startsWith(concern)));
}

/** What the profile says of names on the wire. */
function wireNames({ wire = {} }: Profile): Chosen {
  const { emailPath, idempotencyHeader, pageNumber, pageSize } = wire;
  return {
    emailPath: emailPath ?? ours.emailPath,
    keyHeader: idempotencyHeader ?? ours.keyHeader,
    pageNumberName: pageNumber ?? ours.pageNumberName,
    pageSizeName: pageSize ?? ours.pageSizeName,
  };
}

/** Which statuses of the target stand for ours: for each of theirs, the one that our mock says most often in its place. */
export function statusWords(pairs: readonly Pair[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const { seen, ours: own } of pairs) {
    if (!isSuccess(seen) || !isSuccess(own)) continue;
    const [theirs, word] = [bodyOf(seen), bodyOf(own)].map(
      (body) => (body?.data as { status?: string } | undefined)?.status,
    );
    if (theirs === undefined || word === undefined) continue;
    const of = counts.get(theirs) ?? new Map<string, number>();
    of.set(word, (of.get(word) ?? 0) + 1);
    counts.set(theirs, of);
  }
  return new Map(
    [...counts].map(([theirs, of]) => [theirs, [...of].sort(([, one], [, other]) => other - one)[0]?.[0] ?? theirs]),
  );
}
