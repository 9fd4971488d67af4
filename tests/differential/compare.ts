import fc from 'fast-check';
import { fixturesDirectory, loadSeed } from '../../fixtures/seed.ts';
import { loadDocument } from '../../spec/document.ts';
import { compileValidators } from '../../spec/validators.ts';
import { loadOurs, type Ours } from './ours.ts';
import { type Question, questions } from './questions.ts';
import { lenientMembers, reasonFor } from './reasons.ts';
import { loadStock, type Stock } from './stock.ts';
import type { Verdicts } from './verdicts.ts';

/** A disagreement that no documented fault of stock Prism explains. */
export interface Disagreement extends Verdicts {
  question: Question;
}

/** What a comparison found: how many questions agreed, how often which reason explained a disagreement, and the others. */
export interface Comparison {
  agreed: number;
  explained: ReadonlyMap<string, number>;
  disagreements: readonly Disagreement[];
}

/** So many questions are made at once, from the seed and the number of the first. */
const BATCH = 1_000;

/** Asks the compiled components and those of stock Prism the same questions. */
export async function compare(count: number, seed: number): Promise<Comparison> {
  const document = loadDocument();
  const validators = compileValidators(document);
  const stock = await loadStock(document);
  const ours = await loadOurs(document, validators, loadSeed(validators, fixturesDirectory));
  const arbitrary = questions(document, seed);
  const lenient = lenientMembers(document);
  const explained = new Map<string, number>();
  const disagreements: Disagreement[] = [];
  let agreed = 0;
  try {
    for (let first = 0; first < count; first += BATCH) {
      for (const question of fc.sample(arbitrary, { seed: seed + first, numRuns: Math.min(BATCH, count - first) })) {
        const verdicts = await ask(question, ours, stock);
        const reason = reasonFor(question, verdicts, lenient);
        if (verdicts.ours.length > 0 === verdicts.stock.length > 0) agreed += 1;
        else if (reason) explained.set(reason, (explained.get(reason) ?? 0) + 1);
        else disagreements.push({ question, ...verdicts });
      }
    }
  } finally {
    await ours.close();
  }
  return { agreed, explained, disagreements };
}

async function ask(question: Question, ours: Ours, stock: Stock): Promise<Verdicts> {
  switch (question.kind) {
    case 'route': {
      const [mine, theirs] = [await ours.route(question), stock.route(question)];
      return mine === theirs ? { ours: [], stock: [] } : { ours: [`${mine} instead of ${theirs}`], stock: [] };
    }
    case 'request':
      return { ours: ours.request(question), stock: stock.request(question) };
    case 'answer':
      return { ours: ours.answer(question), stock: stock.answer(question) };
    case 'credentials': {
      // Prism knows no keys: whoever it turns away must be nobody here either, and that is all that it can say.
      const refused = !stock.hasCredentials(question.operation, question.authorization);
      return ours.isCaller(question) && refused ? { ours: [], stock: ['no credentials'] } : { ours: [], stock: [] };
    }
  }
}
