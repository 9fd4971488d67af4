import { complainOf } from '../../spec/print.ts';
import { type AnyAnswer, refuse } from '../contract/answer.ts';
import { type CheckedRequest, ClientLeft } from '../contract/check.ts';
import { unexpected } from '../contract/check-answer.ts';
import type { Deployed } from '../contract/deployed.ts';
import { Documented } from '../contract/documented.ts';
import { type Preference, UnmetPreference } from '../contract/preference.ts';
import { refuseViolations } from '../contract/refusals.ts';
import { isBehaved, type ServedOperation } from '../operations/index.ts';
import { perform } from '../operations/perform.ts';
import type { Effect } from '../state/scenarios.ts';
import type { World } from '../state/world.ts';

/** Answers requests by behaviour, or by the document itself where that is asked for or there is no behaviour. */
export class Answering {
  private readonly documented: Documented;

  /** @param contract what partitions without a deployment answer as */
  constructor(private readonly contract: Deployed) {
    this.documented = new Documented(contract.document, contract.check);
  }

  /** What a partition answers as; one that could not be opened, as the contract. */
  deployed(world: World | undefined): Deployed {
    return world?.deployed ?? this.contract;
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
      const { check, dress } = this.deployed(world);
      const answer = dress(await this.found(request, operation, world, effects), operation);
      return check.kept(operation.spec, answer);
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
    const scenario = effects.find(({ answer }) => answer)?.answer;
    if (scenario) return provoked(scenario, operation, this.documented);
    const { prefer } = request.headers;
    const preference = prefer === undefined ? undefined : await this.documented.preferenceOf(prefer);
    const refusal = refuseViolations(request, operation);
    if (isBehaved(operation) && !preference) return perform(request, refusal, operation, world);
    // The document would answer with the first example of a refusal, whatever it is about.
    return refusal ?? (await this.documented.answer(operation.spec, preference));
  }
}

/** The answer that a scenario wants, whatever the call looks like. */
async function provoked(
  { status, example, retryAfter }: NonNullable<Effect['answer']>,
  { spec }: ServedOperation,
  documented: Documented,
): Promise<AnyAnswer> {
  const preference: Preference = {
    code: status,
    dynamic: false,
    ...(example !== undefined && { exampleKey: example }),
  };
  const answer = await documented.answer(spec, preference);
  if (retryAfter === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(retryAfter) } };
}

function badPreference({ code }: ServedOperation): AnyAnswer {
  return refuse(400, { code, detail: 'The contract has no answer as the Prefer header asks for.' });
}
