import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import type { Pair } from '../asked/pair.ts';

/** A refusal by the target beside ours, each as its body, or as a text. */
export function refusal(theirs: unknown, ours: unknown = { errors: [{}] }, about: Partial<NotedExchange> = {}): Pair {
  const request = { method: 'POST', url: 'http://target/v2/email_messages', headers: [] };
  const text = typeof theirs === 'string' ? theirs : JSON.stringify(theirs);
  const seen: NotedExchange = {
    ...{ case: 'a case', rules: [], request, at: 0, status: 400, headers: [], text, broken: [] },
    ...about,
  };
  return { seen, ours: { status: 422, text: JSON.stringify(ours), rules: ['ERR-10'] } };
}
