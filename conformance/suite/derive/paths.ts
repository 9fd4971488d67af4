import type { ContractDocument, OperationSpec } from '../../../spec/document.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { statusOwner } from '../../../spec/ownership.ts';
import { expect } from '../calls/expect.ts';
import type { Kind, Subject } from './kind.ts';
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

const methods = ['get', 'put', 'post', 'patch', 'delete'];

/** Methods that the contract does not name for a path are refused. */
export const undeclaredMethods: Kind = {
  title: 'a method that its path does not have is refused with 405',
  needs: () => ['read'],
  rules: () => ['HTTP-8'],
  async run({ api, target, unique, step }, { document, operation }, charge) {
    const path = wirePath(target.wire, operation).replace(/\{\w+\}/g, unique.uuid());
    const declared = declaredMethods(document, operation);
    for (const method of methods) {
      // Nothing that exists is addressed by DELETE, should a deployment have it after all.
      if (declared.includes(method) || (method === 'delete' && !operation.path.includes('{'))) continue;
      await step(method.toUpperCase(), async () => {
        const answer = await api.raw({ method: method.toUpperCase(), path, harmless: true });
        charge('HTTP-8', () => {
          expect(answer).toRefuse(405, '10007');
          const allowed = (answer.header('allow') ?? '').toLowerCase().split(/[\s,]+/);
          for (const one of declared) expect(allowed, 'Allow').toContain(one);
          expect(allowed, 'Allow').not.toContain(method);
        });
      });
    }
  },
};

function declaredMethods({ operations }: ContractDocument, { path }: OperationSpec): string[] {
  return operations.filter((other) => other.path === path).map(({ method }) => method);
}
