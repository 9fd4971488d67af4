/** An address with its domain in small letters; those of what stands before the last `@` stay. */
export function lowerDomain(address: string): string {
  return address.replace(/@[^@]*$/, (domain) => domain.toLowerCase());
}
