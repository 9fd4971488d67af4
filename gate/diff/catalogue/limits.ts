import { added, alike, breaking, type Drafts, safe, soft, type Words } from './rule.ts';

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

/** What becomes of a limit with a value (`refused` to `beyond`), and of a condition (`refusedBy` to `beyondBy`). */
const tightened = (what: string) => ({ request: breaking(refused(what)), response: safe(held(what)) });
const relaxed = (what: string) => ({ request: added(free(what)), response: breaking(beyond(what)) });
const changed = (what: string) => ({ request: breaking(refused(what)), response: breaking(beyond(what)) });
const stricter = (what: string) => ({ request: breaking(refusedBy(what)), response: safe(heldBy(what)) });
const looser = (what: string) => ({ request: added(freeBy(what)), response: breaking(beyondBy(what)) });
const otherwise = (what: string) => ({ request: breaking(refusedBy(what)), response: breaking(beyondBy(what)) });

/** How the limits and conditions of values differ. */
export const limits = {
  'min-length-tightened': tightened('least length'),
  'min-length-relaxed': relaxed('least length'),
  'max-length-tightened': tightened('greatest length'),
  'max-length-relaxed': relaxed('greatest length'),
  'min-items-tightened': tightened('least number of items'),
  'min-items-relaxed': relaxed('least number of items'),
  'max-items-tightened': tightened('greatest number of items'),
  'max-items-relaxed': relaxed('greatest number of items'),
  'min-properties-tightened': tightened('least number of properties'),
  'min-properties-relaxed': relaxed('least number of properties'),
  'max-properties-tightened': tightened('greatest number of properties'),
  'max-properties-relaxed': relaxed('greatest number of properties'),
  'minimum-tightened': tightened('least value'),
  'minimum-relaxed': relaxed('least value'),
  'maximum-tightened': tightened('greatest value'),
  'maximum-relaxed': relaxed('greatest value'),
  'multiple-tightened': tightened('step'),
  'multiple-relaxed': relaxed('step'),
  'format-tightened': tightened('format'),
  'format-relaxed': relaxed('format'),
  'unregistered-format-added': {
    request: soft((w) => `Clients may find ${w.subject} held to the format ${w.to}, which no registry knows.`),
    response: safe(held('format')),
  },
  'multiple-changed': changed('step'),
  'format-changed': changed('format'),
  'number-format-changed': alike(
    soft(
      (w) =>
        `Clients that are generated anew have another type for ${w.subject}: the format was ${w.from} and is ${w.to}.`,
    ),
  ),
  'pattern-added': tightened('pattern'),
  'pattern-tightened': tightened('pattern'),
  'pattern-changed': changed('pattern'),
  'pattern-relaxed': relaxed('pattern'),
  'pattern-removed': relaxed('pattern'),
  'unique-items-added': stricter('no item may be repeated now'),
  'unique-items-removed': looser('items may be repeated now'),
  'contains-tightened': stricter('what the list has to contain is stricter now'),
  'contains-relaxed': looser('what the list has to contain is looser now'),
  'contains-changed': otherwise('what the list has to contain changed'),
  'union-tightened': stricter('its union (`oneOf` or `anyOf`) is stricter now'),
  'union-relaxed': looser('its union (`oneOf` or `anyOf`) is looser now'),
  'union-changed': otherwise('its union (`oneOf` or `anyOf`) changed'),
  'not-tightened': stricter('its exclusion (`not`) is stricter now'),
  'not-relaxed': looser('its exclusion (`not`) is looser now'),
  'not-changed': otherwise('its exclusion (`not`) changed'),
  'dependent-schema-tightened': stricter('what has to hold with one of its properties is stricter now'),
  'dependent-schema-relaxed': looser('what has to hold with one of its properties is looser now'),
  'dependent-schema-changed': otherwise('what has to hold with one of its properties changed'),
  'union-added': stricter('it has to be one of a union now'),
  'union-removed': looser('it need not be one of a union any more'),
  'not-added': stricter('something is excluded now'),
  'not-removed': looser('nothing is excluded any more'),
  'condition-added': stricter('a condition (`if`) holds now'),
  'condition-removed': looser('a condition (`if`) does not hold any more'),
  'condition-changed': otherwise('its condition (`if`) changed'),
} satisfies Record<string, Drafts>;
