interface Shown {
  data?: { status?: unknown } | readonly unknown[];
  suppressed?: readonly unknown[];
  meta?: { page_number?: number; total_pages?: number };
}

/**
 * What members that a deployment adds may depend on: whether a page is the first, the last or the only one of its list, one between, one
 * beyond the last, or empty though it is the first; whether recipients were suppressed; else the status of what an answer shows. Undefined
 * where it shows none.
 */
export function situationOf(body: object): string | undefined {
  const { data, suppressed = [], meta: { page_number: page = 1, total_pages: pages = 1 } = {} } = body as Shown;
  if (Array.isArray(data)) {
    if (data.length === 0) return page <= 1 ? 'empty' : 'beyond';
    if (page <= 1) return page >= pages ? 'only' : 'first';
    return page >= pages ? 'last' : 'between';
  }
  return suppressed.length > 0 ? 'suppressed' : statusIn(body);
}

/** The status of what an answer shows; undefined where it shows none. */
export function statusIn(body: object): string | undefined {
  const { status } = ((body as Shown).data ?? {}) as { status?: unknown };
  return typeof status === 'string' ? status : undefined;
}
