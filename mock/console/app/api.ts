import type { components, operations, Readable } from '../../../spec/generated/admin.ts';

export type Schema<Name extends keyof components['schemas']> = Readable<components['schemas'][Name]>;

export type Answer<Id extends keyof operations> = Readable<
  operations[Id]['responses'][200 & keyof operations[Id]['responses']] extends {
    content: { 'application/json': infer Body };
  }
    ? Body
    : never
>;

/** Calls the control API (or another path of this host) for a partition. Rejects with the reason of a refusal. */
export async function call<Answer>(method: string, path: string, partition: string, body?: unknown): Promise<Answer> {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(address(path, partition), { method, ...(body !== undefined && json) });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  const answer = isJson ? JSON.parse(text) : text;
  if (response.ok) return answer as Answer;
  const { errors } = answer as Partial<Schema<'ErrorBody'>>;
  throw new Error(errors?.map(({ detail }) => detail).join(' ') ?? `${method} ${path}: ${response.status}`);
}

/** The address of a path for a partition. */
export function address(path: string, partition: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}partition=${encodeURIComponent(partition)}`;
}
