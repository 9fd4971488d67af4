import { LRUCache } from 'lru-cache';
import type { Deployment, FaultKind, RefusalForm } from '../../../spec/deployment/deployment.ts';
import { answerFormOf, generalRulesIn, refusalFormOf, type Told } from '../../../spec/deployment/form-of.ts';
import { pagesOf } from '../../../spec/deployment/list-pages.ts';
import { requestPlaceOf } from '../../../spec/deployment/request-place.ts';
import { statusIn } from '../../../spec/deployment/situation.ts';
import type { ContractDocument, OperationSpec } from '../../../spec/document.ts';
import { ours } from '../../../spec/generated/choices.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { memorySize } from '../../collections/memory.ts';
import { type AnyAnswer, retold } from '../answer.ts';
import { decidingRules, type RefusalFacts } from '../refusals.ts';
import type { ToldError } from './errors-together.ts';
import { type Asked, haveLinks, originOf, withLinks } from './links.ts';
import { changeMembers, type Members } from './members.ts';
import { placeIn, retellRefusal } from './refusal.ts';
import { Room } from './size-limit.ts';

/** What `data` of an answer is called, by operation. */
export type DataChoice = 'messageMember';

/** What is known of an operation. */
type Served = RefusalFacts & { spec: OperationSpec; dataMember?: DataChoice };

/** Tells an answer as a deployment does, at the time of a partition's clock. What it was decided by stays; what was changed is noted in `chosen`. */
export type Retell = (
  answer: AnyAnswer,
  served: Served | undefined,
  asked: Asked,
  clock?: { now(): number },
) => AnyAnswer;

/**
 * Pages of lists that were asked for lately, as deployments tell them, each with what forgets it. In bytes of JSON, about, of all deployments
 * together: each partition may have its own.
 */
const pages = new LRUCache<object, () => void>({
  maxSize: 16_000_000,
  sizeCalculation: (_, told) => memorySize(told),
  dispose: (forget) => forget(),
});

/**
 * Prepares how a deployment tells answers, `document` being the contract as it keeps it. A body that is never written to, such as a page
 * of a list, is changed once.
 */
export function createRetell(deployment: Deployment, document: ContractDocument): Retell {
  const known = new WeakMap<object, object>();
  const choices = { ...ours, ...deployment.choices };
  const { faultsTold, firstWrongType, listFaults } = deployment.choices;
  const isAsSent = firstWrongType === 'sent';

  function success(answer: AnyAnswer, { spec, dataMember }: Served, asked: Asked): AnyAnswer {
    const {
      status: usual = answer.status,
      where,
      members = {},
      location,
      locatedIn,
    } = answerFormOf(deployment, spec) ?? {};
    const shown = statusIn(answer.body as object) ?? '';
    const status = where?.[shown] ?? usual;
    const name = (dataMember && deployment.choices[dataMember]) ?? 'data';
    const body = answer.body as object;
    const isLinked = haveLinks(members);
    const before = known.get(body);
    const told = isLinked ? withLinks(members, asked, body, pagesOf(spec.id, choices)) : members;
    const changed =
      before ?? withDataIn(name, changeMembers(body, told, new Room(), answer.made?.() ?? { asked: asked.body }));
    if (!isLinked && Object.isFrozen(body)) keepLately(body, changed);
    const chosen = [
      ...(status === answer.status ? [] : [`status ${status}`]),
      ...Object.keys(members).map((path) => `member ${path}`),
      ...(name === 'data' ? [] : [`data in ${name || 'the answer itself'}`]),
    ];
    const retoldAnswer = retold(answer, status, changed, chosen);
    const { id } = (body as { data?: { id?: string } }).data ?? {};
    if (location === undefined || id === undefined || !(status === usual || locatedIn?.includes(shown)))
      return retoldAnswer;
    const made = location.replace('{origin}', originOf(asked.headers)).replace('{id}', id);
    return { ...retoldAnswer, headers: { ...retoldAnswer.headers, location: made } };
  }

  /** A body that is never written to is told again as it was. */
  function keepLately(body: object, told: object): void {
    if (pages.get(told)) return;
    pages.set(told, () => known.delete(body));
    if (pages.has(told)) known.set(body, Object.freeze(told));
  }

  return (answer, served, request, clock) => {
    const asked = { ...request, now: clock?.now() };
    if (answer.status < 400) {
      const isMoved = served?.dataMember !== undefined && deployment.choices[served.dataMember] !== undefined;
      return served && (isMoved || answerFormOf(deployment, served.spec)) ? success(answer, served, asked) : answer;
    }
    const errors = errorsOf(answer, served);
    const { titles, errorOrder } = deployment;
    const beside = besideErrors(served);
    const isTold =
      titles !== undefined ||
      errors.length > 1 ||
      Object.keys(beside).length > 0 ||
      errors.some(({ form }) => form !== undefined);
    if (!isTold) return answer;
    const order = { status: answer.status, isAsSent, errorOrder, listFaults, sent: asked.body };
    return retellRefusal(answer, errors, { titles, asked, beside, ...order });
  };

  /** What stands in a list beside the errors of a refusal is told as beside `data`. */
  function besideErrors(served: Served | undefined): Members {
    const { members = {} } = (served && answerFormOf(deployment, served.spec)) ?? {};
    return Object.fromEntries(Object.entries(members).filter(([path]) => path.startsWith('/suppressed/')));
  }

  /** How the errors of a refusal are told, and the rules behind them. */
  function errorsOf(answer: AnyAnswer, served: Served | undefined): ToldError[] {
    const general = generalRulesIn(answer.body);
    const formOf = (rules: readonly RuleId[], told: Told) =>
      refusalFormOf(deployment, [...rules, ...general], served?.spec, told);
    const errors = (answer.each ?? [answer]).map((decided, index) => {
      const rules = served ? decidingRules({ ...answer, ...decided }, served) : answer.rules;
      const { fault } = decided;
      const placeOfAll = requestPlaceOf(answer.body as object, index, served?.spec, document, deployment.choices);
      const told = { fault, place: placeOfAll };
      const form = formOf(rules, told);
      // What goes for all refusals goes for errors of several rules, and so does what a rule behind the first says.
      const onceUnder = form?.once
        ? [...rules, ...general].findLast((rule) => refusalFormOf(deployment, [rule], served?.spec, told)?.once)
        : undefined;
      return { form, rules, fault, place: placeIn(answer.body as object, index), placeOfAll, onceUnder };
    });
    const telling: RuleId[] = 'detail' in ((answer.body ?? {}) as object) ? ['RUN-24', 'RUN-25'] : ['ERR-10', 'ERR-11'];
    const { staged = faultsTold === 'byStage' } = formOf([], {}) ?? {};
    const isOfReading = staged ? readingOf(errors, telling, (rules, fault) => formOf(rules, { fault })) : () => false;
    return errors.map((one) => ({ ...one, isOfReading: isOfReading(one) }));
  }

  /**
   * Tells whether a deployment that has stages finds an error while it reads (ERR-14): wrong paths and wrong types, and what is told like
   * those where values are told otherwise.
   */
  function readingOf(
    errors: readonly Found[],
    telling: readonly RuleId[],
    formOf: (rules: readonly RuleId[], fault: FaultKind) => RefusalForm | undefined,
  ) {
    const ofTypes = kindOf(formOf(telling, 'type'));
    const areValuesApart = (rule: RuleId) => kindOf(formOf([rule], 'value')) !== kindOf(formOf([rule], 'type'));
    const isToldApart = telling.some(areValuesApart) || errors.some(({ form }) => kindOf(form) !== ofTypes);
    return ({ form, fault, place }: Found): boolean =>
      fault === 'type' || place === undefined || (isToldApart && kindOf(form) === ofTypes);
  }
}

/** An error of ours before it is known when it is found. */
type Found = Omit<ToldError, 'isOfReading'> & Pick<AnyAnswer, 'fault'>;

/** What a refusal says of its kind: refusals of one stage say the same. */
function kindOf({ status, code, type, meta = 'none' }: RefusalForm = {}): string {
  return [status, code, type, meta !== 'none'].join(' ');
}

/** A body with its data in a member of this name; without one they are the body, beside which the rest stands. */
function withDataIn(name: string, body: object): object {
  if (name === 'data' || !('data' in body)) return body;
  const { data, ...others } = body;
  return name === '' ? { ...(data as object), ...others } : { [name]: data, ...others };
}
