import type { Direction, Level } from './change.ts';

/** The part of the version that a change raises at least. */
type Bump = 'major' | 'minor' | 'patch';

/** The words of a sentence: the part of a message or document, and its state before and after (`none` for nothing). */
export interface Words {
  subject: string;
  from: string;
  to: string;
}

/** A rule of the comparison. Its id is permanent, because `spec/accepted-changes.yaml` names it. */
export interface Rule {
  id: string;
  direction: Direction;
  level: Level;
  version: Bump;
  /** The meaning for clients, with `{subject}`, `{from}` and `{to}` in place of words. */
  sentence: string;
}

type Draft = Pick<Rule, 'level' | 'version' | 'sentence'>;

const draft = (level: Level, version: Bump) => (sentence: string) => ({ level, version, sentence }) satisfies Draft;
const breaking = draft('breaking', 'major');
const soft = draft('soft', 'minor');
const added = draft('safe', 'minor');
const safe = draft('safe', 'patch');

/** Rules of one direction, by their ids. */
function oneWay<Name extends string>(direction: Direction, drafts: Record<Name, Draft>): Record<Name, Rule> {
  const rules = Object.entries<Draft>(drafts).map(([id, one]) => [id, { id, direction, ...one }] as const);
  return Object.fromEntries(rules) as Record<Name, Rule>;
}

/** The rules of a difference, by who sends the value. */
interface Ways {
  request?: Rule;
  response?: Rule;
}
type Drafts = { request?: Draft; response?: Draft };
type Rules<Written extends Record<string, Drafts>> = {
  [Name in keyof Written]: { [Way in keyof Written[Name]]: Rule };
};

/** Rules of two directions by their names; the id of each is its direction and its name. */
function twoWays<Written extends Record<string, Drafts>>(drafts: Written): Rules<Written> {
  const rules = Object.entries(drafts).map(([name, ways]) => {
    const both = Object.entries(ways).map(([way, one]: [string, Draft]) => {
      return [way, { id: `${way}-${name}`, direction: way as Direction, ...one }] as const;
    });
    return [name, Object.fromEntries(both)] as const;
  });
  return Object.fromEntries(rules) as Rules<Written>;
}

/** Operations, security and servers. */
export const documentRules = {
  ...oneWay('any', {
    'not-judged': breaking(
      '{subject} changed, and the gate does not judge it. Look at both versions, then acknowledge the change or undo it.',
    ),
  }),
  ...oneWay('request', {
    'operation-removed': breaking('Clients that call {subject} get 404 or 405: the operation is gone.'),
    'operation-added': added('Clients may call {subject}.'),
    'security-added': breaking('The service refuses clients without credentials: it requires {to}.'),
    'security-changed': breaking('The service refuses clients with {from}: it requires {to}.'),
    'security-removed': soft('The service admits clients without credentials.'),
    'security-relaxed': added('The service admits clients with {to}.'),
    'security-token-format-changed': soft('Clients that decode the token find the format {to} instead of {from}.'),
    'server-removed': breaking('Clients that call {subject} do not reach the service.'),
    'server-added': added('Clients may reach the service at {subject}.'),
    'server-variable-default-changed': soft('Clients that set no {subject} call {to} instead of {from}.'),
  }),
  ...oneWay('response', {
    'webhook-added': added('The service may call the webhook {subject}.'),
    'callback-added': added('The service may call the callback {subject}.'),
  }),
  ...oneWay('client', {
    'operation-id-changed': soft('Generated code names the operation {to} instead of {from}.'),
    'path-parameter-renamed': soft('Generated code names the path parameter `{to}` instead of `{from}`.'),
    'tags-changed': soft('Generated code groups {subject} under {to} instead of {from}.'),
    'operation-deprecated': soft('Clients should plan to stop calling {subject}: it is deprecated.'),
    'operation-no-longer-deprecated': safe('Clients may go on calling {subject}: it is no longer deprecated.'),
  }),
};

/** Bodies, statuses, media types, parameters and headers. */
export const messageRules = twoWays({
  'body-required-added': { request: breaking('The service refuses requests without a body.') },
  'body-added': { request: added('Clients may send a body.'), response: added('Clients get a body in {subject}.') },
  'body-removed': { request: breaking('The service refuses or ignores the body that clients send.') },
  'body-became-required': { request: breaking('The service refuses requests without a body.') },
  'body-became-optional': { request: added('Clients may leave the body out.') },
  'content-removed': { response: breaking('Clients that read {subject} find no body.') },
  'media-type-removed': {
    request: breaking('The service refuses {subject} as {from}.'),
    response: breaking('Clients that accept {subject} as {from} only do not get it.'),
  },
  'media-type-added': {
    request: added('Clients may send {subject} as {to}.'),
    response: added('Clients may request {subject} as {to}.'),
  },
  'status-respelt': { response: soft('Generated code reads {subject} as {to}.') },
  'status-removed': { response: breaking('Clients that handle {subject} never get it.') },
  'status-added': { response: soft('Clients get {subject}, which they may not handle.') },
  'error-status-added': { response: added('Clients may get {subject}, an error like the other ones.') },
  'link-added': { response: added('Clients may follow the link `{to}` of {subject}.') },
  'parameter-removed': { request: breaking('The service ignores {subject}, which clients send.') },
  'parameter-required-added': { request: breaking('The service refuses requests without {subject}, which is new.') },
  'parameter-added': { request: added('Clients may send {subject}.') },
  'parameter-became-required': { request: breaking('The service refuses requests without {subject}.') },
  'parameter-became-optional': { request: added('Clients may leave {subject} out.') },
  'parameter-deprecated': { request: soft('Clients should plan to stop sending {subject}: it is deprecated.') },
  'parameter-no-longer-deprecated': { request: added('Clients may go on sending {subject}.') },
  'parameter-media-type-changed': {
    request: breaking('The service does not understand {subject} as {from}: it expects {to}.'),
  },
  'parameter-serialization-changed': {
    request: breaking('The service does not understand {subject} in the style {from}: it expects {to}.'),
  },
  'header-removed': { response: breaking('Clients that read {subject} do not find it.') },
  'header-added': { response: added('Clients may read {subject}.') },
  'header-became-required': { response: safe('Clients always find {subject}.') },
  'header-became-optional': { response: breaking('Clients that rely on {subject} may not find it.') },
  'header-deprecated': { response: soft('Clients should plan to stop reading {subject}: it is deprecated.') },
  'header-no-longer-deprecated': { response: safe('Clients may go on reading {subject}.') },
  'header-media-type-changed': {
    response: breaking('Clients that read {subject} as {from} do not understand {to}.'),
  },
  'header-serialization-changed': {
    response: breaking('Clients that read {subject} in the style {from} do not understand {to}.'),
  },
});

const tightened = (what: string) => ({
  request: breaking(`The service refuses {subject} when its ${what} is not {to}; the limit was {from}.`),
  response: safe(`Clients find {subject} with the ${what} {to}; the limit was {from}.`),
});
const relaxed = (what: string) => ({
  request: added(`Clients may send {subject} with the ${what} {to}; the limit was {from}.`),
  response: breaking(`Clients get {subject} whose ${what} is outside {from}; the limit is {to}.`),
});

/** Values, by what becomes of the set of values that a schema allows. */
export const schemaRules = twoWays({
  'type-changed': {
    request: breaking('The service refuses {subject} as {from}: it expects {to}.'),
    response: breaking('Clients that read {subject} as {from} get {to}.'),
  },
  'text-type-changed': { request: soft('Generated clients send {subject} as {to} instead of {from}.') },
  'type-narrowed': {
    request: breaking('The service refuses {subject} as {from}: it expects {to}.'),
    response: safe('Clients never get {subject} as {from}.'),
  },
  'type-widened': {
    request: added('Clients may send {subject} as {to}.'),
    response: breaking('Clients that read {subject} as {from} also get {to}.'),
  },
  'null-removed': {
    request: breaking('The service refuses null as {subject}.'),
    response: safe('Clients never get null as {subject}.'),
  },
  'null-added': {
    request: added('Clients may send null as {subject}.'),
    response: breaking('Clients that read {subject} also get null.'),
  },
  'enum-value-removed': {
    request: breaking('The service refuses {from} as {subject}.'),
    response: safe('Clients never get {from} as {subject}.'),
  },
  'enum-value-added': {
    request: added('Clients may send {to} as {subject}.'),
    response: breaking('Clients that read {subject} also get {to}.'),
  },
  'enum-added': {
    request: breaking('The service refuses every {subject} but {to}.'),
    response: safe('Clients get only {to} as {subject}.'),
  },
  'enum-dropped': {
    request: added('Clients may send other values than {from} as {subject}.'),
    response: breaking('Clients that read {subject} also get other values than {from}.'),
  },
  'property-removed': {
    request: breaking('The service refuses or ignores {subject}, which clients send: the property is gone.'),
    response: breaking('Clients that read {subject} do not find it: the property is gone.'),
  },
  'read-only-property-removed': { request: safe('The service ignores {subject} as before.') },
  'property-added': { request: added('Clients may send {subject}.'), response: added('Clients may read {subject}.') },
  'unknown-property-added': {
    response: soft('Clients that reject unknown properties, as the schema allowed, reject {subject}.'),
  },
  'property-forbidden': { request: breaking('The service refuses {subject}.') },
  'property-required': {
    request: breaking('The service refuses requests without {subject}.'),
    response: safe('Clients always find {subject}.'),
  },
  'required-property-added': { request: breaking('The service refuses requests without {subject}, which is new.') },
  'property-optional': {
    request: added('Clients may leave {subject} out.'),
    response: breaking('Clients that rely on {subject} may not find it.'),
  },
  'additional-properties-closed': {
    request: breaking('The service refuses unknown properties in {subject}.'),
    response: safe('Clients find no unknown properties in {subject}.'),
  },
  'additional-properties-opened': {
    request: added('Clients may send unknown properties in {subject}.'),
    response: breaking('Clients that read {subject} get unknown properties.'),
  },
  'became-read-only': { request: breaking('The service ignores {subject}, which clients send: it is read-only.') },
  'no-longer-read-only': { request: safe('Clients may send {subject}: it is no longer read-only.') },
  'became-write-only': { response: breaking('Clients that read {subject} do not find it: it is write-only.') },
  'no-longer-write-only': { response: safe('Clients may read {subject}: it is no longer write-only.') },
  'became-lenient': { request: added('The service accepts any value as {subject}.') },
  'no-longer-lenient': { request: safe('The service checks {subject} against its schema.') },
  deprecated: {
    request: soft('Clients should plan to stop sending {subject}: it is deprecated.'),
    response: soft('Clients should plan to stop reading {subject}: it is deprecated.'),
  },
  'default-changed': {
    request: soft('The service takes {to} for {subject} when clients leave it out; it took {from}.'),
  },
  'branch-removed': {
    request: breaking('The service refuses {subject} in the form {from}.'),
    response: safe('Clients never get {subject} in the form {from}.'),
  },
  'branch-added': {
    request: added('Clients may send {subject} in the form {from}.'),
    response: breaking('Clients that read {subject} also get the form {from}.'),
  },
  'min-length-tightened': tightened('length'),
  'min-length-relaxed': relaxed('length'),
  'max-length-tightened': tightened('length'),
  'max-length-relaxed': relaxed('length'),
  'min-items-tightened': tightened('number of items'),
  'min-items-relaxed': relaxed('number of items'),
  'max-items-tightened': tightened('number of items'),
  'max-items-relaxed': relaxed('number of items'),
  'min-properties-tightened': tightened('number of properties'),
  'min-properties-relaxed': relaxed('number of properties'),
  'max-properties-tightened': tightened('number of properties'),
  'max-properties-relaxed': relaxed('number of properties'),
  'minimum-tightened': tightened('value'),
  'minimum-relaxed': relaxed('value'),
  'maximum-tightened': tightened('value'),
  'maximum-relaxed': relaxed('value'),
  'multiple-tightened': tightened('step'),
  'multiple-relaxed': relaxed('step'),
  'multiple-changed': {
    request: breaking('The service refuses {subject} in steps of {from}: it expects {to}.'),
    response: breaking('Clients that read {subject} in steps of {from} get {to}.'),
  },
  'format-tightened': {
    request: breaking('The service refuses {subject} outside the format {to}.'),
    response: safe('Clients find {subject} in the format {to}.'),
  },
  'format-relaxed': {
    request: added('Clients may send {subject} outside the format {from}.'),
    response: breaking('Clients that read {subject} in the format {from} also get other values.'),
  },
  'format-changed': {
    request: breaking('The service refuses {subject} in the format {from}: it expects {to}.'),
    response: breaking('Clients that read {subject} in the format {from} get {to}.'),
  },
  'number-format-changed': {
    request: soft('Generated code sends {subject} as {to} instead of {from}.'),
    response: soft('Generated code reads {subject} as {to} instead of {from}.'),
  },
  'unregistered-format-added': {
    request: soft('The service may refuse {subject} outside the format {to}, which no registry lists.'),
    response: safe('Clients find {subject} in the format {to}.'),
  },
  'pattern-added': {
    request: breaking('The service refuses {subject} that does not match {to}.'),
    response: safe('Clients find {subject} matching {to}.'),
  },
  'pattern-changed': {
    request: breaking('The service may refuse {subject} that matches {from}: it expects {to}.'),
    response: breaking('Clients that read {subject} matching {from} may get values that match {to} only.'),
  },
  'pattern-removed': {
    request: added('Clients may send {subject} that does not match {from}.'),
    response: breaking('Clients that read {subject} matching {from} also get other values.'),
  },
  'unique-items-added': {
    request: breaking('The service refuses {subject} with a repeated item.'),
    response: safe('Clients find no repeated item in {subject}.'),
  },
  'unique-items-removed': {
    request: added('Clients may repeat items of {subject}.'),
    response: breaking('Clients that read {subject} get repeated items.'),
  },
});

export type SchemaRule = keyof typeof schemaRules | 'not-judged';

/** The rule of a difference of schemas in one direction; differences that mean nothing in a direction have none. */
export function schemaRule(name: SchemaRule, flow: 'request' | 'response'): Rule | undefined {
  return name === 'not-judged' ? documentRules['not-judged'] : (schemaRules[name] as Ways)[flow];
}

/** Every rule of the comparison, once. */
export const catalogue: readonly Rule[] = [
  ...Object.values<Rule>(documentRules),
  ...[messageRules, schemaRules].flatMap((rules) => Object.values<Ways>(rules).flatMap((ways) => Object.values(ways))),
];

/** The sentence of a rule with its words. */
export function sentence({ sentence: text }: Rule, words: Partial<Words>): string {
  const filled = text.replaceAll(/\{(subject|from|to)\}/g, (_, name: keyof Words) => words[name] ?? 'none');
  return filled.charAt(0).toUpperCase() + filled.slice(1);
}
