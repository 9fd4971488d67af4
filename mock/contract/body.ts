import type { OperationSpec } from '../../spec/document.ts';
import type { Violation } from '../../spec/validators.ts';
import { contentTypes, foreignCodings } from './content-headers.ts';
import { fitsWithin, MAX_DEPTH, noDeeperThan } from './depth.ts';
import { jsonFault } from './json-fault.ts';
import { hasTooManyValues, MAX_VALUES } from './value-count.ts';

const MEDIA_TYPE = 'application/json';

/** JSON is UTF-8 without a byte order mark (RFC 8259, 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The reasons for which a body can't be read, as keywords of violations. */
export type Unreadable = 'absent' | 'mediaType' | 'mediaTypes' | 'coding' | 'syntax';

/** The value of a body, or the violation that keeps it from being read. */
type ReadBody = { value: unknown; violation?: undefined } | { value?: unknown; violation: Violation };

/**
 * Reads a body as JSON (HTTP-2) without a content coding (HTTP-17) under one content type (HTTP-18); an optional body that is absent is an
 * empty object (RSV-20).
 */
export function readBody(
  { body }: Pick<OperationSpec, 'body'>,
  headers: Readonly<Record<string, string>>,
  raw: Buffer,
): ReadBody {
  if (raw.length === 0) return body?.required ? unreadable('absent', 'A JSON body is required.') : { value: {} };
  const [contentType = '', ...others] = contentTypes(headers['content-type'] ?? MEDIA_TYPE);
  if (others.length > 0)
    return unreadable('mediaTypes', `The Content-Type headers differ: ${[contentType, ...others].join(', ')}.`);
  if (!isJson(contentType))
    return unreadable('mediaType', `The content type must be application/json, not ${headers['content-type']}.`);
  const codings = foreignCodings(headers['content-encoding']);
  if (codings.length > 0) return unreadable('coding', codingMessage(codings));
  if (hasTooManyValues(raw))
    return { violation: ofWholeBody('values', `must not have more than ${MAX_VALUES} values`) };
  let text: string | undefined;
  try {
    text = utf8.decode(raw);
    const value: unknown = JSON.parse(text);
    if (fitsWithin(MAX_DEPTH, value)) return { value };
    return { value, violation: ofWholeBody('depth', noDeeperThan(MAX_DEPTH)) };
  } catch (error) {
    const fault = text === undefined ? 'it is not in UTF-8' : (jsonFault(text) ?? (error as Error).message);
    return unreadable('syntax', `The body is not valid JSON: ${fault}.`);
  }
}

/** The message about codings for which a body is not read (HTTP-17). */
export function codingMessage(codings: readonly string[]): string {
  return `The Content-Encoding must be identity, not ${codings.join(', ')}.`;
}

/** Whether a content type is JSON, in any letter case and with any parameters. */
export function isJson(contentType: string): boolean {
  return contentType === MEDIA_TYPE || contentType.split(';')[0]?.trim().toLowerCase() === MEDIA_TYPE;
}

function unreadable(keyword: Unreadable, message: string): ReadBody {
  return { violation: ofWholeBody(keyword, message) };
}

/** A violation of the whole body, which no schema finds. */
function ofWholeBody(keyword: string, message: string): Violation {
  return { pointer: '', keyword, message, params: {}, schemaPath: '' };
}
