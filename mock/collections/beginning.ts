/** The beginning of a text, as a copy: a slice would keep the whole text in memory. */
export function beginning(text: string, length: number): string {
  return text.length > length ? `${Buffer.from(text.slice(0, length)).toString()}…` : text;
}
