import type { Example, Level } from '../change.ts';
import type { Bump } from '../changes.ts';
import type { Context, Pair } from '../context.ts';
import { isShown, showDelta, showPart } from '../example/examples.ts';
import type { Part } from '../message-part.ts';
import type { Delta, Effect } from '../schema/delta.ts';
import type { Flow } from '../schema/shape.ts';
import { sentenceOf } from './sentences.ts';

const levels: Record<Flow, Record<Effect, Level>> = {
  request: { narrower: 'breaking', wider: 'safe', both: 'breaking', none: 'safe' },
  response: { narrower: 'safe', wider: 'breaking', both: 'breaking', none: 'safe' },
};

/** Reports how the schemas of a part differ. */
export function compareSchemas(context: Context, pair: Pair, part: Part): void {
  const { flow } = part;
  const deltas = context.comparisons[flow].compare(part.base, part.revision);
  const report = (delta: Delta, level: Level, show: () => Example | undefined) =>
    context.changes.add({
      level,
      rule: `${flow}-${delta.rule}`,
      operation: pair.base.label,
      direction: flow,
      pointer: delta.at,
      ...(delta.baseAt !== undefined && { basePointer: delta.baseAt }),
      message: sentenceOf(delta, flow, part.words),
      bump: bumpOf(delta, flow),
      show,
    });
  for (const delta of deltas) report(delta, levelOf(delta, flow), () => showDelta(context, pair, part, delta));
  // A value that the other side alone wrote was not looked at, so that trying values would tell of it.
  const isTold = ({ rule }: Delta) => rule === 'no-longer-read-only' || rule === 'no-longer-write-only';
  const isGrave = deltas.some((delta) => levelOf(delta, flow) !== 'safe' || isTold(delta));
  if (isGrave || !isShown(context, part)) return;
  const [at, baseAt] = [part.revision[0]?.at ?? '', part.base[0]?.at ?? ''];
  const delta: Delta = { rule: 'schema-changed', effect: 'both', at, baseAt, path: [] };
  report(delta, 'breaking', () => showPart(context, pair, part));
}

/** How a difference weighs in one direction. */
export function levelOf(delta: Delta, flow: Flow): Level {
  return delta.level ?? levels[flow][delta.effect];
}

/** What clients may do or are given in addition is a new minor version. */
function bumpOf({ rule, effect }: Delta, flow: Flow): Bump {
  const isNew = /added$/.test(rule) && /property/.test(rule);
  return isNew || (flow === 'request' && effect === 'wider') ? 'minor' : 'patch';
}
