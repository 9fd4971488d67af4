import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { OperationId } from '../../../spec/types.ts';
import type { Answer } from '../wire/answer.ts';
import type { Mismatch } from '../wire/contract.ts';
import type { ShownRequest } from '../wire/curl.ts';
import type { HeaderPairs } from '../wire/exchange.ts';

/** An exchange with the target as a run keeps it, credentials redacted. */
export interface NotedExchange {
  /** The case that it belongs to, and the rules that this is about. */
  case: string;
  rules: readonly RuleId[];
  operation?: OperationId | undefined;
  request: ShownRequest;
  /** When it was, in milliseconds. */
  at: number;
  status: number;
  headers: HeaderPairs;
  text: string;
  /** The rules whose place in the contract the answer broke. */
  broken: readonly RuleId[];
}

const prefix = 'exchanges-';

/** Makes what notes the exchanges of a case in the directory of its run. */
export function noteExchanges(dir: string, worker: number, title: string, rules: readonly RuleId[]) {
  const file = join(dir, `${prefix}${worker}.ndjson`);
  return ({ operation, request, status, headers, text }: Answer, mismatches: readonly Mismatch[]): void => {
    const broken = mismatches.map(({ rule }) => rule);
    const at = Date.now();
    const seen: NotedExchange = { case: title, rules, operation, request, at, status, headers, text, broken };
    appendFileSync(file, `${JSON.stringify(seen)}\n`);
  };
}

/** All exchanges that were noted in the directory of a run, those of one case in their order. */
export function notedExchanges(dir: string): NotedExchange[] {
  const files = readdirSync(dir).filter((name) => name.startsWith(prefix));
  const lines = files.flatMap((name) => readFileSync(join(dir, name), 'utf8').split('\n'));
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as NotedExchange);
}
