import type { Parameter } from '../normalise/parameter.ts';
import { isObject } from '../source.ts';

const separators: Record<string, string> = { spaceDelimited: '%20', pipeDelimited: '|' };

/** Writes the value of a parameter as it goes over the wire, the name included where the notation has it. */
export function writeParameter(parameter: Parameter, value: unknown): string {
  const { name, style, explode, mediaType } = parameter;
  const isNamed = parameter.in === 'query' || parameter.in === 'cookie';
  const prefix = isNamed ? `${encode(name)}=` : ({ label: '.', matrix: `;${name}=` }[style] ?? '');
  if (parameter.in === 'querystring' && mediaType === 'application/x-www-form-urlencoded' && isObject(value)) {
    return Object.entries(value)
      .map(([key, member]) => `${encode(key)}=${plain(member)}`)
      .join('&');
  }
  if (mediaType !== undefined) return prefix + encode(JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return prefix + plain(value);
  const isMap = isObject(value);
  const members = isMap ? Object.entries(value) : Object.values(value).map((item) => [name, item] as const);
  const texts = members.map(([key, item]) => [key, plain(item)] as const);
  const pairs = (written: (key: string) => string) => texts.map(([key, text]) => `${encode(written(key))}=${text}`);
  if (style === 'deepObject' && isMap) return pairs((key) => `${name}[${key}]`).join('&');
  if (explode && isNamed) return pairs((key) => key).join('&');
  if (explode && style === 'matrix')
    return pairs((key) => key)
      .map((pair) => `;${pair}`)
      .join('');
  const separator = separators[style] ?? (explode && style === 'label' ? '.' : ',');
  const parts = isMap
    ? texts.map(([key, text]) => `${key}${explode ? '=' : separator}${text}`)
    : texts.map(([, text]) => text);
  return prefix + parts.join(separator);
}

function plain(value: unknown): string {
  return encode(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Brackets are left as they are: names like `page[size]` are easier to read so, and servers take them. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%5B', '[').replaceAll('%5D', ']');
}
