import type { OperationSpec } from '../../spec/document.ts';
import { complain } from '../../spec/print.ts';
import type { Validators } from '../../spec/validators.ts';
import { type AnyAnswer, refuse } from './answer.ts';

/** Holds answers to the contract: every one that leaves has a status and a body that are declared for it (ERR-13, HTTP-12). */
export class AnswerCheck {
  /** Frozen bodies, such as pages of a list, with the answer of the contract that they were found to be: they need no second look. */
  private readonly found = new WeakMap<object, { operation: OperationSpec; status: number; text: Buffer }>();

  constructor(private readonly validators: Validators) {}

  /** How an answer breaks the contract, in a sentence; undefined when it does not. */
  breach({ id }: OperationSpec, { status, body }: AnyAnswer): string | undefined {
    // What has no body can't break a schema; only a deployment answers so.
    const violation = body === undefined ? undefined : this.validators.responseBody(id, status, body);
    if (!violation) return undefined;
    return `an answer of ${id} (${status}) breaks the contract: ${violation.pointer || 'the body'} ${violation.message}`;
  }

  /** Whether an answer was checked and written before. */
  knows({ body }: AnyAnswer): boolean {
    return this.found.has(body as object);
  }

  /** The answer when it keeps the contract, else a 500, and a line on stderr. */
  checked(operation: OperationSpec, answer: AnyAnswer): AnyAnswer {
    const { status, body } = answer;
    const known = this.found.get(body as object);
    if (known?.operation === operation && known.status === status) return written(answer, known.text);
    const breach = this.breach(operation, answer);
    if (breach) {
      complain(`mock: ${breach}`);
      return unexpected();
    }
    if (typeof body !== 'object' || body === null || !Object.isFrozen(body)) return answer;
    const text = Buffer.from(JSON.stringify(body));
    this.found.set(body, { operation, status, text });
    return written(answer, text);
  }
}

/** Not by a spread, which is slow for an object that gains a member. */
function written(answer: AnyAnswer, text: Buffer): AnyAnswer {
  answer.text = text;
  return answer;
}

/** What went wrong is a bug of the mock (source document, Errors > Known codes, 10007). */
export function unexpected(): AnyAnswer {
  return refuse(500, { code: '10007', detail: 'An unexpected error occurred.' });
}
