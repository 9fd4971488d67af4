import type { Deployment } from '../../../spec/deployment/deployment.ts';
import type { Choices } from '../../../spec/generated/choices.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { type Choice, choicesOf, loadRegister } from '../../../spec/register.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import type { Counterpart } from '../asked/counterpart.ts';
import { difference } from '../asked/likeness.ts';
import { bodyOf, isSuccess, type Pair } from '../asked/pair.ts';
import { alike } from '../asked/signature.ts';
import { Tallies } from '../asked/tally.ts';

/** What is known of choices. */
type Chosen = Partial<Record<keyof Choices, string | number>>;

/** What the exchanges show of the choices, and which choices they say nothing of. */
export interface FoundChoices {
  choices: Partial<Choices>;
  unseen: readonly (keyof Choices)[];
}

/** What is known before any word is tried. */
interface Known {
  mock: Counterpart;
  /** What was read from the answers and the profile. */
  known: Chosen;
  /** The choices of which nothing can be seen. */
  hidden: readonly string[];
  /** The statuses of the target that stand for ours. */
  words: ReadonlyMap<string, string>;
  base: Deployment;
}

/** Who is asked under each word of a choice, and what else is known of the target by then. */
interface Trial {
  mock: Counterpart;
  base: Deployment;
  /** How many of our answers are like the target's. */
  alike: (pairs: readonly Pair[]) => number;
}

/**
 * Finds what a target chose besides what is known: each word of a choice is tried, and the one is taken under which our mock accepts and
 * refuses as the target did in the cases about it. Where the words make no difference, nothing was seen.
 */
export function findChoices(exchanges: readonly NotedExchange[], about: Known): Promise<FoundChoices> {
  const unseen = [...choicesOf(loadRegister()).values()].map(({ name }) => name as keyof Choices);
  const nothing = { choices: about.known as Partial<Choices>, unseen };
  return tryWords(nothing, exchanges, about, (pairs) => alike(pairs, about.words));
}

/** The choices of which nothing can be seen at a target that breaks rules of the source. */
export function hiddenBy(broken: readonly RuleId[]): string[] {
  const all = [...choicesOf(loadRegister()).values()];
  return all.filter((choice) => choice.while?.some((rule) => broken.includes(rule))).map(({ name }) => name);
}

/**
 * Tries the words again once everything else is settled: so a choice is seen that shows in how something is told only, or that another
 * choice had covered. A refusal that is still told otherwise is nearer than a success.
 */
export function mendChoices(
  found: FoundChoices,
  exchanges: readonly NotedExchange[],
  about: Known,
): Promise<FoundChoices> {
  const isAlike = (pair: Pair) => difference(pair) === undefined;
  return tryWords(found, exchanges, about, (pairs) => alike(pairs, about.words) + pairs.filter(isAlike).length);
}

/** Decides one choice after the other by what was found of those before it. */
async function tryWords(
  { choices, unseen }: FoundChoices,
  exchanges: readonly NotedExchange[],
  { mock, known, hidden, base }: Known,
  alike: Trial['alike'],
): Promise<FoundChoices> {
  const found: Chosen = { ...choices };
  const stillUnseen = [...hidden] as (keyof Choices)[];
  for (const choice of choicesOf(loadRegister()).values()) {
    if (choice.name in known || hidden.includes(choice.name)) continue;
    const name = choice.name as keyof Choices;
    const trial = { mock, base: { ...base, choices: found as Partial<Choices> }, alike };
    const word = await decide(choice, exchanges, trial);
    if (word !== undefined) found[name] = word;
    else if (unseen.includes(name)) stillUnseen.push(name);
  }
  return { choices: found as Partial<Choices>, unseen: stillUnseen };
}

/**
 * The word that the exchanges show: those that say most of the choice are asked first, and others where several words are left. What is
 * chosen already, or ours, where it is as good as any; undefined where all are.
 */
async function decide(
  choice: Choice & { rule: string },
  exchanges: readonly NotedExchange[],
  trial: Trial,
): Promise<string | undefined> {
  const words = Object.keys(choice.alternatives ?? {});
  let left: readonly string[] = words;
  for (const about of scopesOf(choice.rule, exchanges))
    if (left.length > 1 && about.length > 0) left = await bestOf(left, choice, about, trial);
  if (left.length === words.length) return undefined;
  const chosen = String(trial.base.choices[choice.name as keyof Choices] ?? choice.ours);
  return left.includes(chosen) ? chosen : left[0];
}

/** The words under which most is alike. */
async function bestOf(
  words: readonly string[],
  { name }: Choice,
  about: readonly NotedExchange[],
  { mock, base, alike }: Trial,
): Promise<readonly string[]> {
  const scores: number[] = [];
  for (const word of words) {
    const choices = atPartition({ ...base.choices, [name]: word } as Partial<Choices>);
    scores.push(alike(await mock.repeat(about, { ...base, choices })));
  }
  const best = Math.max(...scores);
  return words.filter((_, index) => scores[index] === best);
}

/** What is chosen for all partitions at the start, and what callers of none get, can't be tried in one. */
function atPartition({
  emailPath,
  bodyLimit,
  wwwAuthenticate,
  credentialsAndReading,
  credentialsAndKey,
  credentialsAndPath,
  ...others
}: Partial<Choices>): Partial<Choices> {
  return others;
}

/** A deployment as one partition can be it. */
export function atTheMock(deployment: Deployment): Deployment {
  return { ...deployment, choices: atPartition(deployment.choices) };
}

/** A case about more rules than these is about none of them in particular. */
const FEW = 4;

/** The exchanges of the cases about a rule and few others, of all cases about it, and of those about its concern alone. */
function scopesOf(rule: string, exchanges: readonly NotedExchange[]): NotedExchange[][] {
  const about = exchanges.filter(({ rules }) => rules.includes(rule as never));
  const concern = rule.replace(/\d+$/, '');
  return [
    about.filter(({ rules }) => rules.length <= FEW),
    about,
    exchanges.filter(({ rules }) => rules.every((id) => id.startsWith(concern))),
  ];
}

/** The choices that no answer shows by itself, from whether the target was seen to keep their rules. */
export function judgedChoices(otherwise: readonly RuleId[], held: readonly RuleId[]): Chosen {
  const judged = [...choicesOf(loadRegister()).values()].flatMap(({ name, rule, ours, otherwise: word }) => {
    if (word === undefined) return [];
    if (otherwise.includes(rule)) return [[name, word] as const];
    return held.includes(rule) ? [[name, ours] as const] : [];
  });
  return Object.fromEntries(judged);
}

/** Which statuses of the target stand for ours: for each of theirs, the one that our mock says most often in its place. */
export function statusWords(pairs: readonly Pair[]): Map<string, string> {
  const words = new Tallies<string, string>();
  for (const { seen, ours: own } of pairs) {
    if (!isSuccess(seen) || !isSuccess(own)) continue;
    const [theirs, word] = [bodyOf(seen), bodyOf(own)].map(
      (body) => (body?.data as { status?: string } | undefined)?.status,
    );
    if (theirs !== undefined && word !== undefined) words.note(theirs, word, seen);
  }
  return new Map([...words].map(([theirs, { commonest }]) => [theirs, commonest?.value ?? theirs]));
}
