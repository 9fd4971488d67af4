import type { OperationSpec } from '../../spec/document.ts';
import { complain } from '../../spec/print.ts';
import type { Validators } from '../../spec/validators.ts';
import { type AnyAnswer, refuse } from './answer.ts';

/** Holds the answers of operations to the contract. */
export interface AnswerCheck {
  /** How an answer breaks the contract, in a sentence; undefined when it does not. */
  breach(operation: OperationSpec, answer: AnyAnswer): string | undefined;
  /** The answer when it keeps the contract, else a 500, and a line on stderr. */
  kept(operation: OperationSpec, answer: AnyAnswer): AnyAnswer;
}

/** Prepares the check of answers: every one that leaves has a status and a body that the contract declares (ERR-13, HTTP-12). */
export function createAnswerCheck(validators: Validators): AnswerCheck {
  /** Frozen bodies, such as pages of a list, with the answer of the contract that they were found to be: they need no second look. */
  const found = new WeakMap<object, { operation: OperationSpec; status: number; text: Buffer }>();

  function breach({ id }: OperationSpec, { status, body }: AnyAnswer): string | undefined {
    const violation = validators.responseBody(id, status, body);
    if (!violation) return undefined;
    return `an answer of ${id} (${status}) breaks the contract: ${violation.pointer || 'the body'} ${violation.message}`;
  }

  function kept(operation: OperationSpec, answer: AnyAnswer): AnyAnswer {
    const { status, body } = answer;
    const known = found.get(body as object);
    if (known?.operation === operation && known.status === status) return { ...answer, text: known.text };
    const broken = breach(operation, answer);
    if (broken) {
      complain(`mock: ${broken}`);
      return unexpected();
    }
    if (typeof body !== 'object' || body === null || !Object.isFrozen(body)) return answer;
    const text = Buffer.from(JSON.stringify(body));
    found.set(body, { operation, status, text });
    return { ...answer, text };
  }

  return { breach, kept };
}

/** What went wrong is a bug of the mock (source document, Errors > Known codes, 10007). */
export function unexpected(): AnyAnswer {
  return refuse(500, { code: '10007', detail: 'An unexpected error occurred.' });
}
