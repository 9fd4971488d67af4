import { limits } from './limits.ts';
import { added, bothWays, breaking, safe, soft, type Words } from './rule.ts';

/** How schemas differ, by what becomes of the values that they allow. */
export const schemaRules = bothWays({
  'type-changed': {
    request: breaking((w) => `Clients that send ${w.subject} as ${w.from} are refused: it has to be ${w.to} now.`),
    response: breaking((w) => `Clients that read ${w.subject} as ${w.from} are given ${w.to}.`),
  },
  'text-type-changed': {
    request: soft(
      (w) => `Clients that are generated anew send ${w.subject} as ${w.to}, not ${w.from}; it is written alike.`,
    ),
  },
  'type-narrowed': {
    request: breaking((w) => `Clients that send ${w.subject} as ${w.from} are refused: ${mustBe(w)} now.`),
    response: safe(
      (w) => `Clients never find ${w.from} as ${w.subject} any more${isNothing(w) ? '' : `, but ${w.to}`}.`,
    ),
  },
  'type-widened': {
    request: added((w) => `Clients may send ${w.to} as ${w.subject}, not only ${w.from}.`),
    response: breaking((w) => `Clients that read ${w.subject} as ${w.from} are given ${w.to} as well.`),
  },
  'null-removed': {
    request: breaking((w) => `Clients that send null as ${w.subject} are refused.`),
    response: safe((w) => `Clients never find null as ${w.subject} any more.`),
  },
  'null-added': {
    request: added((w) => `Clients may send null as ${w.subject}.`),
    response: breaking((w) => `Clients that read ${w.subject} are given null, which it never was.`),
  },
  'enum-value-removed': {
    request: breaking(
      (w) => `Clients that send ${w.from} as ${w.subject} are refused: the value is no longer allowed.`,
    ),
    response: safe((w) => `Clients never find ${w.from} as ${w.subject} any more.`),
  },
  'enum-value-added': {
    request: added((w) => `Clients may send ${w.to} as ${w.subject}.`),
    response: breaking((w) => `Clients that read ${w.subject} are given ${w.to}, a value that was not there.`),
  },
  'enum-added': {
    request: breaking((w) => `Clients that send anything but ${w.to} as ${w.subject} are refused.`),
    response: safe((w) => `Clients find nothing but ${w.to} as ${w.subject} now.`),
  },
  'enum-dropped': {
    request: added((w) => `Clients may send anything as ${w.subject}, not only ${w.from}.`),
    response: breaking((w) => `Clients that read ${w.subject} are given other values than ${w.from}.`),
  },
  'property-removed': {
    request: breaking((w) => `Clients that send ${w.subject} are refused or ignored: the property is gone.`),
    response: breaking((w) => `Clients that read ${w.subject} do not find it any more.`),
  },
  'read-only-property-removed': {
    request: safe((w) => `Clients that send ${w.subject} are ignored as before: it was read-only, and is gone.`),
  },
  'property-added': {
    request: added((w) => `Clients may send ${w.subject}.`),
    response: added((w) => `Clients are given ${w.subject}, which is new.`),
  },
  'unknown-property-added': {
    response: soft(
      (w) => `Clients that refuse unknown properties, as the document allowed, stumble over ${w.subject}.`,
    ),
  },
  'property-forbidden': { request: breaking((w) => `Clients that send ${w.subject} are refused.`) },
  'property-required': {
    request: breaking((w) => `Clients that leave \`${w.to}\` out of ${w.subject} are refused: it is required now.`),
    response: safe((w) => `Clients always find \`${w.to}\` in ${w.subject} now.`),
  },
  'required-property-added': {
    request: breaking(
      (w) => `Clients that do not know \`${w.to}\`, a new required property of ${w.subject}, are refused.`,
    ),
  },
  'property-optional': {
    request: added((w) => `Clients may leave \`${w.from}\` out of ${w.subject} now.`),
    response: breaking(
      (w) => `Clients that rely on \`${w.from}\` in ${w.subject} may not find it: it is no longer required.`,
    ),
  },
  'additional-properties-closed': {
    request: breaking((w) => `Clients that send other properties than the named ones in ${w.subject} are refused.`),
    response: safe((w) => `Clients find no other properties than the named ones in ${w.subject} now.`),
  },
  'additional-properties-opened': {
    request: added((w) => `Clients may send other properties than the named ones in ${w.subject}.`),
    response: breaking((w) => `Clients that read ${w.subject} are given other properties than the named ones.`),
  },
  'became-read-only': { request: breaking((w) => `Clients that send ${w.subject} are ignored: it is read-only.`) },
  'no-longer-read-only': { request: safe((w) => `Clients may send ${w.subject} now; it was read-only.`) },
  'became-write-only': {
    response: breaking((w) => `Clients that read ${w.subject} do not find it any more: it is write-only.`),
  },
  'no-longer-write-only': { response: safe((w) => `Clients are given ${w.subject} now; it was write-only.`) },
  'became-lenient': { request: added((w) => `Clients may send anything as ${w.subject} now.`) },
  'no-longer-lenient': {
    request: safe((w) => `Clients have to send ${w.subject} as the document says: it is no longer lenient.`),
  },
  deprecated: {
    request: soft((w) => `Clients that send ${w.subject} have to plan for its end: it is deprecated.`),
    response: soft((w) => `Clients that read ${w.subject} have to plan for its end: it is deprecated.`),
  },
  'default-changed': {
    request: soft(
      (w) => `Clients that leave ${w.subject} out are served differently: the default was ${w.from} and is ${w.to}.`,
    ),
  },
  'branch-removed': {
    request: breaking((w) => `Clients that send ${w.subject} in the form ${w.from} are refused: the form is gone.`),
    response: safe((w) => `Clients never find ${w.subject} in the form ${w.from} any more.`),
  },
  'branch-added': {
    request: added((w) => `Clients may send ${w.subject} in the form ${w.from}.`),
    response: breaking((w) => `Clients that read ${w.subject} are given the form ${w.from}, which was not there.`),
  },
  'dependent-required-added': {
    request: breaking((w) => `Clients that send \`${w.from}\` without \`${w.to}\` in ${w.subject} are refused.`),
    response: safe((w) => `Clients find \`${w.to}\` in ${w.subject} wherever they find \`${w.from}\`.`),
  },
  'dependent-required-removed': {
    request: added((w) => `Clients may send \`${w.from}\` without \`${w.to}\` in ${w.subject}.`),
    response: breaking((w) => `Clients that rely on \`${w.to}\` beside \`${w.from}\` in ${w.subject} may not find it.`),
  },
  ...limits,
  'schema-changed': {
    request: breaking((w) => `Clients that send ${w.subject} as it was allowed may be refused: ${w.to}.`),
    response: breaking((w) => `Clients that read ${w.subject} are given values that were not allowed: ${w.to}.`),
  },
});

/** What the comparison calls a difference of schemas, whatever the direction. */
export type SchemaRule = keyof typeof schemaRules;

function mustBe(words: Words): string {
  return isNothing(words) ? 'nothing is allowed there' : `it has to be ${words.to}`;
}

function isNothing({ to }: Words): boolean {
  return to === 'nothing';
}
