import { MAX_VALUES } from '../limits.ts';

export { MAX_VALUES };

/** Whether a body has more values than a request may have; they are counted before they take memory. */
export function hasTooManyValues(body: Buffer): boolean {
  return body.length > MAX_VALUES && countValues(body) > MAX_VALUES;
}

const [QUOTE, ESCAPE] = [...'"\\'].map((sign) => sign.charCodeAt(0));
const separators = new Set([...',[{'].map((sign) => sign.charCodeAt(0)));

/** The values of JSON, about: commas and opening brackets outside of texts. */
export function countValues(body: Buffer): number {
  let values = 0;
  let inText = false;
  for (let at = 0; at < body.length; at++) {
    const sign = body[at] as number;
    if (sign === QUOTE) inText = !inText;
    else if (inText && sign === ESCAPE) at += 1;
    else if (!inText && separators.has(sign)) values += 1;
  }
  return values;
}
