import type { ContractDocument } from '../document.ts';
import { ours } from '../generated/choices.ts';
import type { RuleId } from '../generated/rule-ids.ts';
import { didYouMean } from '../nearest.ts';
import { pointerStep } from '../pointer.ts';
import { choiceFlaw, choicesOf, type Rule } from '../register.ts';
import type { AnswerForm, Deployment, MemberChanges, RefusalForm } from './deployment.ts';
import { brokenBy } from './fixed.ts';
import type { Flaw } from './flaw.ts';
import { formsWithin } from './form-of.ts';
import { overlayActions } from './overlay.ts';

type Register = ReadonlyMap<RuleId, Rule>;

/**
 * What keeps a deployment from being one of this contract: another version, names that there are not, values that can't be or that the
 * source forbids.
 */
export function flawsOf(deployment: Deployment, document: ContractDocument, register: Register): Flaw[] {
  const tooMany = countFlaws(deployment);
  if (tooMany.length > 0) return tooMany;
  const flaws = [
    ...sizeFlaws(deployment),
    ...filledFlaws(deployment),
    ...versionFlaws(deployment, document),
    ...ruleFlaws(deployment, register),
    ...operationFlaws(deployment, document),
    ...choiceFlaws(deployment, register),
    ...nameFlaws(deployment, document),
    ...listFlaws(deployment),
  ];
  return flaws.length > 0 ? flaws : sourceFlaws(deployment, document, register);
}

/** Entries at most, each of which is looked up; there are fewer rules and choices than that. */
const MOST_ENTRIES = 500;

function countFlaws({ refusals, answers, choices, documentTypes = [], otherwise }: Deployment): Flaw[] {
  return Object.entries({ refusals, answers, choices, documentTypes, otherwise }).flatMap(([name, entries]) => {
    const { length } = Object.keys(entries);
    const message = `has ${length} entries; ${MOST_ENTRIES} is the most`;
    return length > MOST_ENTRIES ? [{ pointer: `/${name}`, message: `${name} ${message}` }] : [];
  });
}

/** Places of one refusal, or of one answer of an operation, that are filled in at most: each takes as much as what was asked. */
const MOST_FILLED = 100;

function filledFlaws({ refusals, answers }: Deployment): Flaw[] {
  return Object.entries({ refusals, answers }).flatMap(([name, forms]) =>
    Object.entries(forms).flatMap(([key, form]) => {
      const count = filledIn(form);
      const message = `${key} has ${count} places to fill in; ${MOST_FILLED} is the most`;
      return count > MOST_FILLED ? [{ pointer: `/${name}/${pointerStep(key)}`, message }] : [];
    }),
  );
}

/** Places that are filled in when a form is told: those of each member in one of its situations, and all others. */
function filledIn({ members = {}, ...others }: AnswerForm | RefusalForm): number {
  const ofMembers = Object.values(members).map((form) => {
    const { where = {}, ...own }: MemberChanges = form === 'absent' ? {} : form;
    return Math.max(placesIn(own), ...Object.values(where).map(placesIn));
  });
  return ofMembers.reduce((sum, count) => sum + count, placesIn(others));
}

const placesIn = (value: unknown) => JSON.stringify(value)?.match(/\{\w+\}/g)?.length ?? 0;

/** Members that a deployment changes at most: each is looked for in the whole contract. */
const MOST_MEMBERS = 500;

/** Of these, members of the items of a list, which may be a thousand. */
const MOST_OF_ITEMS = 50;

/** Characters, as JSON, of what a file says of one refusal or of the answers of one operation; and of each item of a list. */
const LONGEST = 20_000;
const LONGEST_OF_ITEMS = 5_000;

function sizeFlaws({ answers, refusals }: Deployment): Flaw[] {
  const refused = Object.values(refusals).flatMap((form) => formsWithin(form).map(([, one]) => one));
  const long = Object.entries({ refusals, answers }).flatMap(([name, forms]) =>
    Object.entries(forms)
      .filter(([, form]) => JSON.stringify(form).length > LONGEST)
      .map(([key]) => ({
        pointer: `/${name}/${pointerStep(key)}`,
        message: `${key} takes more than ${LONGEST} characters`,
      })),
  );
  const ofItems = Object.entries(answers).flatMap(([id, { members = {} }]) => {
    const own = Object.entries(members).filter(([path]) => path.startsWith('/data/*'));
    const isMuch = own.length > MOST_OF_ITEMS || JSON.stringify(own).length > LONGEST_OF_ITEMS;
    const message = `changes too much of each item; ${MOST_OF_ITEMS} members in ${LONGEST_OF_ITEMS} characters are the most`;
    return isMuch ? [{ pointer: `/answers/${pointerStep(id)}/members`, message }] : [];
  });
  if (long.length + ofItems.length > 0) return [...long, ...ofItems];
  const changed = [...Object.values(answers), ...refused].map(({ members = {} }) => Object.keys(members).length);
  const total = changed.reduce((sum, count) => sum + count, 0);
  return total > MOST_MEMBERS
    ? [{ pointer: '', message: `changes ${total} members; ${MOST_MEMBERS} is the most` }]
    : [];
}

function versionFlaws({ contract }: Deployment, { version }: ContractDocument): Flaw[] {
  if (contract === version) return [];
  const message = `was settled with contract ${contract}, and this is ${version}: settle it anew, or change it by hand`;
  return [{ pointer: '/contract', message }];
}

function ruleFlaws({ refusals, otherwise }: Deployment, register: Register): Flaw[] {
  const named: [string, string][] = [
    ...Object.keys(refusals).map((id): [string, string] => [`/refusals/${pointerStep(id)}`, id]),
    ...otherwise.map((id, index): [string, string] => [`/otherwise/${index}`, id]),
  ];
  return named.flatMap(([pointer, id]) => {
    const rule = register.get(id as RuleId);
    if (!rule) return [{ pointer, message: `${id} is no rule${didYouMean(id, [...register.keys()])}` }];
    return rule.retired ? [{ pointer, message: `${id} is retired` }] : [];
  });
}

function operationFlaws({ refusals, answers }: Deployment, { operations }: ContractDocument): Flaw[] {
  const known = operations.map(({ id }) => id as string);
  const named = [
    ...Object.keys(answers).map((id) => [`/answers/${pointerStep(id)}`, id] as const),
    ...Object.entries(refusals).flatMap(([rule, { on = {} }]) =>
      Object.keys(on).map((id) => [`/refusals/${rule}/on/${pointerStep(id)}`, id] as const),
    ),
  ];
  return named
    .filter(([, id]) => !known.includes(id))
    .map(([pointer, id]) => ({
      pointer,
      message: `${id} is no operation${didYouMean(id, known) || `; there are ${known.join(', ')}`}`,
    }));
}

function choiceFlaws({ choices }: Deployment, register: Register): Flaw[] {
  const known = choicesOf(register);
  return Object.entries(choices).flatMap(([name, value]) => {
    const pointer = `/choices/${pointerStep(name)}`;
    const choice = known.get(name);
    if (!choice) {
      const hint = didYouMean(name, [...known.keys()]) || '; the rules in spec/rules.yaml have them, as `choices`';
      return [{ pointer, message: `${name} is no choice${hint}` }];
    }
    const flaw = choiceFlaw(choice, value);
    return flaw === undefined ? [] : [{ pointer, message: `${name} ${flaw}` }];
  });
}

/** Headers that mean something else. */
const headers: readonly string[] = ['authorization', 'content-type', 'content-length', 'host', 'prefer'];

/** Names on the wire that something else has. */
function nameFlaws({ choices }: Deployment, { operations }: ContractDocument): Flaw[] {
  const { documentTypesPageName, emailPath, keyHeader, messageMember, pageNumberName, pageSizeName } = {
    ...ours,
    ...choices,
  };
  const taken = operations.find(({ path }) => path === emailPath && path !== ours.emailPath)?.id;
  const told = (name: keyof typeof choices, what: string) => [
    { pointer: `/choices/${name}`, message: `${name} ${what}` },
  ];
  return [
    ...(taken ? told('emailPath', `is the path of ${taken}`) : []),
    ...(headers.includes(keyHeader.toLowerCase()) ? told('keyHeader', 'is a header of another meaning') : []),
    ...(messageMember === 'suppressed' ? told('messageMember', 'is the name of another member') : []),
    ...(documentTypesPageName === 'page[size]'
      ? told('documentTypesPageName', 'is the name of another parameter')
      : []),
    ...([pageSizeName, 'status'].includes(pageNumberName)
      ? told('pageNumberName' in choices ? 'pageNumberName' : 'pageSizeName', 'is the name of another parameter')
      : []),
    ...(pageSizeName === 'status' ? told('pageSizeName', 'is the name of another parameter') : []),
  ];
}

/** What is wrong with an entry, and which rule of the source says so. */
const bySource = (rule: RuleId, message: string) => `${message} (${rule}, source)`;

/** What the source says can't be chosen. */
function sourceFlaws(deployment: Deployment, document: ContractDocument, register: Register): Flaw[] {
  const told = (pointer: string, form: RefusalForm | AnswerForm, rules: readonly RuleId[]) => {
    const isFurther = pointer.includes('/also/');
    const broken = brokenBy(form, rules, register, isFurther).filter(({ rule }) => !form.breaks?.includes(rule));
    return broken.map(({ rule, message }) => ({
      pointer,
      message: bySource(rule, message),
      breaks: rule,
    }));
  };
  const titles = Object.entries(deployment.titles ?? {}).flatMap(([code, title]) => {
    const about = [...register.values()].filter(({ fixed }) => fixed?.code?.includes(code));
    const rules = about.map(({ id }) => id);
    return told(`/titles/${pointerStep(code)}`, { code, title }, rules);
  });
  const refusals = Object.entries(deployment.refusals).flatMap(([id, form]) =>
    formsWithin(form).flatMap(([pointer, one]) => told(`/refusals/${id}${pointer}`, one, [id as RuleId])),
  );
  const answers = Object.entries(deployment.answers).flatMap(([id, form]) => {
    const about = [...register.values()].filter(
      ({ operation, fixed }) => operation === id && fixed?.status?.[0] === 200,
    );
    const rules = about.map(({ id: rule }) => rule);
    return [
      ...told(`/answers/${id}/status`, form, rules),
      ...Object.entries(form.where ?? {}).flatMap(([situation, status]) =>
        told(`/answers/${id}/where/${pointerStep(situation)}`, { ...form, status }, rules),
      ),
    ];
  });
  const { refused } = overlayActions(deployment, document);
  return [
    ...titles,
    ...refusals,
    ...answers,
    ...memberFlaws(deployment, document, register),
    ...typeFlaws(deployment),
    ...refused,
  ];
}

/** The lists of errors are no members beside them. */
function listFlaws({ refusals }: Deployment): Flaw[] {
  return Object.entries(refusals).flatMap(([rule, whole]) =>
    formsWithin(whole).flatMap(([within, { members = {} }, { body }]) =>
      ['/errors', '/detail', '/errors/*', '/detail/*']
        .filter((path) => path in members && body !== 'other')
        .map((path) => ({
          pointer: `/refusals/${rule}${within}/members/${pointerStep(path)}`,
          message: `${path} is no member beside the errors: see body`,
        })),
    ),
  );
}

/** Members that the source shows or hides whatever a deployment chooses (`fixed` in the register). */
function memberFlaws({ answers }: Deployment, { operations }: ContractDocument, register: Register): Flaw[] {
  return Object.entries(answers).flatMap(([id, { members = {}, breaks = [] }]) => {
    const original = operations.find((one) => one.id === id)?.aliasOf;
    const about = [...register.values()].filter(
      ({ id: rule, operation }) =>
        [operation].flat().some((name) => name === id || name === original) && !breaks.includes(rule),
    );
    return Object.entries(members).flatMap(([path, form]) => {
      const pointer = `/answers/${id}/members/${pointerStep(path)}`;
      const isLeftOut = form === 'absent' || form.unasked !== undefined;
      const isAdded = form !== 'absent' && ('missing' in form || 'where' in form);
      const shows = about.find(({ fixed }) => isLeftOut && fixed?.shown?.includes(path));
      const hides = about.find(({ fixed }) => isAdded && fixed?.hidden?.includes(path));
      const told = (rule: RuleId, what: string) => ({
        pointer,
        message: bySource(rule, `${path} can't be ${what}`),
        breaks: rule,
      });
      if (shows) return [told(shows.id, 'left out')];
      if (isLeftOut && path.endsWith('/*')) return [{ pointer, message: `${path} can't be left out: it is each item` }];
      return hides ? [told(hides.id, 'shown')] : [];
    });
  });
}

/** Document types that stand there twice, and a list without those that the source names. */
function typeFlaws({ documentTypes }: Deployment): Flaw[] {
  if (!documentTypes) return [];
  const names = documentTypes.map(({ short_name }) => short_name);
  const says = (rule: RuleId, what: string) => ({
    pointer: '/documentTypes',
    message: bySource(rule, what),
  });
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  const absent = namedTypes.find((name) => !names.includes(name));
  return [
    ...(repeated === undefined ? [] : [says('DIR-3', `a name must be unique, and ${repeated} is not`)]),
    ...(absent === undefined ? [] : [says('DIR-4', `${absent} must be listed`)]),
  ];
}

/** The document types that the source names. */
export const namedTypes: readonly string[] = ['letter_of_authorization', 'business_registration'];
