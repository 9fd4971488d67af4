import type { OperationSpec } from '../../spec/document.ts';
import { complain } from '../../spec/print.ts';
import type { Validators } from '../../spec/validators.ts';
import type { AnyAnswer } from './answer.ts';
import { unexpected } from './refusal.ts';

/** Validates answers against the contract: each has a status and a body that are declared for it (ERR-13, HTTP-12). */
export class AnswerCheck {
  /** Frozen bodies, such as pages of a list, with the operation and status that they were valid for. */
  private readonly valid = new WeakMap<object, { id: string; status: number }>();

  constructor(private readonly validators: Validators) {}

  /** How an answer breaks the contract, in a sentence; undefined when it does not. */
  breach({ id }: OperationSpec, { status, body }: AnyAnswer): string | undefined {
    // Only a deployment answers without a body.
    const violation = body === undefined ? undefined : this.validators.responseBody(id, status, body);
    if (!violation) return undefined;
    return `an answer of ${id} (${status}) breaks the contract: ${violation.pointer || 'the body'} ${violation.message}`;
  }

  /** The answer when it keeps the contract, else a 500, and a line on stderr. */
  checked(operation: OperationSpec, answer: AnyAnswer): AnyAnswer {
    const { status, body } = answer;
    const known = this.valid.get(body as object);
    if (known?.id === operation.id && known.status === status) return answer;
    const breach = this.breach(operation, answer);
    if (breach) {
      complain(`mock: ${breach}`);
      return unexpected();
    }
    if (typeof body === 'object' && body !== null && Object.isFrozen(body))
      this.valid.set(body, { id: operation.id, status });
    return answer;
  }
}
