/** The weight of a change: calls stop working, clients should know of it, or no effect on clients. */
export type Level = 'breaking' | 'soft' | 'safe';

/** The side of a change: clients that send, clients that read, generated code, or any. */
export type Direction = 'request' | 'response' | 'client' | 'any';

/** A rule of the comparison. Its id is permanent, because `spec/accepted-changes.yaml` names it. */
export interface Rule {
  level: Level;
  /** The part of the version that a change raises at least. */
  version: 'major' | 'minor' | 'patch';
  /** The meaning for clients, with `{subject}`, `{from}` and `{to}` in place of words. */
  sentence: string;
}

/** The words of a sentence: the part of a message or document, and its state before and after (`none` for nothing). */
export type Words = Partial<Record<'subject' | 'from' | 'to', string | undefined>>;

const createRule = (level: Level, version: Rule['version']) => (sentence: string) => ({ level, version, sentence });
const breaking = createRule('breaking', 'major');
const soft = createRule('soft', 'minor');
const added = createRule('safe', 'minor');
const safe = createRule('safe', 'patch');

const tightened = breaking('The service limits {subject} to {to}; it accepted {from}.');
const relaxed = breaking('Clients get {subject} outside {from}: the service sends {to}.');

export const rules = {
  'not-judged': breaking(
    'Clients may break on {subject}, which no rule judges: compare both versions, then acknowledge or undo it.',
  ),

  'operation-removed': breaking('Clients that call {subject} get 404 or 405: the operation is gone.'),
  'operation-added': added('Clients may call {subject}.'),
  'operation-id-changed': soft('Generated code names the operation {to} instead of {from}.'),
  'operation-deprecated': soft('Clients should plan to stop calling {subject}: it is deprecated.'),
  'operation-no-longer-deprecated': safe('Clients may continue to call {subject}: it is no longer deprecated.'),
  'path-parameter-renamed': soft('Generated code names the path parameter `{to}` instead of `{from}`.'),
  'tags-changed': soft('Generated code groups {subject} under {to} instead of {from}.'),
  'part-added': added('The service may offer {subject}, which is new.'),

  'security-added': breaking('The service refuses clients without credentials: it requires {to}.'),
  'security-changed': breaking('The service refuses clients with {from}: it requires {to}.'),
  'security-removed': soft('The service admits clients without credentials.'),
  'security-relaxed': added('The service admits clients with {to}.'),
  'security-token-format-changed': soft('Clients that decode the token find the format {to} instead of {from}.'),
  'server-removed': breaking('Clients that call {subject} do not reach the service.'),
  'server-added': added('Clients may call {subject}.'),

  'request-body-required-added': breaking('The service refuses requests without a body.'),
  'request-body-added': added('Clients may send a body.'),
  'request-body-removed': breaking('The service refuses or ignores the body that clients send.'),
  'request-body-became-required': breaking('The service refuses requests without a body.'),
  'request-body-became-optional': added('Clients may leave the body out.'),
  'request-media-type-removed': breaking('The service refuses {subject} as {from}.'),
  'request-media-type-added': added('Clients may send {subject} as {to}.'),
  'request-parameter-removed': breaking('The service ignores {subject}, which clients send.'),
  'request-parameter-required-added': breaking('The service refuses requests without {subject}, which is new.'),
  'request-parameter-added': added('Clients may send {subject}.'),
  'request-parameter-became-required': breaking('The service refuses requests without {subject}.'),
  'request-parameter-became-optional': added('Clients may leave {subject} out.'),
  'request-parameter-deprecated': soft('Clients should plan to stop sending {subject}: it is deprecated.'),
  'request-parameter-serialization-changed': breaking('The service expects {subject} in the style {to}, not {from}.'),

  'response-status-removed': breaking('Clients that handle {subject} never get it.'),
  'response-status-respelt': soft('Generated code reads {subject} as {to}.'),
  'response-status-added': soft('Clients get {subject}, which they may not handle.'),
  'response-error-status-added': added('Clients may get {subject}, an error like the other ones.'),
  'response-content-removed': breaking('Clients that read {subject} find no body.'),
  'response-media-type-removed': breaking('Clients that accept {subject} as {from} only do not get it.'),
  'response-media-type-added': added('Clients may request {subject} as {to}.'),
  'response-header-removed': breaking('Clients that read {subject} do not find it.'),
  'response-header-added': added('Clients may read {subject}.'),
  'response-header-became-required': safe('Clients always find {subject}.'),
  'response-header-became-optional': breaking('Clients that rely on {subject} may not find it.'),
  'response-header-deprecated': soft('Clients should plan to stop reading {subject}: it is deprecated.'),
  'response-header-serialization-changed': breaking('Clients get {subject} in the style {to}, not {from}.'),

  'request-relaxed': added('The service accepts more values of {subject}: {to}.'),
  'response-restricted': safe('Clients get fewer values of {subject}: {to}.'),
  'request-type-changed': breaking('The service refuses {subject} as {from}: it expects {to}.'),
  'response-type-changed': breaking('Clients that read {subject} as {from} get {to}.'),
  'request-text-type-changed': soft('Generated clients send {subject} as {to} instead of {from}.'),
  'request-type-narrowed': breaking('The service refuses {subject} as {from}: it expects {to}.'),
  'response-type-widened': breaking('Clients that read {subject} as {from} also get {to}.'),
  'request-null-removed': breaking('The service refuses null as {subject}.'),
  'response-null-added': breaking('Clients that read {subject} also get null.'),
  'request-enum-value-removed': breaking('The service refuses {from} as {subject}.'),
  'response-enum-value-added': breaking('Clients that read {subject} also get {to}.'),
  'request-enum-added': breaking('The service refuses every {subject} but {to}.'),
  'response-enum-dropped': breaking('Clients that read {subject} also get other values than {from}.'),
  'request-branch-removed': breaking('The service refuses {subject} in the form {from}.'),
  'response-branch-added': breaking('Clients that read {subject} also get the form {to}.'),

  'request-property-removed': breaking('The service refuses or ignores {subject}: the property is gone.'),
  'response-property-removed': breaking('Clients that read {subject} do not find it: the property is gone.'),
  'request-read-only-property-removed': safe('The service ignores {subject} as before.'),
  'request-property-added': added('Clients may send {subject}.'),
  'response-property-added': added('Clients may read {subject}.'),
  'response-unknown-property-added': soft('Clients that reject unknown properties reject {subject}.'),
  'request-property-forbidden': breaking('The service refuses {subject}.'),
  'request-property-required': breaking('The service refuses requests without {subject}.'),
  'response-property-required': safe('Clients always find {subject}.'),
  'request-required-property-added': breaking('The service refuses requests without {subject}, which is new.'),
  'request-property-optional': added('Clients may leave {subject} out.'),
  'response-property-optional': breaking('Clients that rely on {subject} may not find it.'),
  'request-additional-properties-closed': breaking('The service refuses unknown properties in {subject}.'),
  'response-additional-properties-opened': breaking('Clients that read {subject} get unknown properties.'),
  'request-became-read-only': breaking('The service ignores {subject}, which clients send: it is read-only.'),
  'request-no-longer-read-only': safe('Clients may send {subject}: it is no longer read-only.'),
  'response-became-write-only': breaking('Clients that read {subject} do not find it: it is write-only.'),
  'response-no-longer-write-only': safe('Clients may read {subject}: it is no longer write-only.'),
  'request-no-longer-lenient': safe('The service checks {subject} against its schema.'),
  'request-deprecated': soft('Clients should plan to stop sending {subject}: it is deprecated.'),
  'response-deprecated': soft('Clients should plan to stop reading {subject}: it is deprecated.'),
  'request-default-changed': soft('The service takes {to} for {subject} when clients leave it out; it took {from}.'),

  'request-minimum-tightened': tightened,
  'response-minimum-relaxed': relaxed,
  'request-maximum-tightened': tightened,
  'response-maximum-relaxed': relaxed,
  'request-min-length-tightened': tightened,
  'response-min-length-relaxed': relaxed,
  'request-max-length-tightened': tightened,
  'response-max-length-relaxed': relaxed,
  'request-min-items-tightened': tightened,
  'response-min-items-relaxed': relaxed,
  'request-max-items-tightened': tightened,
  'response-max-items-relaxed': relaxed,
  'request-min-properties-tightened': tightened,
  'response-min-properties-relaxed': relaxed,
  'request-max-properties-tightened': tightened,
  'response-max-properties-relaxed': relaxed,
  'request-multiple-tightened': tightened,
  'response-multiple-relaxed': relaxed,
  'request-multiple-changed': breaking('The service refuses {subject} with {from}: it expects {to}.'),
  'response-multiple-changed': breaking('Clients that read {subject} with {from} get {to}.'),
  'request-unique-items-added': breaking('The service refuses {subject} with a repeated item.'),
  'response-unique-items-removed': breaking('Clients that read {subject} get repeated items.'),
  'request-format-tightened': breaking('The service limits {subject} to {to}.'),
  'response-format-relaxed': breaking('Clients that read {subject} with {from} also get other values.'),
  'request-format-changed': breaking('The service refuses {subject} with {from}: it expects {to}.'),
  'response-format-changed': breaking('Clients that read {subject} with {from} get {to}.'),
  'request-number-format-changed': soft('Generated code sends {subject} as {to} instead of {from}.'),
  'response-number-format-changed': soft('Generated code reads {subject} as {to} instead of {from}.'),
  'request-pattern-added': breaking('The service limits {subject} to {to}.'),
  'response-pattern-removed': breaking('Clients that read {subject} with {from} also get other values.'),
  'request-pattern-changed': breaking('The service may refuse {subject} with {from}: it expects {to}.'),
  'response-pattern-changed': breaking('Clients that read {subject} with {from} may get values with {to} only.'),
} satisfies Record<string, Rule>;

export type RuleId = keyof typeof rules;

/** A difference of two schemas: a rule without its direction. */
export type Difference = 'not-judged' | { [Id in RuleId]: Id extends `${Flow}-${infer Name}` ? Name : never }[RuleId];

/** The way of a value: a request is sent by clients, a response is read by them. */
export type Flow = 'request' | 'response';

/** The rule of a difference in one direction. A difference without a rule lets clients send more, or makes them get less. */
export function findRule(difference: Difference, flow: Flow): RuleId {
  if (difference === 'not-judged') return difference;
  const id = `${flow}-${difference}`;
  if (id in rules) return id as RuleId;
  return flow === 'request' ? 'request-relaxed' : 'response-restricted';
}

export function getDirection(id: RuleId): Direction {
  if (id === 'not-judged') return 'any';
  if (/^(operation-(id|deprecated|no)|path|tags)/.test(id)) return 'client';
  return /^(response|part)-/.test(id) ? 'response' : 'request';
}

/** The sentence of a rule with its words, or with letters for them. */
export function phrase(id: RuleId, words: Words = { subject: 'X', from: 'A', to: 'B' }): string {
  const filled = rules[id].sentence.replaceAll(
    /\{(subject|from|to)\}/g,
    (_, name: keyof Words) => words[name] || 'none',
  );
  return filled.charAt(0).toUpperCase() + filled.slice(1);
}

export interface Example {
  request?: { method: string; url: string; headers?: Record<string, string>; body?: unknown };
  answer?: { status: string; body?: unknown };
  /** `valid`, or the reason why the base document refuses it. */
  base: string;
  /** `valid`, or the reason why the revision refuses it. */
  revision: string;
}

export interface Change {
  level: Level;
  rule: string;
  /** The operationId, or method and path; empty for the whole document. */
  operation: string;
  /** Every operation that uses a changed component. */
  operations?: string[];
  direction: Direction;
  /** The place in the revision; a removed part has the place where it would be. */
  pointer: string;
  /** The place in the base; absent for an addition. */
  basePointer?: string | undefined;
  message: string;
  example?: Example;
}

export interface DiffResult {
  verdict: Level;
  changes: Change[];
  /** The least `info.version` that the changes allow. */
  requiredVersion: string;
}
