import type { Example } from '../change.ts';
import type { Diff, Pair } from '../diff.ts';
import { flowOf } from '../diff.ts';
import type { MessagePart, Of } from '../message-part.ts';
import type { Operation } from '../normalise/operation.ts';
import type { Parameter } from '../normalise/parameter.ts';
import type { Delta } from '../schema/delta.ts';
import type { Flow } from '../schema/shape.ts';
import { type Given, makeAnswer, makeRequest } from './message.ts';

/** How many values are tried before a change goes without example. */
const attempts = 8;

/** A message that is valid on one side and not on the other, because the schemas of a part differ. */
export function showDelta(context: Diff, pair: Pair, part: MessagePart, delta: Delta): Example | undefined {
  return exampleOf(context, pair, part, findValue(context, part, delta));
}

function exampleOf(context: Diff, pair: Pair, part: MessagePart, value: Found | undefined): Example | undefined {
  const { flow, of } = part;
  if (!value) return undefined;
  const given: Given =
    'parameter' in of
      ? { parameters: new Map([[of.parameter, value.value]]) }
      : { body: { value: value.value, type: of.body } };
  const message = messageOf(context, pair, of, flow, given);
  return message && { ...message, base: value.base ?? 'valid', revision: value.revision ?? 'valid' };
}

/**
 * Why one side refuses a value that the other allows, where the comparison of keywords told no difference. What it finds is sure,
 * what it does not find may be there all the same: values are tried, not reasoned about.
 */
export function untoldRefusal(context: Diff, part: MessagePart): string | undefined {
  if (context.comparisons[part.flow].isSame(part.base, part.revision)) return undefined;
  const { base, revision } = tryValues(context, part) ?? {};
  return base ?? revision;
}

/** A message that is valid on one side and not on the other, found by trying. */
export function showPart(context: Diff, pair: Pair, part: MessagePart): Example | undefined {
  return exampleOf(context, pair, part, tryValues(context, part));
}

function tryValues(context: Diff, part: MessagePart): Found | undefined {
  const sampler = context.workshop(part.flow).samplers[part.flow === 'request' ? 'base' : 'revision'];
  for (let variety = 0; variety < attempts; variety++) {
    for (const full of [false, true]) {
      const made = sampler.sample(part[part.flow === 'request' ? 'base' : 'revision'], { variety, full });
      const found = made && judge(context, part, made.value);
      if (found) return found;
    }
  }
  return undefined;
}

interface Found {
  value: unknown;
  base: string | undefined;
  revision: string | undefined;
}

function findValue(context: Diff, part: MessagePart, { path, witness }: Delta): Found | undefined {
  const from = part.flow === 'request' ? 'base' : 'revision';
  const sampler = context.workshop(part.flow).samplers[from];
  for (let variety = 0; variety < attempts; variety++) {
    for (const value of sampler.along(part[from], path, witness, variety)) {
      const found = judge(context, part, value);
      if (found) return found;
    }
  }
  return undefined;
}

/** A request has to be valid at the base and refused by the revision, an answer the other way round. */
function judge(context: Diff, part: MessagePart, value: unknown): Found | undefined {
  const { judges } = context.workshop(part.flow);
  const base = judges.base.refusal(part.base, value);
  const revision = judges.revision.refusal(part.revision, value);
  const [here, there] = part.flow === 'request' ? [base, revision] : [revision, base];
  return here === undefined && there !== undefined ? { value, base, revision } : undefined;
}

function messageOf(
  context: Diff,
  pair: Pair,
  of: Of,
  flow: Flow,
  given: Given,
): Pick<Example, 'request' | 'answer'> | undefined {
  const from = flow === 'request' ? 'base' : 'revision';
  const sampler = context.workshop(flow).samplers[from];
  if (of.message === 'request') {
    const request = makeRequest(sampler, pair[from], given);
    return request && { request };
  }
  const answer = makeAnswer(sampler, pair[from], of.status ?? '', given);
  return answer && { answer };
}

/** A request of an operation that is gone. */
export function showRemovedOperation(context: Diff, operation: Operation): Example | undefined {
  const flow = flowOf(operation, 'request');
  const request = makeRequest(context.workshop(flow).samplers.base, operation, {});
  return request && { request, base: 'valid', revision: 'there is no such operation' };
}

/** A request that shows how a parameter changed; headers of answers likewise. */
export function showParameter(
  context: Diff,
  pair: Pair,
  of: Of,
  rule: string,
  parameter: Parameter,
): Example | undefined {
  const flow = flowOf(pair.base, of.message);
  if (flow !== 'request') return undefined;
  const reason: Record<string, string> = {
    'became-required': `${parameter.name} is required`,
    'required-added': `${parameter.name} is required`,
    'serialization-changed': `${parameter.name} is written otherwise`,
    'media-type-changed': `${parameter.name} is written otherwise`,
    removed: `there is no ${parameter.name}`,
  };
  if (!(rule in reason)) return undefined;
  const isLeftOut = rule.includes('required');
  const made = isLeftOut ? { value: undefined } : context.workshop(flow).samplers.base.sample(parameter.schema);
  if (!made) return undefined;
  const message = messageOf(context, pair, of, flow, { parameters: new Map([[parameter.key, made.value]]) });
  return message && { ...message, base: 'valid', revision: reason[rule] ?? '' };
}

/** A message that shows how a body changed as a whole: whether there is one, and as which media type. */
export function showBody(context: Diff, pair: Pair, of: Of, rule: string, type?: string): Example | undefined {
  const flow = flowOf(pair.base, of.message);
  if (flow !== 'request' || of.message !== 'request') return undefined;
  if (rule.includes('required')) {
    const message = messageOf(context, pair, of, flow, { withoutBody: true });
    return message && { ...message, base: 'valid', revision: 'a body is required' };
  }
  const [media] =
    type === undefined ? (pair.base.body?.content ?? []) : [[type, pair.base.body?.content.get(type)] as const];
  const made = media?.[1] && context.workshop(flow).samplers.base.sample(media[1].schema);
  if (!made || !media) return undefined;
  const message = messageOf(context, pair, of, flow, { body: { value: made.value, type: media[0] } });
  const reason = type === undefined ? 'there is no body' : `a body is not taken as ${type}`;
  return message && { ...message, base: 'valid', revision: reason };
}
