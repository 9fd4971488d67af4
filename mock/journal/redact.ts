import type { ApiKey } from '../../fixtures/seed.ts';
import { isSecretName, withoutCredentials } from '../../spec/credentials.ts';
import { redactCredentials } from '../contract/callers.ts';

/** Headers as texts, with all credentials shortened but the API keys of the fixtures. */
export function redactHeaders(
  headers: Readonly<Record<string, unknown>>,
  apiKeys: readonly ApiKey[],
): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const text = Array.isArray(value) ? value.join(', ') : String(value);
    shown[name] = isSecretName(name) ? redactCredentials(text, apiKeys) : redactUrls(text);
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
    isSecretValue = isSecretName(name);
    return isSecretValue ? `${part.slice(0, start.length + 4)}...` : part;
  });
  return shown.join('');
}
