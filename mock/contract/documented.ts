import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import type { AnyAnswer } from './answer.ts';
import type { AnswerCheck } from './check-answer.ts';
import type { Preference } from './preference.ts';
import type { Prism } from './prism.ts';

/** How often an answer is generated until one keeps the contract. */
const ATTEMPTS = 10;

/** The answers that a document itself gives: its examples, and what is generated from its schemas. */
export class Documented {
  private prism: Promise<Prism> | undefined;

  constructor(
    private readonly document: ContractDocument,
    private readonly check: AnswerCheck,
  ) {}

  /** The answer as it is wanted; any, without a preference. Rejects with an UnmetPreference when the document has none such. */
  async answer(operation: OperationSpec, preference: Preference = { dynamic: false }): Promise<AnyAnswer> {
    const prism = await this.loaded();
    if (preference.dynamic) {
      // Prism's generator does not know every keyword of 3.1: what it makes is checked, and in the end an example steps in.
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const generated = await prism.answer(operation, preference).catch(() => undefined);
        if (generated && !this.check.breach(operation, generated)) return withHeaders(generated, operation);
      }
    }
    return withHeaders(await prism.answer(operation, { ...preference, dynamic: false }), operation);
  }

  /** Importing what is needed of Prism takes some time and memory, and few requests need it. */
  private loaded(): Promise<Prism> {
    this.prism ??= import('./prism.ts').then(({ loadPrism }) => loadPrism(this.document));
    return this.prism;
  }
}

/** An answer that was asked for, with the header that the contract has for its status. */
function withHeaders(answer: AnyAnswer, { method }: OperationSpec): AnyAnswer {
  const headers: Record<number, Record<string, string>> = {
    401: { 'www-authenticate': 'Bearer' },
    405: { allow: method.toUpperCase() },
    429: { 'retry-after': '30' },
  };
  return { ...answer, headers: headers[answer.status] ?? {} };
}
