import { AsyncLocalStorage } from 'node:async_hooks';
import type { Answer } from '../wire/answer.ts';

/** What an assertion expects of a refusal, as far as it does. */
export interface ExpectedRefusal {
  status?: number | undefined;
  code?: string | undefined;
  /** The places in the body that an error may name, or the query parameter. */
  pointer?: readonly string[];
  parameter?: readonly string[];
  /** It differs from a refusal that should be equal. */
  isUnlike?: boolean;
}

/** An answer that an assertion was about. */
export interface JudgedAnswer {
  answer: Answer;
  expected: ExpectedRefusal;
}

const judged = new AsyncLocalStorage<JudgedAnswer[]>();

/** Runs assertions, also those after an `await`, and adds the answers that they are about to a list. */
export function collectJudged<T>(list: JudgedAnswer[], body: () => T): T {
  return judged.run(list, body);
}

/** Adds an answer to the list of the assertions that run. */
export function noteJudged(answer: Answer, expected: ExpectedRefusal = {}): void {
  judged.getStore()?.push({ answer, expected });
}
