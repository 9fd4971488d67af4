/** Replaces every known credential in texts. Each secret has a name that a reader can use as a shell variable. */
export class Redactor {
  private readonly secrets: [secret: string, name: string][] = [];

  /** Makes a secret known. Very short ones are not searched for in texts; headers are redacted by name as well. */
  add(secret: string | undefined, name: string): this {
    if (!secret || secret.length < 4) return this;
    const escaped = JSON.stringify(secret).slice(1, -1);
    const forms = [secret, escaped, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
    for (const form of new Set(forms)) this.secrets.push([form, name]);
    this.secrets.sort(([a], [b]) => b.length - a.length);
    return this;
  }

  /** The text with `$NAME` in the place of every secret. */
  text(text: string): string {
    let result = text;
    for (const [secret, name] of this.secrets) {
      if (result.includes(secret)) result = result.replaceAll(secret, `$${name}`);
    }
    return result;
  }

  /** A copy of a JSON-like value, all its strings and member names redacted. */
  deep<T>(value: T): T {
    if (typeof value === 'string') return this.text(value) as T;
    if (Array.isArray(value)) return value.map((item) => this.deep(item)) as T;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.text(key), this.deep(item)])) as T;
  }
}
