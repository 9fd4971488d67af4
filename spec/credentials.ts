const harmless = new Set(['idempotency-key', 'www-authenticate']);

/** True for names of headers, parameters and cookies that hold credentials. */
export function isSecretName(name: string): boolean {
  return /token|key|secret|auth|cookie|passw/i.test(name) && !harmless.has(name.toLowerCase());
}

/** Removes user and password from the URLs in a text. */
export function withoutCredentials(text: string): string {
  return text.includes('@') ? text.replaceAll(/:\/\/[^\s/?#]*@/g, '://...@') : text;
}
