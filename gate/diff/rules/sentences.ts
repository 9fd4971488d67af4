import type { Delta, Step } from '../schema/delta.ts';
import type { Flow } from '../schema/shape.ts';

type Sentence = (subject: string, from: string, to: string) => string;

/** What a change means for who sends the value, and for who reads it. */
const sentences: Record<string, Record<Flow, Sentence>> = {
  'type-changed': {
    request: (s, from, to) => `Who sends ${s} as ${from} is refused: it has to be ${to} now.`,
    response: (s, from, to) => `Who reads ${s} as ${from} is given ${to}.`,
  },
  'type-narrowed': {
    request: (s, from, to) => `Who sends ${s} as ${from} is refused: it has to be ${to} now.`,
    response: (s, from, to) => `${s} is never ${from} any more, but ${to}.`,
  },
  'type-widened': {
    request: (s, from, to) => `${s} may be ${to} now, not only ${from}.`,
    response: (s, from, to) => `Who reads ${s} as ${from} is given ${to} as well.`,
  },
  'null-removed': {
    request: (s) => `Who sends null as ${s} is refused.`,
    response: (s) => `${s} is never null any more.`,
  },
  'null-added': {
    request: (s) => `${s} may be null now.`,
    response: (s) => `Who reads ${s} is given null, which it never was.`,
  },
  'enum-value-removed': {
    request: (s, from) => `Who sends ${from} as ${s} is refused: the value is no longer allowed.`,
    response: (s, from) => `${s} is never ${from} any more.`,
  },
  'enum-value-added': {
    request: (s, _, to) => `${s} may be ${to} now.`,
    response: (s, _, to) => `Who reads ${s} is given ${to}, a value that was not there.`,
  },
  'enum-added': {
    request: (s, _, to) => `Who sends anything but ${to} as ${s} is refused.`,
    response: (s, _, to) => `${s} is one of ${to} now.`,
  },
  'enum-dropped': {
    request: (s, from) => `${s} may be anything now, not only ${from}.`,
    response: (s, from) => `Who reads ${s} is given other values than ${from}.`,
  },
  'property-removed': {
    request: (s) => `Who sends ${s} is refused or not heard: the property is gone.`,
    response: (s) => `Who reads ${s} does not find it any more.`,
  },
  'property-added': {
    request: (s) => `${s} may be sent now.`,
    response: (s) => `${s} is new; who reads the object strictly stumbles over it.`,
  },
  'property-forbidden': {
    request: (s) => `Who sends ${s} is refused.`,
    response: (s) => `${s} is never there any more.`,
  },
  'property-required': {
    request: (s, _, to) => `Who leaves \`${to}\` out of ${s} is refused: it is required now.`,
    response: (s, _, to) => `\`${to}\` is always in ${s} now.`,
  },
  'required-property-added': {
    request: (s, _, to) => `Who does not know \`${to}\`, a new required property of ${s}, is refused.`,
    response: (s, _, to) => `\`${to}\` is new in ${s}, and always there.`,
  },
  'property-optional': {
    request: (s, from) => `\`${from}\` may be left out of ${s} now.`,
    response: (s, from) => `Who relies on \`${from}\` in ${s} may not find it: it is no longer required.`,
  },
  'additional-properties-closed': {
    request: (s) => `Who sends other properties than the named ones in ${s} is refused.`,
    response: (s) => `${s} has no other properties than the named ones now.`,
  },
  'additional-properties-opened': {
    request: (s) => `${s} may have other properties than the named ones now.`,
    response: (s) => `Who reads ${s} is given other properties than the named ones.`,
  },
  'became-read-only': {
    request: (s) => `Who sends ${s} is not heard any more: it is read-only.`,
    response: (s) => `${s} is read-only.`,
  },
  'no-longer-read-only': {
    request: (s) => `${s} may be sent now; it was read-only.`,
    response: (s) => `${s} is no longer read-only.`,
  },
  'became-write-only': {
    request: (s) => `${s} is write-only.`,
    response: (s) => `Who reads ${s} does not find it any more: it is write-only.`,
  },
  'no-longer-write-only': {
    request: (s) => `${s} is no longer write-only.`,
    response: (s) => `${s} is given back now; it was write-only.`,
  },
  'became-lenient': {
    request: (s) => `${s} may be anything now.`,
    response: (s) => `${s} is lenient.`,
  },
  'no-longer-lenient': {
    request: (s) => `Who sends ${s} not quite as the document says is refused: it is no longer lenient.`,
    response: (s) => `${s} is no longer lenient.`,
  },
  deprecated: both((s) => `${s} is deprecated: who uses it has to plan for its end.`),
  'default-changed': both(
    (s, from, to) => `Who leaves ${s} out is served differently: the default was ${from} and is ${to}.`,
  ),
  'branch-removed': {
    request: (s, from) => `Who sends ${s} in the form ${from} is refused: the form is gone.`,
    response: (s, from) => `${s} never has the form ${from} any more.`,
  },
  'branch-added': {
    request: (s, from) => `${s} may have the form ${from} now.`,
    response: (s, from) => `Who reads ${s} is given the form ${from}, which was not there.`,
  },
  'dependent-required-added': {
    request: (s, from, to) => `Who sends \`${from}\` without \`${to}\` in ${s} is refused.`,
    response: (s, from, to) => `${s} has \`${to}\` wherever it has \`${from}\`.`,
  },
  'dependent-required-removed': {
    request: (s, from, to) => `${s} may have \`${from}\` without \`${to}\` now.`,
    response: (s, from, to) => `Who relies on \`${to}\` beside \`${from}\` in ${s} may not find it.`,
  },
};

/** How the limits of a schema are called. */
const limits: Record<string, string> = {
  'min-length': 'least length',
  'max-length': 'greatest length',
  'min-items': 'least number of items',
  'max-items': 'greatest number of items',
  'min-properties': 'least number of properties',
  'max-properties': 'greatest number of properties',
  minimum: 'least value',
  maximum: 'greatest value',
  multiple: 'step',
  not: 'exclusion',
};

const tighter: Record<Flow, Sentence> = {
  request: (s, from, to) => `Who sends ${s} as it was allowed is refused: {what} was ${from} and is ${to}.`,
  response: (s, from, to) => `${s} keeps to tighter limits: {what} was ${from} and is ${to}.`,
};
const looser: Record<Flow, Sentence> = {
  request: (s, from, to) => `${s} has more room: {what} was ${from} and is ${to}.`,
  response: (s, from, to) =>
    `Who relies on the limits of ${s} is given values beyond them: {what} was ${from} and is ${to}.`,
};
const changed: Record<Flow, Sentence> = {
  request: (s, from, to) => `Who sends ${s} as it was allowed may be refused: {what} was ${from} and is ${to}.`,
  response: (s, from, to) => `Who reads ${s} is given what was not allowed: {what} was ${from} and is ${to}.`,
};

/** Who breaks and how, in a sentence about a difference of schemas. */
export function sentenceOf(delta: Delta, flow: Flow, part: string): string {
  const { rule, effect, from = 'none', to = 'none' } = delta;
  const member = /^property-(removed|added|forbidden)$/.test(rule) ? [{ member: delta.from ?? to }] : [];
  const subject = subjectOf([...delta.path, ...member], part);
  const fallback = effect === 'narrower' ? tighter : effect === 'wider' ? looser : changed;
  const sentence = (sentences[rule] ?? fallback)[flow](subject, from, to);
  const name = rule.replace(/-(tightened|relaxed|changed|added|removed)$/, '');
  const what = `the ${limits[name] ?? name.replaceAll('-', ' ')}`;
  return capital(sentence.replace('{what}', what).replace(/ was none and is none\b/, ' changed'));
}

/** `errors[].code of the answer 422`, as a reader would call the place of a value. */
export function subjectOf(path: readonly Step[], part: string): string {
  let name = '';
  for (const step of path) {
    if ('member' in step) name += name === '' ? step.member : `.${step.member}`;
    else if ('item' in step) name += '[]';
    else if ('other' in step) name += name === '' ? '*' : '.*';
  }
  const isOfNames = path.some((step) => 'names' in step);
  const subject = name === '' ? part : `\`${name}\` in ${part}`;
  return isOfNames ? `the name of a property of ${subject}` : subject;
}

function both(sentence: Sentence): Record<Flow, Sentence> {
  return { request: sentence, response: sentence };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
