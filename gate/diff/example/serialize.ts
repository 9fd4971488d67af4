import type { Parameter } from '../normalise/parameter.ts';
import { isObject } from '../source.ts';

const separators: Record<string, string> = {
  form: ',',
  simple: ',',
  spaceDelimited: '%20',
  pipeDelimited: '|',
  label: '.',
  matrix: ',',
};

/** Writes the value of a parameter as it goes over the wire, the name included where the notation has it. */
export function writeParameter(parameter: Parameter, value: unknown): string {
  const { name, style, explode, mediaType } = parameter;
  if (mediaType !== undefined)
    return parameter.in === 'query'
      ? `${encode(name)}=${encode(JSON.stringify(value))}`
      : encode(JSON.stringify(value));
  const separator = separators[style] ?? ',';
  const pair = (key: string, text: string) => `${encode(key)}=${text}`;
  const isNamed = parameter.in === 'query' || parameter.in === 'cookie';
  if (Array.isArray(value)) {
    const texts = value.map(plain);
    if (explode && isNamed) return texts.map((text) => pair(name, text)).join('&');
    const list = texts.join(explode && style === 'label' ? '.' : separator);
    return isNamed ? pair(name, list) : prefixed(parameter, list);
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(([key, item]) => [key, plain(item)] as const);
    if (style === 'deepObject') return members.map(([key, text]) => `${encode(`${name}[${key}]`)}=${text}`).join('&');
    if (explode && isNamed) return members.map(([key, text]) => pair(key, text)).join('&');
    const list = members
      .map(([key, text]) => (explode ? `${key}=${text}` : `${key}${separator}${text}`))
      .join(separator);
    return isNamed ? pair(name, list) : prefixed(parameter, list);
  }
  return isNamed ? pair(name, plain(value)) : prefixed(parameter, plain(value));
}

function prefixed({ style, name }: Parameter, text: string): string {
  if (style === 'label') return `.${text}`;
  return style === 'matrix' ? `;${name}=${text}` : text;
}

function plain(value: unknown): string {
  return encode(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Brackets are left as they are: names like `page[size]` are easier to read so, and servers take them. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%5B', '[').replaceAll('%5D', ']');
}
