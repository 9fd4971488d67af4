import { STATUS_CODES } from 'node:http';
import type { OperationSpec } from '../../spec/document.ts';
import { complainOf } from '../../spec/print.ts';
import { isLargeValue } from '../collections/memory.ts';
import { type AnyAnswer, goingOn, noted, refuse } from '../contract/answer.ts';
import { type CheckedRequest, ClientLeft, isToldInFull } from '../contract/check.ts';
import { unexpected } from '../contract/check-answer.ts';
import type { Deployed } from '../contract/deployed.ts';
import { notesOn } from '../contract/notes.ts';
import { type Preference, preferenceOf, UnmetPreference } from '../contract/preference.ts';
import { documentedAnswer } from '../contract/prism.ts';
import { refuseViolations } from '../contract/refusals.ts';
import { isBehaved, type ServedOperation } from '../operations/index.ts';
import { perform } from '../operations/perform.ts';
import type { Effect } from '../state/scenarios.ts';
import type { World } from '../state/world.ts';
import { ownTurn } from '../time/turns.ts';

/** Answers requests by behaviour, or by the document itself where that is asked for or there is no behaviour. */
export class Answering {
  /** @param contract what partitions without a deployment answer as */
  constructor(private readonly contract: Deployed) {}

  /** What a partition answers as; one that could not be opened, as the contract. */
  deployed(world: World | undefined): Deployed {
    return world?.deployed ?? this.contract;
  }

  /**
   * Compiles what requests of an operation are checked by where a partition has a deployment of its own, which is compiled as it is used.
   * Of a crowd that comes to many such partitions, each has its turn.
   */
  compile(world: World | undefined, { id }: OperationSpec): Promise<void> | undefined {
    const { validators } = world?.deployed ?? {};
    if (!validators || validators.isCompiled(id)) return undefined;
    return ownTurn().then(() => validators.compileRequests(id));
  }

  /** The answer to a checked request under the effects of its scenarios. Never rejects: what fails is a 500, and logged. */
  async answer(
    request: CheckedRequest,
    operation: ServedOperation,
    world: World,
    effects: readonly Effect[],
  ): Promise<AnyAnswer> {
    try {
      for (const { delay } of effects) {
        if (delay) await world.clock.wait(delay.from + Math.random() * (delay.to - delay.from), request.onLeft);
      }
      const gateway = effects.find((effect) => effect.gateway)?.gateway;
      if (gateway) return gatewayPage(gateway);
      const deployed = this.deployed(world);
      const { check, reshape, validators } = deployed;
      const found = explained(await this.found(request, operation, world, effects), request, deployed);
      const answer = reshape(found, operation, request, world.clock.now());
      // It is checked and written next, which takes others' time when it is large, or the first of its kind.
      const { spec } = operation;
      const isLong = () => !validators.isCompiled(spec.id, answer.status) || isLargeValue(answer.body);
      if (!check.knows(answer) && isLong()) await ownTurn({ goesOn: true });
      return check.checked(spec, answer);
    } catch (error) {
      if (error instanceof UnmetPreference) return badPreference(operation);
      if (error instanceof ClientLeft) return refuse(503, { code: '10007', detail: error.message });
      complainOf(`mock: ${operation.spec.id} failed:`, error);
      return unexpected();
    }
  }

  /** The answer as the mock gives it without a deployment. */
  private async found(
    request: CheckedRequest,
    operation: ServedOperation,
    world: World,
    effects: readonly Effect[],
  ): Promise<AnyAnswer> {
    const scenario = effects.find(({ perSecond }) => perSecond)
      ? TOO_MANY
      : effects.find(({ answer }) => answer)?.answer;
    if (scenario) return { ...(await provoked(scenario, operation, this.contract)), origin: 'scenario' };
    const { prefer } = request.headers;
    const preference = prefer === undefined ? undefined : preferenceOf(prefer);
    const refusal = refuseViolations(request, operation, this.deployed(world).choices);
    if (isBehaved(operation) && !preference) {
      const answer = await perform(request, refusal, operation, world);
      return prefer === undefined ? answer : noted(answer, NO_PREFERENCE);
    }
    // The document would answer with the first example of a refusal, whatever it is about.
    if (refusal) return refusal;
    const { document, check } = this.contract;
    const documented = await documentedAnswer(document, operation.spec, check, preference);
    return preference ? { ...documented, origin: 'prefer' } : documented;
  }
}

/** What a rate limit says to the calls beyond it. */
const TOO_MANY: NonNullable<Effect['answer']> = { status: 429, retryAfter: 1 };

/** What a gateway says in the place of the service: a page, in no form of the contract. */
function gatewayPage(status: 502 | 503 | 504): AnyAnswer {
  const title = `${status} ${STATUS_CODES[status]}`;
  const text = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`;
  return { status, body: undefined, rules: [], text, headers: { 'content-type': 'text/html' }, origin: 'scenario' };
}

const NO_PREFERENCE = 'The Prefer header asks for nothing that is known here: code=, example= or dynamic=true.';

/** A refusal that also tells what of its request counted for nothing: it may be why. What was asked for stays as it is. */
function explained(answer: AnyAnswer, request: CheckedRequest, read: Deployed): AnyAnswer {
  if (answer.status < 400 || answer.status >= 500 || answer.origin) return answer;
  const { operation, query, headers, rawBody } = request;
  const body = rawBody.length > 0 && isToldInFull(rawBody) ? request.body : undefined;
  return goingOn(answer, notesOn({ operation, query: Object.keys(query), headers, body }, read));
}

/** The answer that a scenario wants, whatever the call looks like. */
async function provoked(
  { status, example, retryAfter }: NonNullable<Effect['answer']>,
  { spec }: ServedOperation,
  { document, check }: Deployed,
): Promise<AnyAnswer> {
  const preference: Preference = {
    code: status,
    dynamic: false,
    ...(example !== undefined && { exampleKey: example }),
  };
  const answer = await documentedAnswer(document, spec, check, preference);
  if (retryAfter === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(retryAfter) } };
}

function badPreference({ code, spec }: ServedOperation): AnyAnswer {
  const statuses = [...spec.responses.keys()].filter((status) => status !== 'default').join(', ');
  const detail = `The contract has no answer as the Prefer header asks for; this operation has ${statuses}.`;
  return refuse(400, { code, detail });
}
