/**
 * Folds the letter case of a text: two texts fold to the same exactly when the full case folding of Unicode (CaseFolding.txt, C and F) makes
 * them equal, so `ς` equals `σ` and `ß` equals `ss`. Texts are not normalised otherwise. The characters are those of the Unicode version of
 * Node.
 */
export function foldCase(text: string): string {
  // The upper case of the dotless i is that of i; case folding leaves it alone.
  return text.split('ı').map(foldPart).join('ı');
}

/** Lower case first, as `ẞ` is its own upper case; then both, as several letters can share one upper case and its spelling may be longer. */
function foldPart(part: string): string {
  // The lower case of a last sigma depends on the letters around it.
  return part.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
