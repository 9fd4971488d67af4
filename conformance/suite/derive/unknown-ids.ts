import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { statusOwner } from '../../../spec/ownership.ts';
import { expect } from '../calls/expect.ts';
import type { Kind, Subject } from './kind.ts';
import { partsOf } from './part.ts';
import { plainParts, send, withPart } from './request.ts';
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
