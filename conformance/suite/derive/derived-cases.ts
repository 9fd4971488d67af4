import type { Case } from '../api/case.ts';
import { contract } from '../wire/contract.ts';
import { accepted } from './accepted.ts';
import { checkOrSay, type Kind } from './kind.ts';
import { derivations } from './operations.ts';
import { refused } from './refused.ts';

const kinds: readonly Kind[] = [accepted, refused];

/** The cases that the document gives: one for each operation and kind of requests. Their values follow from the seed of the run. */
export function derivedCases() {
  const { document } = contract();
  return document.operations.flatMap((operation) => {
    const subject = { document, operation, derivation: derivations[operation.id] };
    return kinds.flatMap((kind) => {
      const rules = kind.rules(subject);
      if (rules.length === 0) return [];
      const options = { derived: true, needs: kind.needs(subject) };
      const body = (t: Case) => checkOrSay(t, rules, (charge) => kind.run(t, subject, charge));
      return { rules, title: `${operation.id}: ${kind.title}`, options, body };
    });
  });
}
