import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import type { AnyAnswer } from './answer.ts';
import type { AnswerCheck } from './check-answer.ts';
import type { Preference } from './preference.ts';
import type { Prism } from './prism.ts';

/** The answers that the document itself gives: its examples, and what is generated from its schemas. */
export interface Documented {
  /** What a Prefer header asks of the document; undefined when that is nothing. Rejects with an UnmetPreference when it can't be meant. */
  preferenceOf(prefer: string): Promise<Preference | undefined>;
  /** The answer as it is wanted; any, without a preference. Rejects with an UnmetPreference when the document has none such. */
  answer(operation: OperationSpec, preference?: Preference): Promise<AnyAnswer>;
}

/** How often an answer is generated until one keeps the contract. */
const ATTEMPTS = 10;

/** Lets a document answer, each answer held to the contract. */
export function createDocumented(document: ContractDocument, check: AnswerCheck): Documented {
  let prism: Promise<Prism> | undefined;

  /** Importing Prism takes about a second and half the memory, and few requests need it. */
  function loaded(): Promise<Prism> {
    prism ??= import('./prism.ts').then(({ loadPrism }) => loadPrism(document));
    return prism;
  }

  return {
    preferenceOf: async (prefer) => (await loaded()).preferenceOf(prefer),
    async answer(operation, preference = { dynamic: false }) {
      const { answer } = await loaded();
      if (preference.dynamic) {
        // Prism's generator does not know every keyword of 3.1: what it makes is checked, and in the end an example steps in.
        for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
          const generated = await answer(operation, preference).catch(() => undefined);
          if (generated && !check.breach(operation, generated)) return withHeaders(generated, operation);
        }
      }
      const example = await answer(operation, { ...preference, dynamic: false });
      return withHeaders(check.kept(operation, example), operation);
    },
  };
}

/** An answer that was asked for, with the header that the contract has for its status. */
function withHeaders(answer: AnyAnswer, { method }: OperationSpec): AnyAnswer {
  const headers: Record<number, Record<string, string>> = {
    401: { 'www-authenticate': 'Bearer' },
    405: { allow: method.toUpperCase() },
    429: { 'retry-after': '30' },
  };
  return { ...answer, headers: { ...headers[answer.status], ...answer.headers } };
}
