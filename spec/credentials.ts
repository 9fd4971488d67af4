/** A text without the user and the password of the addresses in it. */
export function withoutCredentials(text: string): string {
  return text.includes('@') ? text.replaceAll(/:\/\/[^\s/?#]*@/g, '://...@') : text;
}
