const numeric = words('int8 int16 int32 int64 uint8 uint16 uint32 uint64 float double');
const text = words(
  'date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference uri-template iri ' +
    'iri-reference uuid json-pointer relative-json-pointer regex byte binary base64url',
);
/** Registered formats that may be of numbers and of texts. */
const others = words(
  'date-time-local time-local http-date unixtime decimal decimal128 media-range commonmark html double-int char ' +
    'sf-binary sf-boolean sf-decimal sf-integer sf-string sf-token',
);

function words(list: string): Set<string> {
  return new Set(list.split(' '));
}

/** Whether a format says nothing of texts. */
export function isNumeric(format: string): boolean {
  return numeric.has(format);
}

/** Whether a format says nothing of numbers. */
export function isText(format: string): boolean {
  return text.has(format) || format.startsWith('content:');
}

/** Whether JSON Schema or OpenAPI's registry has a format: nobody can be held to another one. */
export function isRegistered(format: string): boolean {
  return [numeric, text, others].some((list) => list.has(format));
}
