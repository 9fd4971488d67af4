import type { Deployment } from '../../../spec/deployment/deployment.ts';
import { answerFormOf, generalRulesIn, refusalFormOf, type Told } from '../../../spec/deployment/form-of.ts';
import { requestPlaceOf } from '../../../spec/deployment/request-place.ts';
import { pageSizeOf } from '../../../spec/deployment/shown-page.ts';
import { statusIn } from '../../../spec/deployment/situation.ts';
import type { ContractDocument, OperationSpec } from '../../../spec/document.ts';
import { ours } from '../../../spec/generated/choices.ts';
import { type AnyAnswer, retold } from '../answer.ts';
import { decidingRules, type RefusalFacts } from '../refusals.ts';
import { type Asked, haveLinks, withLinks } from './links.ts';
import { changeMembers } from './members.ts';
import { retellRefusal, type ToldError } from './refusal.ts';

/** What `data` of an answer is called, by operation. */
export type DataChoice = 'messageMember';

/** What is known of an operation. */
type Served = RefusalFacts & { spec: OperationSpec; dataMember?: DataChoice };

/** Tells an answer as a deployment does. What it was decided by stays; what was changed is noted in `chosen`. */
export type Retell = (answer: AnyAnswer, served: Served | undefined, asked: Asked) => AnyAnswer;

/** Characters of changes that make a page little larger, which is kept beside ours and counted with it. */
const LIGHT = 1_000;

/**
 * Prepares how a deployment tells answers, `document` being the contract as it keeps it. A body that is never written to, such as a page
 * of a list, is changed once.
 */
export function createRetell(deployment: Deployment, document: ContractDocument): Retell {
  const known = new WeakMap<object, object>();
  const choices = { ...ours, ...deployment.choices };
  const isStaged = ['byStage', 'bodyByStage'].includes(deployment.choices.faultsTold ?? '');

  function success(answer: AnyAnswer, { spec, dataMember }: Served, asked: Asked): AnyAnswer {
    const { status: usual = answer.status, where, members = {}, location } = answerFormOf(deployment, spec) ?? {};
    const status = where?.[statusIn(answer.body as object) ?? ''] ?? usual;
    const name = (dataMember && deployment.choices[dataMember]) ?? 'data';
    const body = answer.body as object;
    const isLinked = haveLinks(members);
    const before = isLinked ? undefined : known.get(body);
    const told = isLinked ? withLinks(members, asked, body, pageSizeOf(spec.id, choices)) : members;
    const changed = before ?? withDataIn(name, changeMembers(body, told, asked.body));
    // It is weighed where it would be kept alone: most answers never are.
    if (!before && !isLinked && Object.isFrozen(body) && JSON.stringify(members).length <= LIGHT)
      known.set(body, Object.freeze(changed));
    const chosen = [
      ...(status === answer.status ? [] : [`status ${status}`]),
      ...Object.keys(members).map((path) => `member ${path}`),
      ...(name === 'data' ? [] : [`data in ${name || 'the answer itself'}`]),
    ];
    const retoldAnswer = retold(answer, status, changed, chosen);
    const { id } = (body as { data?: { id?: string } }).data ?? {};
    if (location === undefined || id === undefined || status !== usual) return retoldAnswer;
    return { ...retoldAnswer, headers: { ...retoldAnswer.headers, location: location.replace('{id}', id) } };
  }

  return (answer, served, asked) => {
    if (answer.status < 400) {
      const isMoved = served?.dataMember !== undefined && deployment.choices[served.dataMember] !== undefined;
      return served && (isMoved || answerFormOf(deployment, served.spec)) ? success(answer, served, asked) : answer;
    }
    const forms = (answer.each ?? [answer]).map((decided, index) => formOf({ ...answer, ...decided }, index, served));
    const { titles } = deployment;
    const isTold = titles !== undefined || forms.some(({ form }) => form !== undefined);
    return isTold ? retellRefusal(answer, forms, { titles, asked }) : answer;
  };

  /** How one of the errors of a refusal is told, and the rules behind it. */
  function formOf(answer: AnyAnswer, index: number, served: Served | undefined): ToldError {
    const rules = served ? decidingRules(answer, served) : answer.rules;
    const place = requestPlaceOf(answer.body as object, index, served?.spec, document, deployment.choices);
    const deciding = [...rules, ...generalRulesIn(answer.body)];
    const formFor = (told: Told) => refusalFormOf(deployment, deciding, served?.spec, told);
    const form = formFor({ fault: answer.fault, place });
    if (!isStaged) return { form, rules, isOfFirstStage: false };
    const [ofTypes, ofValues] = [formFor({ fault: 'type' })?.status, formFor({ fault: 'value' })?.status];
    return { form, rules, isOfFirstStage: ofTypes !== ofValues && form?.status === ofTypes };
  }
}

/** A body with its data in a member of this name; without one they are the body, beside which the rest stands. */
function withDataIn(name: string, body: object): object {
  if (name === 'data' || !('data' in body)) return body;
  const { data, ...others } = body;
  return name === '' ? { ...(data as object), ...others } : { [name]: data, ...others };
}
