const ENTITIES = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&nbsp;', ' '],
]);

/** Characters of a text or of HTML that become a piece. */
const PIECE = 64_000;

/**
 * The words of an HTML document, without tags, styles and scripts; for search and snippets, never for display.
 * One pass, so that markup made to be slow is not, and in pieces, for callers that can't wait for a long one.
 */
export function* textPieces(html: string): Generator<string> {
  let text = '';
  let end = 0;
  let next = PIECE;
  let hidden: string | undefined;
  for (const tag of html.matchAll(/<[^<>]*>/g)) {
    if (hidden === undefined) text += `${html.slice(end, tag.index)} `;
    end = tag.index + tag[0].length;
    if (end > next) {
      yield plain(text);
      text = '';
      next = end + PIECE;
    }
    const [, slash, name] = /^<(\/?)(style|script)\b/i.exec(tag[0]) ?? [];
    if (name !== undefined && slash === '') hidden ??= name.toLowerCase();
    else if (name?.toLowerCase() === hidden) hidden = undefined;
  }
  if (hidden === undefined) text += html.slice(end);
  yield plain(text);
}

/** Texts in pieces that are worked on in one go. */
export function* short(texts: Iterable<string>): Generator<string> {
  for (const text of texts) for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

function plain(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES.get(entity) ?? entity);
}
