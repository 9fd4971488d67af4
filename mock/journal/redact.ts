import type { ApiKey } from '../../fixtures/seed.ts';
import { withoutCredentials } from '../../spec/credentials.ts';
import { redactCredentials } from '../contract/callers.ts';

const harmless = new Set(['idempotency-key', 'www-authenticate']);

/** Headers and parameters with credentials have such names; two headers with such names have none. */
function isSecret(name: string): boolean {
  return /token|key|secret|auth|cookie|passw/i.test(name) && !harmless.has(name.toLowerCase());
}

/** Headers as texts, with all credentials shortened but the API keys of the fixtures. */
export function redactHeaders(
  headers: Readonly<Record<string, unknown>>,
  apiKeys: readonly ApiKey[],
): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const text = Array.isArray(value) ? value.join(', ') : String(value);
    shown[name] = isSecret(name) ? redactCredentials(text, apiKeys) : redactUrls(text);
  }
  return shown;
}

/** A text without the user and the password of the addresses in it, and without the credentials in their queries. */
export function redactUrls(text: string): string {
  const anonymous = withoutCredentials(text);
  if (!anonymous.includes('=')) return anonymous;
  let isSecretValue = false;
  const shown = anonymous.split(/(?=[?&#\s])/).map((part) => {
    // A value may have a question mark, and an address with a query of its own.
    if (isSecretValue && part.startsWith('?')) return '';
    const [start, name = ''] = /^[?&]([^=]+)=/.exec(part) ?? [''];
    isSecretValue = isSecret(name);
    return isSecretValue ? `${part.slice(0, start.length + 4)}...` : part;
  });
  return shown.join('');
}
