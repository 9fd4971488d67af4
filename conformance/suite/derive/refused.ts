import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { grouped } from '../../../spec/grouped.ts';
import { nameOwner, refusalOwner } from '../../../spec/ownership.ts';
import type { Case } from '../api/case.ts';
import { expect } from '../api/expect.ts';
import type { Answer } from '../wire/answer.ts';
import { contract } from '../wire/contract.ts';
import { invalidVariants } from './invalid.ts';
import { beginWith, type Charge, isAssumption, type Kind, type Subject } from './kind.ts';
import { confirm, labelOf, type Part, partsOf } from './part.ts';
import { checkRefusal, refusalRules } from './refusal.ts';
import { type Parts, send, withPart } from './request.ts';
import { Values } from './values.ts';
import { type Invalid, oneOfEach } from './variant.ts';

/** Requests with one violation are refused as the contract says. */
export const refused: Kind = {
  title: 'a request with one violation is refused',
  needs: ({ derivation }) => derivation.refusedNeeds ?? derivation.needs,
  rules(subject) {
    const values = new Values(1, subject.derivation.knowledge);
    const ids = partsOf(subject.document, subject.operation).flatMap((part) =>
      invalidOf(subject, part, values).flatMap((variant) => {
        const { owner, name } = ownersOf(subject, variant);
        return [owner, ...(name ? [name] : []), ...refusalRules(subject, part, variant, owner)];
      }),
    );
    return [...new Set(ids)];
  },
  async run(t, subject, charge) {
    const { operation } = subject;
    const { parts, plain, values } = await beginWith(t, subject, 'invalid');
    for (const part of parts) {
      const all = invalidOf(subject, part, values);
      // A legacy address is the same operation again: a look at every place is enough.
      const variants = operation.aliasOf ? oneOfEach(all, t.seed) : all;
      for (const variant of variants) confirm(contract().validators, operation, part, variant);
      // Those in the same member together, and those of the part as a whole by themselves.
      const groups = grouped(variants, ({ pointer }) => pointer.split('/')[1] ?? '');
      for (const group of groups.values()) await refuseMember(t, subject, charge, { part, plain, group });
    }
  },
};

/** Faults that are sent side by side: none of them should have an effect, so their order tells nothing. */
const AT_ONCE = 8;

/**
 * The violations of a part. How long a text may be is judged where a rule of its own says so: the limits of the mock bind no other
 * target.
 */
function invalidOf(subject: Subject, { node }: Part, values: Values): Invalid[] {
  const isGeneral = (variant: Invalid) =>
    variant.about === 'maxLength' && ownersOf(subject, variant).owner === 'ERR-10';
  return invalidVariants(node, values).filter((variant) => !isGeneral(variant));
}

interface Around {
  part: Part;
  plain: Parts;
  /** Faults of one member of the part. */
  group: readonly Invalid[];
}

async function refuseMember(t: Case, subject: Subject, charge: Charge, { part, plain, group }: Around) {
  const { operation, derivation } = subject;
  const ask = (value: unknown) => send(t, operation, withPart(plain, part, value));
  const answers = new Map<Invalid, Answer>();
  for (const some of inSteps(group, AT_ONCE)) {
    const asked = some.map(async (variant) => [variant, await ask(variant.value)] as const);
    for (const [variant, answer] of await Promise.all(asked)) answers.set(variant, answer);
  }
  // The twins come second: what they take, a phone number for instance, is still free for a violation that is accepted.
  const twins = new Map<string, Answer>();
  for (const { twin } of group) {
    const key = JSON.stringify(twin);
    if (!twins.has(key)) twins.set(key, await ask(twin));
  }
  const isRefusal = (answer: Answer, variant: Invalid) =>
    answer.refused || derivation.isRefusal?.(answer, variant) === true;
  const isRead = [...answers].some(([variant, answer]) => isRefusal(answer, variant));
  for (const [variant, answer] of answers) {
    const twin = twins.get(JSON.stringify(variant.twin)) as Answer;
    const { owner, name } = ownersOf(subject, variant);
    await t.step(labelOf(part, variant), () => {
      if (!twin.accepted && !derivation.isAside?.(twin)) {
        // Why it was refused is said where valid requests are judged; what only an assumption calls valid proves nothing.
        if (!isAssumption(owner)) charge(owner, () => t.blocked(`the same without the violation was refused: ${twin}`));
        return;
      }
      // Where nothing at all is refused, the target does not know the name: that is a finding about the name only.
      if (name && !charge(name, () => (isRead ? undefined : expect(answer).toRefuse()))) {
        charge(owner, () => t.blocked(`the target does not read ${part.name}${variant.pointer} under this name`));
        return;
      }
      if (isRefusal(answer, variant) && !answer.refused) return void charge(owner, () => {});
      if (charge(owner, () => expect(answer).toRefuse()))
        checkRefusal(t, subject, part, variant, owner, answer, charge);
    });
  }
}

function inSteps<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, step) => list.slice(step * size, (step + 1) * size));
}

/** Whom a violation is charged to and, where that is a rule of the source, the assumption about a name that it rests on. */
function ownersOf({ document, operation }: Subject, variant: Invalid): { owner: RuleId; name: RuleId | undefined } {
  const { path, about, missing, label } = variant;
  const owner = refusalOwner(document, path, about, missing);
  if (!owner) throw new Error(`no rule says that ${operation.id} refuses ${label} at ${path}`);
  return { owner, name: isAssumption(owner) ? undefined : nameOwner(document, path) };
}
