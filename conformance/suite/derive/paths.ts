import type { ContractDocument, OperationSpec } from '../../../spec/document.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { statusOwner } from '../../../spec/ownership.ts';
import type { Case } from '../calls/case.ts';
import { expect } from '../calls/expect.ts';
import type { Charge, Kind, Subject } from './kind.ts';
import { partsOf } from './part.ts';
import { plainParts, send, wirePath, withPart } from './request.ts';
import { Values } from './values.ts';

/** An id in a path that names nothing is refused. */
export const unknownIds: Kind = {
  title: 'an id that names nothing is answered with 404',
  needs: ({ operation }) => [operation.method === 'get' ? 'read' : 'write'],
  rules: (subject) => {
    const owner = ownerOf(subject);
    return owner && subject.operation.parameters.some((parameter) => parameter.in === 'path') ? [owner] : [];
  },
  async run(given, subject, charge) {
    const { document, operation, derivation } = subject;
    const owner = ownerOf(subject);
    const parts = partsOf(document, operation);
    const plain = plainParts(parts, new Values(given.seed, derivation.knowledge));
    for (const part of parts.filter((one) => one.in === 'path')) {
      const answer = await send(given, operation, withPart(plain, part, given.unique.uuid()));
      if (owner) charge(owner, () => expect(answer).toRefuse(404));
    }
  },
};

function ownerOf({ document, operation }: Subject): RuleId | undefined {
  return statusOwner(document, operation.id, 404);
}

/** Methods that the contract does not name for a path are refused. */
export const undeclaredMethods: Kind = {
  title: 'a method that its path does not have is refused with 405',
  needs: () => ['read'],
  rules: () => ['HTTP-8'],
  run: (given, { document, operation }, charge) => refuseUndeclared(given, document, operation, charge),
};

/** Sends every method that the contract does not name for the path of an operation, which is refused with those that it has. */
export async function refuseUndeclared(
  { api, target, unique, step }: Case,
  { operations }: ContractDocument,
  operation: OperationSpec,
  charge: Charge,
): Promise<void> {
  const path = wirePath(target.wire, operation).replace(/\{\w+\}/g, unique.uuid());
  const declared = operations.filter((other) => other.path === operation.path).map((one) => one.method.toUpperCase());
  for (const method of ['GET', 'PUT', 'POST', 'PATCH', 'DELETE']) {
    // Nothing that exists is addressed by DELETE, should a deployment have it after all.
    if (declared.includes(method) || (method === 'DELETE' && declared.includes('POST'))) continue;
    await step(`${method} ${path}`, async () => {
      const answer = await api.raw({ method, path, harmless: true });
      charge('HTTP-8', () => {
        expect(answer).toRefuse(405, '10007');
        expect(answer).toHaveErrorBody();
        const allowed = (answer.header('allow') ?? '').split(',').map((name) => name.trim().toUpperCase());
        for (const one of declared) expect(allowed, 'Allow').toContain(one);
        expect(allowed, 'Allow').not.toContain(method);
      });
    });
  }
}
