import type { Example } from '../change.ts';
import { type Diff, flowOf, type MessagePart, type Of, type Pair } from '../diff.ts';
import type { Operation } from '../normalise/operation.ts';
import type { Parameter } from '../normalise/parameter.ts';
import type { Delta } from '../schema/delta.ts';
import type { Flow } from '../schema/shape.ts';
import type { Located } from '../source.ts';
import { type Given, makeAnswer, makeRequest } from './message.ts';
import { Sampler } from './sampler.ts';

/** How many values are tried before a change goes without example. */
const attempts = 8;

/** A value that one side allows and the other refuses: what each of them says of it. */
export interface Shown extends Pick<Example, 'base' | 'revision'> {
  value: unknown;
  /** What the side says that refuses it. */
  refusal: string;
}

/** A value that shows how the schemas of a part differ, made along the way to the difference. */
export function shownBy(context: Diff, part: MessagePart, { path, witness }: Delta): Shown | undefined {
  return firstShown(context, part, (sampler, schema, variety) => sampler.along(schema, path, witness, variety));
}

/**
 * A value that one side alone allows, where the comparison of keywords told no difference. What it finds is sure, what it does not
 * find may be there all the same: values are tried, not reasoned about.
 */
export function untoldBy(context: Diff, part: MessagePart): Shown | undefined {
  if (context.comparisons[part.flow].isSame(part.base, part.revision)) return undefined;
  return firstShown(context, part, (sampler, schema, variety) =>
    [false, true].map((full) => sampler.sample(schema, { variety, full })),
  );
}

function firstShown(
  context: Diff,
  part: MessagePart,
  propose: (sampler: Sampler, schema: readonly Located[], variety: number) => Iterable<unknown>,
): Shown | undefined {
  const schema = part[allowing(part.flow)];
  const sampler = samplerOf(context, part.flow);
  function* proposals() {
    for (let variety = 0; variety < attempts; variety++) yield* propose(sampler, schema, variety);
  }
  for (const values of batches(proposals())) {
    const shown = judge(context, part, values);
    if (shown) return shown;
  }
  return undefined;
}

/** Values that are judged at once: to begin takes longer than to judge one. */
const batchSize = 16;

function* batches(values: Iterable<unknown>): Generator<unknown[]> {
  let batch: unknown[] = [];
  for (const value of values) {
    if (value !== undefined) batch.push(value);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** What nothing refuses where it has to be refused is not looked at by the other side. */
function judge({ judges }: Diff, { flow, ...part }: MessagePart, values: readonly unknown[]): Shown | undefined {
  const [here, there] = flow === 'request' ? (['base', 'revision'] as const) : (['revision', 'base'] as const);
  const refusals = judges[flow][there].refusals(part[there], values);
  const refused = values.flatMap((value, index) => {
    const refusal = refusals[index];
    return refusal === undefined ? [] : [{ value, refusal }];
  });
  if (refused.length === 0) return undefined;
  const others = judges[flow][here].refusals(
    part[here],
    refused.map(({ value }) => value),
  );
  const shown = refused.find((_, index) => others[index] === undefined);
  return shown && { ...shown, base: 'valid', revision: 'valid', [there]: shown.refusal };
}

/** A request has to be valid at the base and refused by the revision, an answer the other way round. */
function allowing(flow: Flow): 'base' | 'revision' {
  return flow === 'request' ? 'base' : 'revision';
}

function samplerOf({ comparisons }: Diff, flow: Flow): Sampler {
  return new Sampler(comparisons[flow][allowing(flow)]);
}

/** The message that a value of one of its parts makes. */
export function showValue(context: Diff, pair: Pair, { flow, of }: MessagePart, shown: Shown): Example | undefined {
  const { value, base, revision } = shown;
  const given: Given =
    'parameter' in of ? { parameters: new Map([[of.parameter, value]]) } : { body: { value, type: of.body } };
  const message = messageOf(context, pair, of, flow, given);
  return message && { ...message, base, revision };
}

function messageOf(
  context: Diff,
  pair: Pair,
  of: Of,
  flow: Flow,
  given: Given,
): Pick<Example, 'request' | 'answer'> | undefined {
  const [sampler, operation] = [samplerOf(context, flow), pair[allowing(flow)]];
  if (of.message === 'request') {
    const request = makeRequest(sampler, operation, given);
    return request && { request };
  }
  const answer = makeAnswer(sampler, operation, of.status ?? '', given);
  return answer && { answer };
}

/** A message that clients may send by the base, and what the revision says of it. */
function showSent(context: Diff, pair: Pair, of: Of, given: Given, revision: string): Example | undefined {
  const message = messageOf(context, pair, of, 'request', given);
  return message && { ...message, base: 'valid', revision };
}

/** A request of an operation that is gone. */
export function showRemovedOperation({ comparisons }: Diff, operation: Operation): Example | undefined {
  const request = makeRequest(new Sampler(comparisons[flowOf(operation, 'request')].base), operation, {});
  return request && { request, base: 'valid', revision: 'there is no such operation' };
}

/** A message that shows how a parameter, or the header of an answer, changed; only of those that clients send. */
export function showParameter(
  context: Diff,
  pair: Pair,
  of: Of,
  rule: string,
  { key, name, schema }: Parameter,
): Example | undefined {
  if (flowOf(pair.base, of.message) !== 'request') return undefined;
  const reasons: Record<string, string> = {
    'became-required': `${name} is required`,
    'required-added': `${name} is required`,
    'serialization-changed': `${name} is written otherwise`,
    'media-type-changed': `${name} is written otherwise`,
    removed: `there is no ${name}`,
  };
  const reason = reasons[rule];
  if (reason === undefined) return undefined;
  const isLeftOut = rule.includes('required');
  const value = isLeftOut ? undefined : samplerOf(context, 'request').sample(schema, { full: true });
  if (value === undefined && !isLeftOut) return undefined;
  return showSent(context, pair, of, { parameters: new Map([[key, value]]) }, reason);
}

/** A request that shows how a body changed as a whole: whether there is one, and as which media type. */
export function showBody(context: Diff, pair: Pair, of: Of, rule: string, named?: string): Example | undefined {
  if (flowOf(pair.base, of.message) !== 'request' || of.message !== 'request') return undefined;
  // Nobody sends a range of types.
  if (named?.includes('*')) return undefined;
  if (rule.includes('required')) return showSent(context, pair, of, {}, 'a body is required');
  const content = [...(pair.base.body?.content ?? [])];
  const [type, media] = content.find(([one]) => named === undefined || one === named) ?? [];
  const value = media && samplerOf(context, 'request').sample(media.schema);
  const reason = named === undefined ? 'there is no body' : `a body is not taken as ${named}`;
  return value === undefined ? undefined : showSent(context, pair, of, { body: { value, type } }, reason);
}
