/** The name of the canonical report in an output directory. */
export const canonicalName = 'conformance.json';
