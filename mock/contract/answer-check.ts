import type { OperationSpec } from '../../spec/document.ts';
import { isListOrObject } from '../../spec/json.ts';
import { complain } from '../../spec/print.ts';
import type { Validators } from '../../spec/validators.ts';
import { type AnyAnswer, unexpected } from './answer.ts';

/** Validates answers: each has a status and a body that the contract declares (ERR-13, HTTP-12). */
export class AnswerCheck {
  /** Frozen bodies, such as pages of a list, with the operation and status that they are valid for. */
  private readonly valid = new WeakMap<object, string>();

  constructor(private readonly validators: Validators) {}

  breach({ id }: OperationSpec, { status, body }: AnyAnswer): string | undefined {
    // Only a deployment answers without a body.
    const violation = body === undefined ? undefined : this.validators.responseBody(id, status, body);
    if (!violation) return undefined;
    return `an answer of ${id} (${status}) breaks the contract: ${violation.pointer || 'the body'} ${violation.message}`;
  }

  checked(operation: OperationSpec, answer: AnyAnswer): AnyAnswer {
    const { status, body } = answer;
    const use = `${operation.id} ${status}`;
    if (this.valid.get(body as object) === use) return answer;
    const breach = this.breach(operation, answer);
    if (breach) {
      complain(`mock: ${breach}`);
      return unexpected();
    }
    if (isListOrObject(body) && Object.isFrozen(body)) this.valid.set(body, use);
    return answer;
  }
}
