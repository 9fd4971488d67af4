import { messageRules } from '../catalogue/messages.ts';
import type { Words } from '../catalogue/rule.ts';
import { schemaRules } from '../catalogue/schemas.ts';
import { type Diff, flowOf, type Pair } from '../diff.ts';
import { findCovering } from '../normalise/media-type.ts';
import type { Response } from '../normalise/operation.ts';
import { canonical } from '../schema/accepts.ts';
import { objectOf } from '../source.ts';
import { compareContent } from './bodies.ts';
import { compareParameters } from './parameters.ts';

/** Compares the answers of an operation, status by status. */
export function compareResponses(context: Diff, pair: Pair): void {
  const { base, revision } = pair;
  for (const [status, before] of base.responses) {
    const now = revision.responses.get(status);
    if (now) compareResponse(context, pair, status, before, now);
    else removed(context, pair, status, before);
  }
  for (const [status, now] of revision.responses) if (!base.responses.has(status)) added(context, pair, status, now);
}

function compareResponse(context: Diff, pair: Pair, status: string, before: Response, now: Response): void {
  const of = { message: 'answer', status } as const;
  compareParameters(context, pair, before.headers, now.headers, of);
  if (before.content.size > 0 && now.content.size === 0) {
    const [media] = before.content.values();
    report(context, pair, status, 'content-removed', {}, `${now.at}/content`, media?.at);
  } else {
    compareContent(context, pair, before.content, now.content, of, now.at);
  }
  compareLinks(context, pair, status, before, now);
}

function removed(context: Diff, pair: Pair, status: string, before: Response): void {
  const flow = flowOf(pair.base, 'answer');
  const heirs = heirsOf(pair, status);
  const isNarrowed = flow === 'request' && heirs.length > 0 && heirs.every(([other]) => isWithin(other, status));
  if (heirs.length > 0 && !isNarrowed) {
    const to = heirs.map(([other]) => other).join(', ');
    report(context, pair, status, 'status-respelt', { to }, heirs[0]?.[1].at ?? '', before.at);
    for (const [, now] of heirs) compareResponse(context, pair, status, before, now);
    return;
  }
  const to = isNarrowed ? heirs.map(([other]) => other).join(', ') : 'none';
  report(context, pair, status, 'status-removed', { to }, `${pair.revision.at}/responses/${status}`, before.at);
}

/** The new answers that stand for a status that is gone: a range for its statuses, statuses for a range, or the other way. */
function heirsOf({ base, revision }: Pair, status: string): [string, Response][] {
  const come = [...revision.responses].filter(([other]) => !base.responses.has(other));
  const within = come.filter(([other]) => isWithin(other, status));
  if (within.length > 0) return within;
  const range = [...revision.responses].filter(([other]) => isWithin(status, other));
  if (range.length > 0) return range;
  if (status === 'default') {
    const ranges = come.filter(([other]) => ['4XX', '5XX'].includes(other));
    return ranges.length === 2 ? ranges : [];
  }
  // An error that has no answer of its own any more is still told by the default one; a success is not.
  const known = /^[45]/.test(status) ? [...revision.responses] : come;
  return known.filter(([other]) => other === 'default');
}

function added(context: Diff, pair: Pair, status: string, now: Response): void {
  const flow = flowOf(pair.base, 'answer');
  const { responses } = pair.base;
  // What it stands for instead is told by that.
  if ([...responses.keys()].some((other) => isWithin(other, status) && !pair.revision.responses.has(other))) return;
  const range = responses.get(`${status[0]}XX`);
  if (range) {
    compareResponse(context, pair, status, range, now);
    return;
  }
  const fallback = responses.get('default');
  const isUnlike = fallback !== undefined && !isAlike(context, fallback, now);
  const isError = flow === 'response' && !/^[23]/.test(status) && !isUnlike;
  report(context, pair, status, isError ? 'error-status-added' : 'status-added', {}, now.at);
}

/** Whether a reader of the bodies of one answer can read those of another one. */
function isAlike(context: Diff, before: Response, now: Response): boolean {
  return [...before.content].every(([type, media]) => {
    const other = findCovering(now.content, type);
    if (!other) return now.content.size === 0;
    const deltas = context.comparisons.response.compare(media.schema, other.schema);
    return !deltas.some(({ rule }) => schemaRules[rule].response.level === 'breaking');
  });
}

/** Whether a status lies within a range such as `4XX`. */
function isWithin(status: string, range: string): boolean {
  return /^\d\d\d$/.test(status) && /^\dXX$/.test(range) && status[0] === range[0];
}

function compareLinks(context: Diff, pair: Pair, status: string, before: Response, now: Response): void {
  const [b, r] = [objectOf(before.links.node), objectOf(now.links.node)];
  for (const name of Object.keys(b)) {
    if (canonical(b[name]) === canonical(r[name])) continue;
    const rule = name in r ? 'link-changed' : 'link-removed';
    report(context, pair, status, rule, { from: name }, `${now.links.at}/${name}`, `${before.links.at}/${name}`);
  }
  for (const name of Object.keys(r)) {
    if (!(name in b)) report(context, pair, status, 'link-added', { to: name }, `${now.links.at}/${name}`);
  }
}

function report(
  context: Diff,
  pair: Pair,
  status: string,
  rule: keyof typeof messageRules,
  words: Partial<Words>,
  pointer: string,
  basePointer?: string,
): void {
  context.changes.add({
    rule: messageRules[rule][flowOf(pair.base, 'answer')],
    operation: pair.base.label,
    pointer,
    basePointer,
    words: { subject: `the answer ${status}`, ...words },
  });
}
