/** Media types with the same meaning have one text: case, spaces, order of parameters and UTF-8 do not count. */
export function normaliseMediaType(text: string): string {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const written = parameters.map((part) => part.replaceAll(/[\s"]/g, '')).filter((part) => part !== 'charset=utf-8');
  return [type, ...written.filter((part) => part !== '').sort()].join(';');
}

/** The entry for a media type: its own, else that of a range (`application/*`). */
export function findMedia<Media>(content: ReadonlyMap<string, Media>, type: string): Media | undefined {
  const [bare = ''] = type.split(';');
  return [type, bare, bare.replace(/\/.*/, '/*'), '*/*'].map((range) => content.get(range)).find(Boolean);
}
