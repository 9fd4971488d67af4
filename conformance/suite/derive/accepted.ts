import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { acceptanceOwner } from '../../../spec/ownership.ts';
import { expect } from '../api/expect.ts';
import { contract } from '../wire/contract.ts';
import { assumedOperation, beginWith, type Kind, type Subject } from './kind.ts';
import { confirm, labelOf, partsOf, send, withPart } from './request.ts';
import { oneOfEach, type Valid, validVariants } from './valid.ts';
import { Values } from './values.ts';

/** Requests that the contract allows are accepted. */
export const accepted: Kind = {
  title: 'what the contract allows is accepted',
  needs: ({ derivation }) => derivation.needs,
  rules(subject) {
    const values = new Values(1, subject.derivation.knowledge);
    const variants = partsOf(subject.document, subject.operation).flatMap(({ node }) => validVariants(node, values));
    return [...new Set(variants.map((variant) => ownerOf(subject, variant)))];
  },
  async run(t, subject, charge) {
    const { operation } = subject;
    const { parts, plain, values } = await beginWith(t, subject, 'valid');
    const answer = await send(t, operation, plain);
    const assumption = assumedOperation(subject);
    if (assumption && !charge(assumption, () => expect(answer).toAccept())) return;
    await t.mustSucceed(answer, 'the plainest request');
    for (const part of parts) {
      let areAcceptedAlone = true;
      const variants = validVariants(part.node, values);
      // A legacy address is the same operation again: a look at every place is enough.
      for (const variant of operation.aliasOf ? oneOfEach(variants, t.seed) : variants) {
        confirm(contract().validators, operation, part, variant);
        // Together they tell nothing new where one of them is refused by itself.
        const isWhole = variant.isCombined && variant.pointer === '';
        if (isWhole && !areAcceptedAlone) continue;
        await t.step(labelOf(part, variant), async () => {
          const answer = await send(t, operation, withPart(plain, part, variant.value));
          const isAccepted = charge(ownerOf(subject, variant), () => expect(answer).toAccept());
          const about = variant.owner === 'HTTP-10' ? 'unknown' : variant.about;
          if (about === 'unknown' || about === 'null') t.compared({ ...variant, about, isAsContract: isAccepted });
          if (variant.owner === undefined && variant.about !== 'null') areAcceptedAlone &&= isAccepted;
        });
      }
    }
  },
};

function ownerOf({ document, operation }: Subject, { owner, path, about, label }: Valid): RuleId {
  const found = owner ?? acceptanceOwner(document, path, about);
  if (!found) throw new Error(`no rule says that ${operation.id} accepts ${label} at ${path}`);
  return found;
}
