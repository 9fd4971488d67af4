import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import type { Validators } from '../../spec/validators.ts';
import { type AnyAnswer, refuse } from './answer.ts';
import type { CheckedRequest } from './check.ts';
import { type Preference, UnmetPreference } from './preference.ts';
import type { Prism } from './prism.ts';
import { refuseFaults, validationCode } from './refusals.ts';

/** What answers a request that has behaviour; undefined leaves the answer to Prism. */
export type Upstream = (() => AnyAnswer | Promise<AnyAnswer>) | undefined;

/** The contract at work: it lets behaviour or Prism answer, and checks every answer against the document. */
export interface Contract {
  /** Never rejects; an answer that breaks the contract comes out as a 500 and is logged. */
  answer(request: CheckedRequest, upstream: Upstream): Promise<AnyAnswer>;
}

/** How often an answer is generated until one keeps the contract. */
const ATTEMPTS = 10;

/**
 * Sets the contract to work. Behaviour answers by itself; an operation without behaviour, and a `Prefer` header that asks for one of
 * the contract's answers, are Prism's.
 */
export function createContract(document: ContractDocument, validators: Validators): Contract {
  let prism: Promise<Prism> | undefined;
  /** Frozen bodies, such as pages of a list, with the answer of the contract that they were found to be: they need no second look. */
  const found = new WeakMap<object, { operation: OperationSpec; status: number; text: Buffer }>();

  /** Importing Prism takes about a second and half the memory, and few requests need it. */
  function loaded(): Promise<Prism> {
    prism ??= import('./prism.ts').then(({ loadPrism }) => loadPrism(document));
    return prism;
  }

  /** How an answer breaks the contract, in a sentence. */
  function findBreach({ operation }: CheckedRequest, { status, body }: AnyAnswer): string | undefined {
    const violation = validators.responseBody(operation.id, status, body);
    if (!violation) return undefined;
    return `an answer of ${operation.id} (${status}) breaks the contract: ${violation.pointer || 'the body'} ${violation.message}`;
  }

  /** An answer that is fit to be sent: itself, or the failure that it hides. */
  function checked(request: CheckedRequest, answer: AnyAnswer): AnyAnswer {
    const { operation } = request;
    const { status, body } = answer;
    const known = found.get(body as object);
    if (known?.operation === operation && known.status === status) return { ...answer, text: known.text };
    const breach = findBreach(request, answer);
    if (breach) {
      console.error(`mock: ${breach}`);
      return unexpected();
    }
    if (typeof body !== 'object' || body === null || !Object.isFrozen(body)) return answer;
    const text = Buffer.from(JSON.stringify(body));
    found.set(body, { operation, status, text });
    return { ...answer, text };
  }

  async function askPrism(request: CheckedRequest, preference: Preference): Promise<AnyAnswer> {
    // Prism would answer with the first example of a refusal, whatever it is about.
    const refusal = refuseFaults(request);
    if (refusal) return refusal;
    const { answer } = await loaded();
    if (preference.dynamic) {
      // Prism's generator does not know every keyword of 3.1: what it makes is checked, and in the end an example steps in.
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const generated = await answer(request.operation, preference).catch(() => undefined);
        if (generated && !findBreach(request, generated)) return withHeaders(generated, request);
      }
    }
    const example = await answer(request.operation, { ...preference, dynamic: false });
    return withHeaders(checked(request, example), request);
  }

  return {
    async answer(request, upstream) {
      try {
        const { prefer } = request.headers;
        const preference = prefer === undefined ? undefined : (await loaded()).preferenceOf(prefer);
        if (upstream && !preference) return checked(request, await upstream());
        return await askPrism(request, preference ?? { dynamic: false });
      } catch (error) {
        if (error instanceof UnmetPreference) return badPreference(request);
        console.error(`mock: ${request.operation.id} failed:`, error);
        return unexpected();
      }
    },
  };
}

/** An answer that was asked for, with the header that the contract has for its status. */
function withHeaders(answer: AnyAnswer, { operation }: CheckedRequest): AnyAnswer {
  const headers: Record<number, Record<string, string>> = {
    401: { 'www-authenticate': 'Bearer' },
    405: { allow: operation.method.toUpperCase() },
    429: { 'retry-after': '30' },
  };
  return { ...answer, headers: { ...headers[answer.status], ...answer.headers } };
}

function badPreference({ operation }: CheckedRequest): AnyAnswer {
  return refuse(400, {
    code: validationCode(operation.id),
    detail: 'The contract has no answer as the Prefer header asks for.',
  });
}

function unexpected(): AnyAnswer {
  return refuse(500, { code: '10007', detail: 'An unexpected error occurred.' });
}
