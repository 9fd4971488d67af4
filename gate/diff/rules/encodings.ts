import { append } from '@hyperjump/json-pointer';
import { messageRules } from '../catalogue/messages.ts';
import type { Level } from '../change.ts';
import { type Diff, flowOf, type Of, type Pair } from '../diff.ts';
import { covers, normaliseMediaType } from '../normalise/media-type.ts';
import type { Media } from '../normalise/operation.ts';
import { canonical } from '../schema/accepts.ts';
import { memberOf } from '../schema/intersect.ts';
import type { AnyAlternative } from '../schema/shape.ts';
import type { Shaper } from '../schema/shaper.ts';
import { type Located, objectOf } from '../source.ts';

/** How a part of a form is written, with every default spelled out. */
interface Encoding {
  types: readonly string[];
  /** How the value is written out, where it is not written as one of the types. */
  notation: string;
  headers: string;
}

/** Compares how the parts of a form are written. */
export function compareEncodings(context: Diff, pair: Pair, before: Media, now: Media, of: Of): void {
  const flow = flowOf(pair.base, of.message);
  const { base, revision } = context.comparisons[flow];
  for (const name of new Set([...Object.keys(before.encoding), ...Object.keys(now.encoding)])) {
    const level = levelOf(encodingOf(base, before, name), encodingOf(revision, now, name), flow === 'request');
    if (!level) continue;
    context.changes.add({
      rule: messageRules[level === 'safe' ? 'encoding-widened' : 'encoding-changed'][flow],
      operation: pair.base.label,
      pointer: append(name, `${now.at}/encoding`),
      basePointer: append(name, `${before.at}/encoding`),
      words: { subject: name },
    });
  }
}

/** How a change weighs: writers may go on as before when all ways are still taken, readers when there is no new one. */
function levelOf(before: Encoding, now: Encoding, isWritten: boolean): Level | undefined {
  if (before.notation !== now.notation || before.headers !== now.headers) return 'breaking';
  const [sent, taken] = isWritten ? [before, now] : [now, before];
  const takes = (one: Encoding, other: Encoding) =>
    other.types.every((type) => one.types.some((range) => covers(range, type)));
  if (!takes(taken, sent)) return 'breaking';
  return takes(sent, taken) ? undefined : 'safe';
}

function encodingOf(shaper: Shaper, media: Media, name: string): Encoding {
  const { contentType, style, explode, allowReserved, headers } = objectOf(media.encoding[name]);
  const alternatives = alternativesOf(shaper, media.schema, name);
  const isPlain = !alternatives.some(({ type }) => type === 'object');
  const written = typeof style === 'string' ? style : 'form';
  const isExploded = written === 'deepObject' || (typeof explode === 'boolean' ? explode : written === 'form');
  const isStyled = [style, explode, allowReserved].some((said) => said !== undefined);
  // A form of texts and lists is written like that anyway.
  const isUsual = written === 'form' && isExploded && allowReserved !== true && isPlain;
  const types = typeof contentType === 'string' ? contentType.split(',').map(normaliseMediaType) : usual(alternatives);
  return {
    types,
    notation: isStyled && !isUsual ? `${written} ${isExploded} ${allowReserved === true}` : '',
    headers: canonical(headers ?? {}),
  };
}

/** What a part may be; of a list, what its items may be. */
function alternativesOf(shaper: Shaper, form: readonly Located[], name: string): readonly AnyAlternative[] {
  const parts = shaper.shapeOf(form).alternatives.flatMap((one) => (one.type === 'object' ? memberOf(one, name) : []));
  const listed = parts.length === 0 ? [] : shaper.shapeOf(parts).alternatives;
  return listed.flatMap((one) =>
    one.type === 'array' && one.items.length > 0 ? shaper.shapeOf(one.items).alternatives : [one],
  );
}

/** The media types of a part that names none. */
function usual(alternatives: readonly AnyAlternative[]): string[] {
  if (alternatives.some(({ type }) => type === 'object')) return ['application/json'];
  const isBinary = alternatives.some(
    (one) => one.type === 'string' && one.formats.some(({ value }) => value === 'binary'),
  );
  return [isBinary ? 'application/octet-stream' : 'text/plain'];
}
