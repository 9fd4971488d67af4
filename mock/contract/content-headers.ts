const QUOTED = /"(?:\\.?|[^"\\])*(?:"|$)/gs;

/**
 * The media types of a Content-Type header, each once: a repeated header arrives as one value, joined by commas (RFC 9110, 5.3). Letter case,
 * quotes and spaces around parameters make no difference (RFC 9110, 8.3.1).
 */
export function contentTypes(header: string): string[] {
  if (!header.includes(',')) return [header];
  const masked = header.replaceAll(QUOTED, (text) => text.replaceAll(',', ' '));
  let start = 0;
  const types = masked.split(',').map(({ length }) => {
    const type = header.slice(start, start + length).trim();
    start += length + 1;
    return type;
  });
  return [...new Map(types.map((type) => [comparable(type), type])).values()];
}

function comparable(type: string): string {
  const parts = type.toLowerCase().replaceAll('"', '').split(';');
  return parts.map((part) => part.trim()).join(';');
}

/** The codings of a Content-Encoding header other than `identity`, as they were written; empty entries name none (RFC 9110, 5.6.1). */
export function foreignCodings(header = ''): string[] {
  const codings = header.split(',').map((coding) => coding.trim());
  return codings.filter((coding) => coding !== '' && coding.toLowerCase() !== 'identity');
}
