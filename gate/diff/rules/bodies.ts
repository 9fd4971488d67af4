import { append } from '@hyperjump/json-pointer';
import type { Level } from '../change.ts';
import { type Context, flowOf, type Pair } from '../context.ts';
import { showBody } from '../example/examples.ts';
import type { Of } from '../message-part.ts';
import { covers, findCovering } from '../normalise/media-type.ts';
import type { Content, Media } from '../normalise/operation.ts';
import type { Flow } from '../schema/shape.ts';
import { compareEncodings } from './encodings.ts';
import { compareSchemas } from './schemas.ts';

/** Compares the bodies of requests. */
export function compareBodies(context: Context, pair: Pair): void {
  const { base, revision } = pair;
  const [before, now] = [base.body, revision.body];
  const flow = flowOf(base, 'request');
  const report = (level: Level, rule: string, pointer: string, message: string, basePointer?: string) =>
    context.changes.add({
      level,
      rule: `${flow}-body-${rule}`,
      operation: base.label,
      direction: flow,
      pointer,
      ...(basePointer !== undefined && { basePointer }),
      message,
      bump: 'minor',
      show: () => showBody(context, pair, { message: 'request' }, rule),
    });
  if (!before && !now) return;
  if (!before && now) {
    const isDemanded = now.required && flow === 'request';
    const text = isDemanded ? 'Who sends no body is refused: one is required now.' : 'The request may have a body now.';
    report(isDemanded ? 'breaking' : 'safe', isDemanded ? 'required-added' : 'added', now.at, text);
    return;
  }
  if (before && !now) {
    const text =
      flow === 'request'
        ? 'Who sends a body is refused or not heard: the request has none now.'
        : 'Who reads the body of the request does not find it any more.';
    report('breaking', 'removed', `${revision.at}/requestBody`, text, before.at);
    return;
  }
  if (!before || !now) return;
  if (before.required !== now.required) {
    const isBreaking = now.required === (flow === 'request');
    const rule = now.required ? 'became-required' : 'became-optional';
    const level = isBreaking ? 'breaking' : 'safe';
    report(level, rule, `${now.at}/required`, requirementText(now.required, flow), before.at);
  }
  compareContent(context, pair, before.content, now.content, { message: 'request' }, now.at);
}

function requirementText(required: boolean, flow: Flow): string {
  if (flow === 'request') return required ? 'Who sends no body is refused.' : 'The body may be left out now.';
  return required ? 'The request always has a body now.' : 'Who relies on the body of the request may not find one.';
}

/** Compares what a body may be, by media type; a range (`application/*`) stands for the types that it covers. */
export function compareContent(
  context: Context,
  pair: Pair,
  base: Content,
  revision: Content,
  of: Of,
  at: string,
): void {
  const flow = flowOf(pair.base, of.message);
  const where = of.message === 'request' ? 'the body' : `the answer ${of.status}`;
  const report = (level: Level, rule: string, type: string, media: Media, isNew: boolean, message: string) =>
    context.changes.add({
      level,
      rule: `${flow}-media-type-${rule}`,
      operation: pair.base.label,
      direction: flow,
      pointer: isNew ? media.at : append(type, `${at}/content`),
      ...(!isNew && { basePointer: media.at }),
      message,
      bump: 'minor',
      show: () => showBody(context, pair, of, `media-type-${rule}`, type),
    });
  for (const [type, before] of base) {
    const now = findCovering(revision, type);
    if (!now) {
      const text =
        flow === 'request'
          ? `Who sends ${where} as ${before.name} is refused.`
          : `Who asks for ${where} as ${before.name} does not get it.`;
      report('breaking', 'removed', before.name, before, false, text);
      continue;
    }
    const words = `${where}${base.size > 1 ? ` (${before.name})` : ''}`;
    compareSchemas(context, pair, {
      flow,
      words,
      base: before.schema,
      revision: now.schema,
      of: { ...of, body: type },
    });
    compareEncodings(context, pair, before, now, of);
  }
  for (const [type, now] of revision) {
    if (findCovering(base, type) || [...base.keys()].some((known) => covers(type, known))) continue;
    // Who calls says what the answer may be; who is called does not.
    const level = flow === 'response' && of.message === 'request' ? 'breaking' : 'safe';
    report(level, 'added', type, now, true, `${where.replace('the', 'The')} may be ${now.name} now.`);
  }
}
