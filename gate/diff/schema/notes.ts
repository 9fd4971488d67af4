import { isObject, type Located, partsIn, referenceOf, type Source } from '../source.ts';
import type { Notes } from './shape.ts';

const flags = { readOnly: 'readOnly', writeOnly: 'writeOnly', deprecated: 'deprecated', lenient: 'x-lenient' } as const;

/** What the parts of a schema say beside which values they allow; references, `allOf` and unions of one are followed. */
export function notesOf(source: Source, parts: readonly Located[]): Notes {
  const notes: Notes = {};
  const seen = new Set<string>();
  const visit = (place: Located) => {
    const { node, at } = place;
    if (!isObject(node) || seen.has(at)) return;
    seen.add(at);
    const isOldReference = typeof node.$ref === 'string' && source.isOld;
    if (!isOldReference) {
      for (const [flag, keyword] of Object.entries(flags)) {
        if (node[keyword] === true) notes[flag as keyof typeof flags] ??= `${at}/${keyword}`;
      }
      if ('default' in node) notes.default ??= { value: node.default, at: `${at}/default` };
    }
    const reference = referenceOf(node);
    if (reference !== undefined) visit(source.resolve(reference));
    if (!isOldReference) for (const part of partsIn(place)) visit(part);
  };
  for (const part of parts) visit(part);
  return notes;
}
