import { type BothWays, oneWay, request, response, type Words } from './rule.ts';

const refused = (what: string) => (w: Words) =>
  `Clients that send ${w.subject} beyond its ${what} are refused: it was ${w.from} and is ${w.to}.`;
const held = (what: string) => (w: Words) =>
  `Clients find ${w.subject} held to a stricter ${what}: it was ${w.from} and is ${w.to}.`;
const free = (what: string) => (w: Words) =>
  `Clients have more room in ${w.subject}: the ${what} was ${w.from} and is ${w.to}.`;
const beyond = (what: string) => (w: Words) =>
  `Clients that read ${w.subject} are given values beyond the ${what} that it had: it was ${w.from} and is ${w.to}.`;
const refusedBy = (what: string) => (w: Words) =>
  `Clients that send ${w.subject} as it was allowed may be refused: ${what}.`;
const heldBy = (what: string) => (w: Words) => `Clients find ${w.subject} under stricter rules: ${what}.`;
const freeBy = (what: string) => (w: Words) => `Clients have more room in ${w.subject}: ${what}.`;
const beyondBy = (what: string) => (w: Words) =>
  `Clients that read ${w.subject} are given values that were not allowed: ${what}.`;

/** How schemas differ, by what becomes of the values that they allow. */
export const schemaRules = {
  'type-changed': {
    request: request.breaking(
      'request-type-changed',
      (w) => `Clients that send ${w.subject} as ${w.from} are refused: it has to be ${w.to} now.`,
    ),
    response: response.breaking(
      'response-type-changed',
      (w) => `Clients that read ${w.subject} as ${w.from} are given ${w.to}.`,
    ),
  },
  'text-type-changed': oneWay(
    request.soft(
      'request-text-type-changed',
      (w) => `Clients that are generated anew send ${w.subject} as ${w.to}, not ${w.from}; it is written alike.`,
    ),
  ),
  'type-narrowed': {
    request: request.breaking(
      'request-type-narrowed',
      (w) => `Clients that send ${w.subject} as ${w.from} are refused: it has to be ${w.to} now.`,
    ),
    response: response.safe(
      'response-type-narrowed',
      (w) => `Clients never find ${w.from} as ${w.subject} any more, but ${w.to}.`,
    ),
  },
  'type-widened': {
    request: request.added(
      'request-type-widened',
      (w) => `Clients may send ${w.to} as ${w.subject}, not only ${w.from}.`,
    ),
    response: response.breaking(
      'response-type-widened',
      (w) => `Clients that read ${w.subject} as ${w.from} are given ${w.to} as well.`,
    ),
  },
  'null-removed': {
    request: request.breaking('request-null-removed', (w) => `Clients that send null as ${w.subject} are refused.`),
    response: response.safe('response-null-removed', (w) => `Clients never find null as ${w.subject} any more.`),
  },
  'null-added': {
    request: request.added('request-null-added', (w) => `Clients may send null as ${w.subject}.`),
    response: response.breaking(
      'response-null-added',
      (w) => `Clients that read ${w.subject} are given null, which it never was.`,
    ),
  },
  'enum-value-removed': {
    request: request.breaking(
      'request-enum-value-removed',
      (w) => `Clients that send ${w.from} as ${w.subject} are refused: the value is no longer allowed.`,
    ),
    response: response.safe(
      'response-enum-value-removed',
      (w) => `Clients never find ${w.from} as ${w.subject} any more.`,
    ),
  },
  'enum-value-added': {
    request: request.added('request-enum-value-added', (w) => `Clients may send ${w.to} as ${w.subject}.`),
    response: response.breaking(
      'response-enum-value-added',
      (w) => `Clients that read ${w.subject} are given ${w.to}, a value that was not there.`,
    ),
  },
  'enum-added': {
    request: request.breaking(
      'request-enum-added',
      (w) => `Clients that send anything but ${w.to} as ${w.subject} are refused.`,
    ),
    response: response.safe('response-enum-added', (w) => `Clients find nothing but ${w.to} as ${w.subject} now.`),
  },
  'enum-dropped': {
    request: request.added(
      'request-enum-dropped',
      (w) => `Clients may send anything as ${w.subject}, not only ${w.from}.`,
    ),
    response: response.breaking(
      'response-enum-dropped',
      (w) => `Clients that read ${w.subject} are given other values than ${w.from}.`,
    ),
  },
  'property-removed': {
    request: request.breaking(
      'request-property-removed',
      (w) => `Clients that send ${w.subject} are refused or ignored: the property is gone.`,
    ),
    response: response.breaking(
      'response-property-removed',
      (w) => `Clients that read ${w.subject} do not find it any more.`,
    ),
  },
  'read-only-property-removed': oneWay(
    request.safe(
      'request-read-only-property-removed',
      (w) => `Clients that send ${w.subject} are ignored as before: it was read-only, and is gone.`,
    ),
  ),
  'property-added': {
    request: request.added('request-property-added', (w) => `Clients may send ${w.subject}.`),
    response: response.added('response-property-added', (w) => `Clients are given ${w.subject}, which is new.`),
  },
  'unknown-property-added': oneWay(
    response.soft(
      'response-unknown-property-added',
      (w) => `Clients that refuse unknown properties, as the document allowed, stumble over ${w.subject}.`,
    ),
  ),
  'property-forbidden': oneWay(
    request.breaking('request-property-forbidden', (w) => `Clients that send ${w.subject} are refused.`),
  ),
  'property-required': {
    request: request.breaking(
      'request-property-required',
      (w) => `Clients that leave \`${w.to}\` out of ${w.subject} are refused: it is required now.`,
    ),
    response: response.safe(
      'response-property-required',
      (w) => `Clients always find \`${w.to}\` in ${w.subject} now.`,
    ),
  },
  'required-property-added': oneWay(
    request.breaking(
      'request-required-property-added',
      (w) => `Clients that do not know \`${w.to}\`, a new required property of ${w.subject}, are refused.`,
    ),
  ),
  'property-optional': {
    request: request.added(
      'request-property-optional',
      (w) => `Clients may leave \`${w.from}\` out of ${w.subject} now.`,
    ),
    response: response.breaking(
      'response-property-optional',
      (w) => `Clients that rely on \`${w.from}\` in ${w.subject} may not find it: it is no longer required.`,
    ),
  },
  'additional-properties-closed': {
    request: request.breaking(
      'request-additional-properties-closed',
      (w) => `Clients that send other properties than the named ones in ${w.subject} are refused.`,
    ),
    response: response.safe(
      'response-additional-properties-closed',
      (w) => `Clients find no other properties than the named ones in ${w.subject} now.`,
    ),
  },
  'additional-properties-opened': {
    request: request.added(
      'request-additional-properties-opened',
      (w) => `Clients may send other properties than the named ones in ${w.subject}.`,
    ),
    response: response.breaking(
      'response-additional-properties-opened',
      (w) => `Clients that read ${w.subject} are given other properties than the named ones.`,
    ),
  },
  'became-read-only': oneWay(
    request.breaking('request-became-read-only', (w) => `Clients that send ${w.subject} are ignored: it is read-only.`),
  ),
  'no-longer-read-only': oneWay(
    request.safe('request-no-longer-read-only', (w) => `Clients may send ${w.subject} now; it was read-only.`),
  ),
  'became-write-only': oneWay(
    response.breaking(
      'response-became-write-only',
      (w) => `Clients that read ${w.subject} do not find it any more: it is write-only.`,
    ),
  ),
  'no-longer-write-only': oneWay(
    response.safe('response-no-longer-write-only', (w) => `Clients are given ${w.subject} now; it was write-only.`),
  ),
  'became-lenient': oneWay(
    request.added('request-became-lenient', (w) => `Clients may send anything as ${w.subject} now.`),
  ),
  'no-longer-lenient': oneWay(
    request.safe(
      'request-no-longer-lenient',
      (w) => `Clients have to send ${w.subject} as the document says: it is no longer lenient.`,
    ),
  ),
  deprecated: {
    request: request.soft(
      'request-deprecated',
      (w) => `Clients that send ${w.subject} have to plan for its end: it is deprecated.`,
    ),
    response: response.soft(
      'response-deprecated',
      (w) => `Clients that read ${w.subject} have to plan for its end: it is deprecated.`,
    ),
  },
  'default-changed': oneWay(
    request.soft(
      'request-default-changed',
      (w) => `Clients that leave ${w.subject} out are served differently: the default was ${w.from} and is ${w.to}.`,
    ),
  ),
  'branch-removed': {
    request: request.breaking(
      'request-branch-removed',
      (w) => `Clients that send ${w.subject} in the form ${w.from} are refused: the form is gone.`,
    ),
    response: response.safe(
      'response-branch-removed',
      (w) => `Clients never find ${w.subject} in the form ${w.from} any more.`,
    ),
  },
  'branch-added': {
    request: request.added('request-branch-added', (w) => `Clients may send ${w.subject} in the form ${w.from}.`),
    response: response.breaking(
      'response-branch-added',
      (w) => `Clients that read ${w.subject} are given the form ${w.from}, which was not there.`,
    ),
  },
  'dependent-required-added': {
    request: request.breaking(
      'request-dependent-required-added',
      (w) => `Clients that send \`${w.from}\` without \`${w.to}\` in ${w.subject} are refused.`,
    ),
    response: response.safe(
      'response-dependent-required-added',
      (w) => `Clients find \`${w.to}\` in ${w.subject} wherever they find \`${w.from}\`.`,
    ),
  },
  'dependent-required-removed': {
    request: request.added(
      'request-dependent-required-removed',
      (w) => `Clients may send \`${w.from}\` without \`${w.to}\` in ${w.subject}.`,
    ),
    response: response.breaking(
      'response-dependent-required-removed',
      (w) => `Clients that rely on \`${w.to}\` beside \`${w.from}\` in ${w.subject} may not find it.`,
    ),
  },
  'min-length-tightened': {
    request: request.breaking('request-min-length-tightened', refused('least length')),
    response: response.safe('response-min-length-tightened', held('least length')),
  },
  'min-length-relaxed': {
    request: request.added('request-min-length-relaxed', free('least length')),
    response: response.breaking('response-min-length-relaxed', beyond('least length')),
  },
  'max-length-tightened': {
    request: request.breaking('request-max-length-tightened', refused('greatest length')),
    response: response.safe('response-max-length-tightened', held('greatest length')),
  },
  'max-length-relaxed': {
    request: request.added('request-max-length-relaxed', free('greatest length')),
    response: response.breaking('response-max-length-relaxed', beyond('greatest length')),
  },
  'min-items-tightened': {
    request: request.breaking('request-min-items-tightened', refused('least number of items')),
    response: response.safe('response-min-items-tightened', held('least number of items')),
  },
  'min-items-relaxed': {
    request: request.added('request-min-items-relaxed', free('least number of items')),
    response: response.breaking('response-min-items-relaxed', beyond('least number of items')),
  },
  'max-items-tightened': {
    request: request.breaking('request-max-items-tightened', refused('greatest number of items')),
    response: response.safe('response-max-items-tightened', held('greatest number of items')),
  },
  'max-items-relaxed': {
    request: request.added('request-max-items-relaxed', free('greatest number of items')),
    response: response.breaking('response-max-items-relaxed', beyond('greatest number of items')),
  },
  'min-properties-tightened': {
    request: request.breaking('request-min-properties-tightened', refused('least number of properties')),
    response: response.safe('response-min-properties-tightened', held('least number of properties')),
  },
  'min-properties-relaxed': {
    request: request.added('request-min-properties-relaxed', free('least number of properties')),
    response: response.breaking('response-min-properties-relaxed', beyond('least number of properties')),
  },
  'max-properties-tightened': {
    request: request.breaking('request-max-properties-tightened', refused('greatest number of properties')),
    response: response.safe('response-max-properties-tightened', held('greatest number of properties')),
  },
  'max-properties-relaxed': {
    request: request.added('request-max-properties-relaxed', free('greatest number of properties')),
    response: response.breaking('response-max-properties-relaxed', beyond('greatest number of properties')),
  },
  'minimum-tightened': {
    request: request.breaking('request-minimum-tightened', refused('least value')),
    response: response.safe('response-minimum-tightened', held('least value')),
  },
  'minimum-relaxed': {
    request: request.added('request-minimum-relaxed', free('least value')),
    response: response.breaking('response-minimum-relaxed', beyond('least value')),
  },
  'maximum-tightened': {
    request: request.breaking('request-maximum-tightened', refused('greatest value')),
    response: response.safe('response-maximum-tightened', held('greatest value')),
  },
  'maximum-relaxed': {
    request: request.added('request-maximum-relaxed', free('greatest value')),
    response: response.breaking('response-maximum-relaxed', beyond('greatest value')),
  },
  'multiple-tightened': {
    request: request.breaking('request-multiple-tightened', refused('step')),
    response: response.safe('response-multiple-tightened', held('step')),
  },
  'multiple-relaxed': {
    request: request.added('request-multiple-relaxed', free('step')),
    response: response.breaking('response-multiple-relaxed', beyond('step')),
  },
  'format-tightened': {
    request: request.breaking('request-format-tightened', refused('format')),
    response: response.safe('response-format-tightened', held('format')),
  },
  'format-relaxed': {
    request: request.added('request-format-relaxed', free('format')),
    response: response.breaking('response-format-relaxed', beyond('format')),
  },
  'unregistered-format-added': {
    request: request.soft(
      'request-unregistered-format-added',
      (w) => `Clients may find ${w.subject} held to the format ${w.to}, which no registry knows.`,
    ),
    response: response.safe('response-unregistered-format-added', held('format')),
  },
  'multiple-changed': {
    request: request.breaking('request-multiple-changed', refused('step')),
    response: response.breaking('response-multiple-changed', beyond('step')),
  },
  'format-changed': {
    request: request.breaking('request-format-changed', refused('format')),
    response: response.breaking('response-format-changed', beyond('format')),
  },
  'number-format-changed': {
    request: request.soft(
      'request-number-format-changed',
      (w) =>
        `Clients that are generated anew have another type for ${w.subject}: the format was ${w.from} and is ${w.to}.`,
    ),
    response: response.soft(
      'response-number-format-changed',
      (w) =>
        `Clients that are generated anew have another type for ${w.subject}: the format was ${w.from} and is ${w.to}.`,
    ),
  },
  'pattern-added': {
    request: request.breaking('request-pattern-added', refused('pattern')),
    response: response.safe('response-pattern-added', held('pattern')),
  },
  'pattern-tightened': {
    request: request.breaking('request-pattern-tightened', refused('pattern')),
    response: response.safe('response-pattern-tightened', held('pattern')),
  },
  'pattern-changed': {
    request: request.breaking('request-pattern-changed', refused('pattern')),
    response: response.breaking('response-pattern-changed', beyond('pattern')),
  },
  'pattern-relaxed': {
    request: request.added('request-pattern-relaxed', free('pattern')),
    response: response.breaking('response-pattern-relaxed', beyond('pattern')),
  },
  'pattern-removed': {
    request: request.added('request-pattern-removed', free('pattern')),
    response: response.breaking('response-pattern-removed', beyond('pattern')),
  },
  'unique-items-added': {
    request: request.breaking('request-unique-items-added', refusedBy('no item may be repeated now')),
    response: response.safe('response-unique-items-added', heldBy('no item may be repeated now')),
  },
  'unique-items-removed': {
    request: request.added('request-unique-items-removed', freeBy('items may be repeated now')),
    response: response.breaking('response-unique-items-removed', beyondBy('items may be repeated now')),
  },
  'contains-tightened': {
    request: request.breaking('request-contains-tightened', refusedBy('what the list has to contain is stricter now')),
    response: response.safe('response-contains-tightened', heldBy('what the list has to contain is stricter now')),
  },
  'contains-relaxed': {
    request: request.added('request-contains-relaxed', freeBy('what the list has to contain is looser now')),
    response: response.breaking('response-contains-relaxed', beyondBy('what the list has to contain is looser now')),
  },
  'contains-changed': {
    request: request.breaking('request-contains-changed', refusedBy('what the list has to contain changed')),
    response: response.breaking('response-contains-changed', beyondBy('what the list has to contain changed')),
  },
  'union-tightened': {
    request: request.breaking('request-union-tightened', refusedBy('its union (`oneOf` or `anyOf`) is stricter now')),
    response: response.safe('response-union-tightened', heldBy('its union (`oneOf` or `anyOf`) is stricter now')),
  },
  'union-relaxed': {
    request: request.added('request-union-relaxed', freeBy('its union (`oneOf` or `anyOf`) is looser now')),
    response: response.breaking('response-union-relaxed', beyondBy('its union (`oneOf` or `anyOf`) is looser now')),
  },
  'union-changed': {
    request: request.breaking('request-union-changed', refusedBy('its union (`oneOf` or `anyOf`) changed')),
    response: response.breaking('response-union-changed', beyondBy('its union (`oneOf` or `anyOf`) changed')),
  },
  'not-tightened': {
    request: request.breaking('request-not-tightened', refusedBy('its exclusion (`not`) is stricter now')),
    response: response.safe('response-not-tightened', heldBy('its exclusion (`not`) is stricter now')),
  },
  'not-relaxed': {
    request: request.added('request-not-relaxed', freeBy('its exclusion (`not`) is looser now')),
    response: response.breaking('response-not-relaxed', beyondBy('its exclusion (`not`) is looser now')),
  },
  'not-changed': {
    request: request.breaking('request-not-changed', refusedBy('its exclusion (`not`) changed')),
    response: response.breaking('response-not-changed', beyondBy('its exclusion (`not`) changed')),
  },
  'dependent-schema-tightened': {
    request: request.breaking(
      'request-dependent-schema-tightened',
      refusedBy('what has to hold with one of its properties is stricter now'),
    ),
    response: response.safe(
      'response-dependent-schema-tightened',
      heldBy('what has to hold with one of its properties is stricter now'),
    ),
  },
  'dependent-schema-relaxed': {
    request: request.added(
      'request-dependent-schema-relaxed',
      freeBy('what has to hold with one of its properties is looser now'),
    ),
    response: response.breaking(
      'response-dependent-schema-relaxed',
      beyondBy('what has to hold with one of its properties is looser now'),
    ),
  },
  'dependent-schema-changed': {
    request: request.breaking(
      'request-dependent-schema-changed',
      refusedBy('what has to hold with one of its properties changed'),
    ),
    response: response.breaking(
      'response-dependent-schema-changed',
      beyondBy('what has to hold with one of its properties changed'),
    ),
  },
  'union-added': {
    request: request.breaking('request-union-added', refusedBy('it has to be one of a union now')),
    response: response.safe('response-union-added', heldBy('it has to be one of a union now')),
  },
  'union-removed': {
    request: request.added('request-union-removed', freeBy('it need not be one of a union any more')),
    response: response.breaking('response-union-removed', beyondBy('it need not be one of a union any more')),
  },
  'not-added': {
    request: request.breaking('request-not-added', refusedBy('something is excluded now')),
    response: response.safe('response-not-added', heldBy('something is excluded now')),
  },
  'not-removed': {
    request: request.added('request-not-removed', freeBy('nothing is excluded any more')),
    response: response.breaking('response-not-removed', beyondBy('nothing is excluded any more')),
  },
  'condition-added': {
    request: request.breaking('request-condition-added', refusedBy('a condition (`if`) holds now')),
    response: response.safe('response-condition-added', heldBy('a condition (`if`) holds now')),
  },
  'condition-removed': {
    request: request.added('request-condition-removed', freeBy('a condition (`if`) does not hold any more')),
    response: response.breaking('response-condition-removed', beyondBy('a condition (`if`) does not hold any more')),
  },
  'condition-changed': {
    request: request.breaking('request-condition-changed', refusedBy('its condition (`if`) changed')),
    response: response.breaking('response-condition-changed', beyondBy('its condition (`if`) changed')),
  },
  'schema-changed': {
    request: request.breaking(
      'request-schema-changed',
      (w) => `Clients that send ${w.subject} as it was allowed may be refused: ${w.to}.`,
    ),
    response: response.breaking(
      'response-schema-changed',
      (w) => `Clients that read ${w.subject} are given values that were not allowed: ${w.to}.`,
    ),
  },
} satisfies Record<string, BothWays>;

/** What the comparison calls a difference of schemas, whatever the direction. */
export type SchemaRule = keyof typeof schemaRules;
