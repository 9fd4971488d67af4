import { isDeepStrictEqual } from 'node:util';
import type { FurtherError } from '../../../spec/deployment/deployment.ts';
import { isEmpty } from '../../../spec/deployment/empty.ts';
import { pointerForms } from '../../../spec/deployment/pointer-form.ts';
import { parsed } from '../../suite/wire/answer.ts';
import { bodyOf, type Pair } from '../asked/pair.ts';
import type { ErrorEntry, RefusalBody, ValidationEntry } from '../asked/refusal-body.ts';

/** The refusals with the further errors by which the target tells a fault, where any has some and ours tells one fault alone. */
export function withFurtherErrors(refused: readonly Pair[]): readonly Pair[] {
  const found = refused.map((pair) => ({ pair, also: furtherErrorsOf(pair) }));
  if (!found.some(({ also }) => also && also.length > 0)) return refused;
  return found.map(({ pair, also }) => ({ ...pair, also }));
}

/** What the errors after the first say otherwise; undefined where ours tells several faults, or one leads to a place that is not ours. */
function furtherErrorsOf({ seen, ours }: Pair): FurtherError[] | undefined {
  const [theirs, own] = [seen, ours].map((one) => bodyOf(one) as RefusalBody | undefined);
  const further =
    furtherIn(theirs?.errors, own?.errors, (one, first, ours) =>
      otherwise(one, first, ours.source?.pointer, seen.request.body),
    ) ?? furtherIn(theirs?.detail, own?.detail, validationOtherwise);
  return further?.every((one) => one !== undefined) ? further : undefined;
}

/** What all entries after the first say otherwise; undefined where there is no list, or where ours has not one entry. */
function furtherIn<Entry>(
  theirs: readonly Entry[] | undefined,
  own: readonly Entry[] | undefined,
  otherwise: (one: Entry, first: Entry, ours: Entry) => FurtherError | undefined,
): (FurtherError | undefined)[] | undefined {
  const [first, ...others] = Array.isArray(theirs) ? theirs : [];
  const [ours] = own ?? [];
  if (!first || !ours || own?.length !== 1) return undefined;
  return others.map((one) => otherwise(one, first, ours));
}

/** The same of an entry of a refused query of mission runs, about the same parameter. */
function validationOtherwise(one: ValidationEntry, first: ValidationEntry): FurtherError | undefined {
  if (!isDeepStrictEqual(one.loc, first.loc)) return undefined;
  const { msg, type } = one;
  return {
    ...(type !== undefined && type !== first.type && { type }),
    ...(msg !== undefined && msg !== first.msg && { msg }),
  };
}

function otherwise(
  error: ErrorEntry,
  first: ErrorEntry,
  ours: string | undefined,
  sent = '',
): FurtherError | undefined {
  const { code, title, meta, source } = error;
  const [pointer] = pointerForms(source?.pointer, ours, parsed(sent));
  // Where ours names no place, such as for want of a body, the places of the target are always these.
  if (ours && pointer?.startsWith('/')) return undefined;
  const isOther = (name: 'code' | 'title' | 'meta') => JSON.stringify(error[name]) !== JSON.stringify(first[name]);
  const hasDetail = typeof error.detail === 'string';
  const form: FurtherError = {
    ...(isOther('code') && code !== undefined && { code }),
    ...(isOther('title') && title !== undefined && { title }),
    ...(hasDetail !== (typeof first.detail === 'string') && { detail: hasDetail }),
    ...(source?.pointer !== first.source?.pointer && { pointer: pointer as NonNullable<FurtherError['pointer']> }),
    ...(isOther('meta') && { meta: meta ?? 'none' }),
  };
  // One that says the same and leads to no place may as well be about another fault.
  return isEmpty(form) && !source?.pointer ? undefined : form;
}
