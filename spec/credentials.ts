const harmless = new Set(['idempotency-key', 'www-authenticate']);

/** Whether headers, parameters and cookies of this name hold credentials. */
export function isSecretName(name: string): boolean {
  return /token|key|secret|auth|cookie|passw/i.test(name) && !harmless.has(name.toLowerCase());
}

/** A text without the user and the password of the addresses in it. */
export function withoutCredentials(text: string): string {
  return text.includes('@') ? text.replaceAll(/:\/\/[^\s/?#]*@/g, '://...@') : text;
}
