/** It ships no types. */
declare module 'parse-prefer-header' {
  /** Preferences by name in camel case; one without a value is true. */
  export default function parsePreferHeader(header: string): Record<string, string | true | undefined>;
}
