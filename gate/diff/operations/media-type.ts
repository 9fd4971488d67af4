/** Media types that mean the same have one text: case, spaces, order of parameters and UTF-8 do not count. */
export function normaliseMediaType(text: string): string {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const written = parameters.map((part) => part.replaceAll(/[\s"]/g, '')).filter((part) => part !== 'charset=utf-8');
  return [type, ...written.filter((part) => part !== '').sort()].join(';');
}
