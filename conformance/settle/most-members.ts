import type { AnswerForm, Deployment, RefusalForm } from '../../spec/deployment/deployment.ts';

/** Members that are settled at most; those of answers are looked for in the whole contract, again for each choice that is tried. */
const MOST = { answers: 150, refusals: 350 };

/** A deployment without members beyond that: a recording can show any number. What is left out is said to be unsettled. */
export function withMostMembers(deployment: Deployment): Deployment {
  const copy = structuredClone(deployment);
  const isCut = [
    cut(Object.values(copy.answers), MOST.answers),
    cut(Object.values(copy.refusals).flatMap(formsIn), MOST.refusals),
  ].includes(true);
  const reason = `are more than ${MOST.answers} of answers, or ${MOST.refusals} of refusals`;
  return isCut ? { ...copy, unsettled: [...copy.unsettled, { what: 'members', reason }] } : deployment;
}

function cut(forms: readonly (RefusalForm | AnswerForm)[], most: number): boolean {
  let left = most;
  for (const form of forms) {
    const members = Object.entries(form.members ?? {});
    if (members.length > Math.max(0, left)) form.members = Object.fromEntries(members.slice(0, Math.max(0, left)));
    left -= members.length;
  }
  return left < 0;
}

/** A form of refusals and those within it. */
function formsIn(form: RefusalForm): RefusalForm[] {
  const inner = [form.on, form.of, form.at].flatMap((forms) => Object.values(forms ?? {}));
  return [form, ...inner.flatMap(formsIn)];
}
