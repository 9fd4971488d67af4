import type { AnswerForm, Deployment, MemberForm, Unsettled } from '../../../spec/deployment/deployment.ts';
import { placesOf } from '../../../spec/deployment/described-member.ts';
import { askedAt } from '../../../spec/deployment/request-place.ts';
import { situationOf, statusIn } from '../../../spec/deployment/situation.ts';
import type { ContractDocument, OperationSpec } from '../../../spec/document.ts';
import { type Choices, ours } from '../../../spec/generated/choices.ts';
import { isObject, type Json } from '../../../spec/json.ts';
import { pointerStep, pointerSteps } from '../../../spec/pointer.ts';
import { nodeAt } from '../../../spec/trace.ts';
import { headerOf } from '../../suite/wire/exchange.ts';
import { freeForm, type Met, type Path, type Paths, requestOf } from '../asked/compared-members.ts';
import { bodyOf, breaksSource, isRefusal, isSuccess, type Pair } from '../asked/pair.ts';
import { exchangeLine, Tallies, Tally } from '../asked/tally.ts';
import { statusWords } from '../choices/choices.ts';
import { operations } from '../choices/operations.ts';
import { addedForm, addedItemForm, echoForm, entryForms, filledForm } from '../members/added-member.ts';
import { asSent } from '../members/as-sent.ts';
import { absentForm, type Found, knownForm } from '../members/known-member.ts';
import { listForm } from '../members/list-member.ts';
import { PageLinks } from './page-links.ts';

/** What a target's successes look like, by operation, in comparison with ours to the same requests; an alias answers as its original does. `choices` are the target's. */
export function findAnswers(
  pairs: readonly Pair[],
  document: ContractDocument,
  choices: Partial<Choices> = {},
): Pick<Deployment, 'answers'> & { unsettled: Unsettled[] } {
  const lawfulPairs = pairs.filter(({ seen }) => !breaksSource(seen));
  const lawful = lawfulPairs.filter(({ seen, ours }) => isSuccess(seen) && isSuccess(ours));
  const refused = lawfulPairs.filter(({ seen, ours }) => isRefusal(seen) && isRefusal(ours));
  const links = new PageLinks(
    lawful.map(({ seen }) => seen),
    { ...ours, ...choices },
  );
  const answers: Deployment['answers'] = {};
  const unsettled: Unsettled[] = [];
  for (const spec of document.operations) {
    const aliases = document.operations.filter(({ aliasOf }) => aliasOf === spec.id).map(({ id }) => id as string);
    const isOwn = ({ seen }: Pair) => [spec.id, ...aliases].includes(seen.operation as string);
    const own = lawful.filter(isOwn);
    if (own.length === 0 || spec.aliasOf) continue;
    const { status, where, both } = statusesIn(own);
    const { members, contradictions, met } = findMembers(own, refused.filter(isOwn), { links, spec, document });
    const { after, statuses } = operations[spec.id] ?? {};
    if (after) Object.assign(members, asSent(answers[after]?.members, { shown: members, met }));
    const words = statuses?.(own.map(({ seen }) => seen)) ?? {};
    if (Object.keys(words).length > 0) members['/data/*/status'] = { words };
    const located = locationsIn(own, status, where);
    answers[spec.id] = {
      ...(status !== undefined && { status }),
      ...(Object.keys(where).length > 0 && { where }),
      ...located,
      ...(Object.keys(members).length > 0 && { members }),
    } as AnswerForm;
    if (both)
      unsettled.push({
        what: `answers.${spec.id}.status`,
        reason: 'was seen in two ways',
        seen: both.map(exchangeLine),
      });
    const open = contradictions.filter(({ path }) => !(path in members));
    unsettled.push(...open.map(({ path, ...one }) => ({ ...one, what: `answers.${spec.id}.members.${path}` })));
  }
  return { answers, unsettled };
}

/**
 * The status of successes, and in which situations it is another one. Where one situation has two, the commoner is taken, and the exchanges
 * that contradict each other are given too.
 */
function statusesIn(pairs: readonly Pair[]) {
  const bySituation = new Tallies<string, number>();
  for (const { seen, ours } of pairs) bySituation.note(statusIn(bodyOf(ours) ?? {}) ?? '', seen.status, seen);
  const found = [...bySituation].flatMap(([situation, { clear }]) => (clear ? [{ situation, ...clear }] : []));
  const usual = new Tally<number>();
  for (const { value, by } of found) usual.add(value, by);
  const status = usual.commonest?.value;
  const others = found.filter(({ situation, value }) => situation !== '' && value !== status);
  return {
    status,
    where: Object.fromEntries(others.map(({ situation, value }) => [situation, value])),
    both: [...bySituation.values()].find(({ clear }) => !clear)?.contradiction,
  };
}

/**
 * Where a target says beside its usual status that what was made can be read: a path, with `{id}` in the place of the id, behind `{origin}`
 * where it is told with one; and in which situations with another status it says so too. Nothing when it does not say.
 */
function locationsIn(
  pairs: readonly Pair[],
  usual: number | undefined,
  where: NonNullable<AnswerForm['where']>,
): Pick<AnswerForm, 'location' | 'locatedIn'> {
  const location = locationIn(pairs.filter(({ seen }) => seen.status === usual));
  if (location === undefined) return {};
  const isIn = (situation: string) => (pair: Pair) => statusIn(bodyOf(pair.ours) ?? {}) === situation;
  const locatedIn = Object.keys(where).filter((situation) => locationIn(pairs.filter(isIn(situation))) === location);
  return { location, ...(locatedIn.length > 0 && { locatedIn }) };
}

function locationIn(pairs: readonly Pair[]): string | undefined {
  const paths = new Tally<string>();
  for (const { seen } of pairs) {
    const location = headerOf(seen.headers, 'location')?.replace(/^[a-z]+:\/\/[^/]+/i, '{origin}') ?? '';
    const id = (bodyOf(seen)?.data as Json | undefined)?.id;
    const isPath = /^(?:\{origin\})?\//.test(location);
    paths.add(isPath && typeof id === 'string' ? location.replace(id, '{id}') : '', seen);
  }
  return paths.clear?.value || undefined;
}

/** What is known of an operation and of its lists. */
interface Known {
  links: PageLinks;
  spec: OperationSpec;
  document: ContractDocument;
}

function findMembers(pairs: readonly Pair[], refused: readonly Pair[], { links, spec, document }: Known) {
  const paths: Paths = new Map();
  const words = statusWords(pairs);
  for (const pair of pairs) meet(metIn(pair, words, links), '', paths);
  for (const pair of refused) meetBesideErrors(pair, paths);
  paths.delete('');
  const members: Record<string, MemberForm> = {};
  const contradictions: (Omit<Unsettled, 'what'> & { path: string })[] = [];
  const absent: string[] = [];
  for (const [path, met] of paths) {
    if (absent.some((other) => path.startsWith(`${other}/`))) continue;
    const found = formOf(met, path, spec, document);
    if (found === undefined) continue;
    if ('seen' in found) contradictions.push({ path, ...found });
    else Object.assign(members, { [path]: found.form }, formsWithin(path, met, found.form));
    if (members[path] === 'absent') absent.push(path);
  }
  return { members, contradictions, met: paths };
}

/** Entries of a list beside the errors of a refusal, such as suppressed recipients, are told as those beside `data`. */
function meetBesideErrors({ seen, ours: own }: Pair, paths: Paths): void {
  const [theirs, ours] = [bodyOf(seen), bodyOf(own)];
  const about = { seen, whole: ours, situation: undefined, part: undefined, beside: undefined };
  for (const [name, list] of Object.entries(ours ?? {})) {
    const other = theirs?.[name];
    if (name === 'errors' || name === 'detail' || !Array.isArray(list) || !Array.isArray(other)) continue;
    for (const [index, item] of other.slice(0, list.length).entries())
      meet({ ...about, theirs: item, ours: list[index] }, `/${pointerStep(name)}/*`, paths);
  }
}

/** How members are told within what the target adds: of the entries of a list, and of an object those that are lists or say what the request does. */
function formsWithin(path: string, { all }: Path, form: MemberForm): Record<string, MemberForm> {
  if (form !== 'absent' && form.list) return entryForms(path, all, form);
  const added = all.filter(({ theirs, ours }) => isObject(theirs) && ours === undefined);
  const found = Object.keys((added[0]?.theirs as Json | undefined) ?? {}).flatMap((name) => {
    const within = added.map((one) => ({ ...one, theirs: (one.theirs as Json)[name], beside: one.part }));
    const own = listForm(within) ?? echoForm(within, name);
    return own ? [[`${path}/${pointerStep(name)}`, own] as const] : [];
  });
  return Object.fromEntries(found);
}

/** How a member is told that was met under a path; undefined when as ours is, or its data alone differ. */
function formOf(met: Path, path: string, spec: OperationSpec, document: ContractDocument): Found | undefined {
  if (met.all.every(({ theirs }) => theirs === undefined)) return { form: absentForm(met.all) };
  const isItem = path.startsWith('/data/*');
  const isKnown = placesOf(document, spec, path).some((place) => place.isKnown);
  const name = pointerSteps(path).at(-1) ?? '';
  const filled = isKnown ? filledForm(met, name) : undefined;
  if (filled) return filled;
  if (isKnown)
    return knownForm(met, {
      name,
      isItem,
      isVaried: isItem && operations[spec.id]?.statuses !== undefined,
      isEnum: !isItem && (path.startsWith('/suppressed/') || hasWords(document, spec, path)),
    });
  if (!isItem) return addedForm(met, name);
  const form = addedItemForm(met, name);
  return form && { form };
}

/** `words` are the target's statuses with ours that they stand for: a page or a message is in the situation in which the target shows it. */
function metIn({ seen, ours: own }: Pair, words: ReadonlyMap<string, string>, links: PageLinks): Met {
  const [theirs, ours = {}] = [links.told(seen), bodyOf(own)];
  const isPage = Array.isArray(theirs?.data);
  const status = words.get(statusIn(theirs ?? {}) ?? '');
  const shown = status === undefined ? ours : { ...ours, data: { ...(ours.data as Json), status } };
  const situation = situationOf(isPage ? (theirs as Json) : shown);
  return { theirs, ours, seen, whole: ours, situation, part: { data: requestOf(seen) }, beside: undefined };
}

/** Whether a member has words of its own. */
function hasWords({ json }: ContractDocument, spec: OperationSpec, path: string): boolean {
  return placesOf({ json } as ContractDocument, spec, path).some(({ parent, name }) => {
    const own = nodeAt(json, `${parent}/properties/${name}`) as Json | undefined;
    const schema = typeof own?.$ref === 'string' ? (nodeAt(json, own.$ref.slice(1)) as Json) : own;
    return schema !== undefined && ('enum' in schema || 'const' in schema);
  });
}

function meet(one: Met, path: string, paths: Paths, around?: Path): void {
  const { theirs, ours, part } = one;
  const here = paths.get(path) ?? { all: [], around };
  here.all.push(one);
  paths.set(path, here);
  if (freeForm.test(path)) return;
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    const parts = Array.isArray(part) && part.length === ours.length ? part : [];
    for (const [index, item] of theirs.slice(0, ours.length).entries())
      meet({ ...one, theirs: item, ours: ours[index], part: parts[index], beside: part }, `${path}/*`, paths);
  }
  if (!isObject(theirs) || !isObject(ours)) return;
  for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)]))
    meet(
      {
        ...one,
        theirs: theirs[name],
        ours: ours[name],
        part: askedAt(part, name),
        beside: path === '' ? undefined : part,
      },
      `${path}/${pointerStep(name)}`,
      paths,
      here,
    );
}
