import { applyDeployment } from '../../spec/deployment/apply.ts';
import type { Deployment, Unsettled } from '../../spec/deployment/deployment.ts';
import { deploymentFlaws } from '../../spec/deployment/read.ts';
import { requestPlaceOf } from '../../spec/deployment/request-place.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { isObject } from '../../spec/json.ts';
import { atPointer, pointerSteps } from '../../spec/pointer.ts';
import { say } from '../../spec/print.ts';
import type { NotedExchange } from '../suite/run/noted-exchanges.ts';
import type { Profile } from '../suite/target/profile.ts';
import { choicesOfWire } from '../suite/target/wire-names.ts';
import { findAnswers } from './answers/answers.ts';
import { Counterpart } from './asked/counterpart.ts';
import { type Fidelity, fidelityOf } from './asked/likeness.ts';
import { asOurs, bodyOf, type Pair } from './asked/pair.ts';
import {
  atTheMock,
  type FoundChoices,
  findChoices,
  hiddenBy,
  judgedChoices,
  mendChoices,
  statusWords,
} from './choices/choices.ts';
import { documentTypesIn } from './choices/document-types.ts';
import { measuredChoices } from './choices/measured.ts';
import { withMostMembers } from './most-members.ts';
import { errorOrderIn } from './refusals/error-order.ts';
import { findRefusals } from './refusals/refusals.ts';
import { stagedApart } from './refusals/stages.ts';
import { shortened } from './shortened.ts';

/** What exchanges with a target are settled to. */
interface Settlement {
  deployment: Deployment;
  /** How much our mock answers alike when it answers as this deployment. */
  fidelity: Fidelity;
}

/** What is known of the run that made the exchanges. */
interface About {
  profile: Profile;
  document: ContractDocument;
  /** When, at what and by what they were made. */
  settled: string;
  /** The assumptions that the target was seen to decide otherwise. */
  otherwise: readonly RuleId[];
  /** Those that it was seen to keep. */
  held?: readonly RuleId[];
  /** The rules of the source that it was seen to break. */
  broken?: readonly RuleId[];
  /** Whether what breaks the source is settled too, marked. */
  failures?: boolean;
}

/** So long is a body that asks for nothing but the limit: that is measured, and not asked again. */
const LONG = 100_000;

/** How often choices are tried again: what one shows may depend on another that is found after it. */
const ROUNDS = 3;

/** Finds what a target chose, by asking our mock, which is started for that, what the target was asked. */
export async function settle(
  all: readonly NotedExchange[],
  { profile, document, settled, otherwise, held = [], broken = [], failures = false }: About,
  start: (target: Profile) => Promise<Counterpart> = Counterpart.start,
): Promise<Settlement> {
  const short = all.filter(({ request: { body = '' } }) => body.length < LONG);
  const exchanges = short.map(asOurs);
  const mock = await start(profile);
  try {
    const documentTypes = documentTypesIn(all);
    const base: Deployment = {
      contract: document.version,
      settled,
      refusals: {},
      answers: {},
      choices: {},
      ...(documentTypes && { documentTypes }),
      unsettled: [],
      otherwise,
    };
    const words = statusWords(await mock.repeat(exchanges));
    const hidden = failures ? [] : hiddenBy(broken);
    const read = { ...choicesOfWire(profile.wire), ...measuredChoices(all), ...judgedChoices(otherwise, held) };
    const known = Object.fromEntries(Object.entries(read).filter(([name]) => !hidden.includes(name)));
    stage('what it chose');
    let chosen = await findChoices(exchanges, { mock, known, hidden, words, base });
    const { choices } = chosen;
    const tellingAll = { ...base, choices: { ...choices, faultsTold: 'all', entriesTold: 'each' } } as const;
    const toldAll = pairsOf(await mock.repeat(exchanges, atTheMock(tellingAll)), document, choices);
    const errorOrder = errorOrderIn(toldAll, { document, choices });
    const refusals = choices.faultsTold === 'first' ? {} : stagedApart(toldAll, choices.faultsTold === 'byStage');
    stage('how its answers are told');
    const ordered = { ...base, refusals, ...(errorOrder && { errorOrder }) };
    let deployment = await tell(exchanges, chosen, { mock, base: ordered, document, failures });
    for (let round = 0; round < ROUNDS; round++) {
      stage('what it chose, once more');
      const mended = await mendChoices(chosen, exchanges, { mock, known, hidden, words, base: deployment });
      if (JSON.stringify(mended) === JSON.stringify(chosen)) break;
      chosen = mended;
      deployment = await tell(exchanges, chosen, { mock, base: ordered, document, failures });
    }
    stage('how far our mock is like it then');
    await applyDeployment(document, deployment);
    return { deployment, fidelity: fidelityOf(await mock.repeat(exchanges, atTheMock(deployment))) };
  } finally {
    await mock.stop();
  }
}

/** Says what begins: each stage takes a while. */
function stage(what: string): void {
  say(`settling: ${what}`);
}

/** The operation of a path that was asked for with a method that it does not have. */
function ownerOf({ status, request }: NotedExchange, { operations }: ContractDocument): OperationSpec | undefined {
  const { pathname } = new URL(request.url);
  const isAt = (path: string) => new RegExp(`${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(pathname);
  return status === 405 ? operations.find(({ path }) => isAt(path)) : undefined;
}

/** Exchanges beside our answers, each with the operation and the place that it is about. */
function pairsOf(repeated: readonly Pair[], document: ContractDocument, choices: Deployment['choices']): Pair[] {
  const operations = new Map(document.operations.map((operation) => [operation.id, operation]));
  return repeated.map(({ seen, ours }) => {
    const operation = seen.operation ? operations.get(seen.operation) : ownerOf(seen, document);
    const place = requestPlaceOf(bodyOf(ours), 0, operation, document, choices);
    return { seen, ours, operation: operation ? (operation.aliasOf ?? operation.id) : undefined, place };
  });
}

/** How a target that made these choices tells its answers. */
async function tell(
  exchanges: readonly NotedExchange[],
  { choices, unseen }: FoundChoices,
  {
    mock,
    base,
    document,
    failures,
  }: { mock: Counterpart; base: Deployment; document: ContractDocument; failures: boolean },
): Promise<Deployment> {
  const pairs = pairsOf(await mock.repeat(exchanges, atTheMock({ ...base, choices })), document, choices);
  const { titles, refusals, unsettled: ofRefusals } = findRefusals(pairs, { failures, known: base.refusals });
  const { answers, unsettled: ofAnswers } = findAnswers(pairs, document, choices);
  const notSeen: Unsettled[] = unseen.map((name) => ({ what: `choices.${name}`, reason: 'was not seen' }));
  const unsettled = [...ofRefusals, ...ofAnswers, ...notSeen];
  const whole = withMostMembers({ ...base, titles, refusals, answers, choices, unsettled });
  return shortened(lawful(whole, document, failures), pairs);
}

/**
 * A deployment without what the source forbids: that is a finding of the run, and a choice only where failures are settled, marked. What
 * no file may say is told as unsettled.
 */
function lawful(deployment: Deployment, document: ContractDocument, failures: boolean): Deployment {
  const copy = structuredClone(deployment) as Deployment & Node;
  const unsaid: Unsettled[] = [];
  const left = new Set<string>();
  for (const { pointer, breaks, message } of deploymentFlaws(deployment, document)) {
    const form = breaks && failures ? formAt(copy, pointer) : undefined;
    if (form) form.breaks = [...new Set([...((form.breaks ?? []) as RuleId[]), breaks])];
    else left.add(pointer);
    if (!breaks) unsaid.push({ what: pointerSteps(pointer).join('.'), reason: message });
  }
  // From the last one on, so that what leaves a list moves no place that is still to come.
  for (const pointer of [...left].reverse()) remove(copy, pointer);
  return { ...copy, unsettled: [...copy.unsettled, ...unsaid] };
}

type Node = Record<string, unknown>;

/** The form that a pointer leads to, or that has the member that it leads to; undefined where there is none, such as of a title. */
function formAt(node: Node, pointer: string): Node | undefined {
  const [place = ''] = pointer.split(/\/(?:members|status)(?=\/|$)/, 1);
  const form = atPointer(node, place);
  return isObject(form) ? form : undefined;
}

function remove(node: Node, pointer: string): void {
  const holder = atPointer(node, pointer.slice(0, pointer.lastIndexOf('/')));
  const last = pointerSteps(pointer).at(-1) ?? '';
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else if (holder) delete (holder as Node)[last];
}
