import type { Canned } from '../servers/server.ts';

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;

/**
 * Why an answer is not the one that the mock gave, byte for byte; undefined when it is. Of a server that keeps state, ids and
 * times may differ, not their lengths.
 */
export function difference(answer: Canned, canned: Canned, stateful: boolean): string | undefined {
  if (answer.status !== canned.status) return `answers ${answer.status} instead of ${canned.status}`;
  const shape = (text: string) => (stateful ? text.replace(ID, '(id)').replace(TIME, '(time)') : text);
  if (shape(answer.body) === shape(canned.body) && length(answer) === length(canned)) return undefined;
  const bytes = `${length(answer)} bytes instead of ${length(canned)}`;
  return `${sameJson(answer.body, canned.body) ? 'the same JSON, written otherwise' : 'another answer'}, ${bytes}`;
}

const length = ({ body }: Canned): number => Buffer.byteLength(body);

function sameJson(a: string, b: string): boolean {
  try {
    return JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b));
  } catch {
    return false;
  }
}
