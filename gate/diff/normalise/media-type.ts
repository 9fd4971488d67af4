/** Writes a media type so that those that mean the same are written alike: case, spaces, order of parameters, UTF-8 of texts. */
export function normaliseMediaType(text: string): string {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  const kept = parameters
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...values] = part.split('=');
      const value = values.join('=').trim();
      return `${name.trim().toLowerCase()}=${value.replace(/^"(.*)"$/, '$1').toLowerCase()}`;
    })
    .filter((part) => part !== 'charset=utf-8')
    .sort();
  return [type.toLowerCase(), ...kept].join(';');
}

/** Whether a range (`application/*`) or a type without parameters stands for a media type as well. */
export function covers(range: string, mediaType: string): boolean {
  if (range === mediaType || range === '*/*') return true;
  const [type] = mediaType.split(';');
  if (range === type) return true;
  return range.endsWith('/*') && mediaType.startsWith(range.slice(0, -1));
}

/** The entry of a map by media type that is for a type: itself, else the narrowest range. */
export function findCovering<Value>(byType: ReadonlyMap<string, Value>, mediaType: string): Value | undefined {
  const ranges = [...byType.keys()].filter((range) => covers(range, mediaType));
  const best = ranges.sort((a, b) => weight(b) - weight(a))[0];
  return best === undefined ? undefined : byType.get(best);
}

function weight(range: string): number {
  if (range === '*/*') return 0;
  return range.endsWith('/*') ? 1 : 1 + range.length;
}
