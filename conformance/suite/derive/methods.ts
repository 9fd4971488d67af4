import type { ContractDocument, OperationSpec } from '../../../spec/document.ts';
import { expect } from '../calls/expect.ts';
import type { Kind } from './kind.ts';
import { wirePath } from './request.ts';

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
