const ENTITIES = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&nbsp;', ' '],
]);

/** Characters of HTML that become a piece of text. */
const PIECE = 64_000;

/**
 * The words of an HTML document, without tags, styles and scripts; for search and snippets, never for display.
 * One pass, so that markup made to be slow is not.
 */
export function textOfHtml(html: string): string {
  return [...textPieces(html)].join('');
}

/** The same in pieces, for who can't wait for a long one. */
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

function plain(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES.get(entity) ?? entity);
}
