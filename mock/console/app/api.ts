import type { components, operations, Readable } from '../../../spec/generated/admin.ts';

/** A schema of the control API. */
export type Schema<Name extends keyof components['schemas']> = Readable<components['schemas'][Name]>;

/** The body of an operation's answer. */
export type Answer<Id extends keyof operations> = Readable<
  operations[Id]['responses'][200 & keyof operations[Id]['responses']] extends {
    content: { 'application/json': infer Body };
  }
    ? Body
    : never
>;

/** Calls the control API (or another path of this host) for a partition. Rejects with the reason of a refusal. */
export async function call<Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  partition: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(address(path, partition), {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(reasonOf(text) ?? `${method} ${path} was answered with ${response.status}`);
  return (response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as Answer;
}

/** The address of a path for a partition. */
export function address(path: string, partition: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}partition=${encodeURIComponent(partition)}`;
}

function reasonOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as Schema<'ErrorBody'>).errors?.map(({ detail }) => detail).join(' ');
  } catch {
    return undefined;
  }
}
