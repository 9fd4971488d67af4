import { append } from '@hyperjump/json-pointer';
import { messageRules } from '../catalogue/messages.ts';
import type { Words } from '../catalogue/rule.ts';
import { type Diff, flowOf, type Of, type Pair } from '../diff.ts';
import { showBody } from '../example/examples.ts';
import { covers, findCovering, normaliseMediaType } from '../normalise/media-type.ts';
import type { Content, Media } from '../normalise/operation.ts';
import { compareEncodings } from './encodings.ts';
import { compareSchemas } from './schemas.ts';

interface Places {
  pointer: string;
  basePointer?: string;
}

/** Compares the bodies of requests. */
export function compareBodies(context: Diff, pair: Pair): void {
  const { base, revision } = pair;
  const [before, now] = [base.body, revision.body];
  const flow = flowOf(base, 'request');
  const report = (rule: keyof typeof messageRules, pointer: string, basePointer?: string) =>
    context.changes.add({
      rule: messageRules[rule][flow],
      operation: base.label,
      pointer,
      basePointer,
      show: () => showBody(context, pair, { message: 'request' }, rule),
    });
  if (before && now) {
    if (before.required !== now.required) {
      report(now.required ? 'body-became-required' : 'body-became-optional', `${now.at}/required`, before.at);
    }
    compareContent(context, pair, before.content, now.content, { message: 'request' }, now.at);
  } else if (before) {
    report('body-removed', `${revision.at}/requestBody`, before.at);
  } else if (now) {
    report(now.required && flow === 'request' ? 'body-required-added' : 'body-added', now.at);
  }
}

/** Compares what a body may be, by media type; a range (`application/*`) stands for the types that it covers. */
export function compareContent(context: Diff, pair: Pair, base: Content, revision: Content, of: Of, at: string): void {
  const flow = flowOf(pair.base, of.message);
  const where = of.message === 'request' ? 'the body' : `the answer ${of.status}`;
  const report = (rule: keyof typeof messageRules, type: string, words: Partial<Words>, places: Places) =>
    context.changes.add({
      rule: messageRules[rule][flow],
      operation: pair.base.label,
      ...places,
      words: { subject: where, ...words },
      show: () => showBody(context, pair, of, rule, type),
    });
  for (const [type, before] of base) {
    const now = findCovering(revision, type);
    const within = now ? [now] : [...revision].filter(([other]) => covers(type, other)).map(([, one]) => one);
    const words = `${where}${base.size > 1 ? ` (${before.name})` : ''}`;
    for (const media of within) {
      const isNearest = media === now || findCovering(base, normaliseMediaType(media.name)) === before;
      if (isNearest) compareMedia(context, pair, [before, media], { ...of, body: type }, words);
    }
    if (now) continue;
    const places = { pointer: append(before.name, `${at}/content`), basePointer: before.at };
    const to = within.map(({ name }) => name).join(', ');
    if (to === '') report('media-type-removed', before.name, { from: before.name }, places);
    else report('media-type-narrowed', before.name, { from: before.name, to }, places);
  }
  for (const [type, now] of revision) {
    if (findCovering(base, type) || [...base.keys()].some((known) => covers(type, known))) continue;
    // Clients that call say what the answer may be; those that are called don't.
    const isSent = flow === 'response' && of.message === 'request';
    report(isSent ? 'sent-media-type-added' : 'media-type-added', type, { to: now.name }, { pointer: now.at });
  }
}

/** Compares what a body is in one media type. */
function compareMedia(
  context: Diff,
  pair: Pair,
  [before, now]: [Media, Media],
  of: Of & { body: string },
  words: string,
): void {
  const part = { flow: flowOf(pair.base, of.message), at: now.at, baseAt: before.at, of };
  const isEncoded = Object.keys({ ...before.encoding, ...now.encoding }).length > 0;
  compareSchemas(context, pair, {
    ...part,
    words,
    base: before.schema,
    revision: now.schema,
    // What an encoding says may be JSON, or another way to write lists.
    text: isForm(of.body) && !isEncoded ? 'members' : undefined,
    lists: true,
  });
  compareSchemas(context, pair, { ...part, words: `an item of ${words}`, base: before.item, revision: now.item });
  compareEncodings(context, pair, before, now, of);
}

function isForm(type: string): boolean {
  return type.toLowerCase().startsWith('application/x-www-form-urlencoded');
}
