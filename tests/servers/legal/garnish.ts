type Fields = Record<string, unknown>;

const uuid = /"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g;

/**
 * A body in which there is much more than anybody asks for: members that nobody knows in every object, the others in another
 * order, UUIDs in capitals, blanks and line breaks. Every list of errors has one error more.
 */
export function garnished(body: object): string {
  const { errors } = body as { errors?: unknown[] };
  const full = Array.isArray(errors) && errors.length > 0 ? { ...body, errors: [...errors, ...another(errors)] } : body;
  return `\n${JSON.stringify(withMore(full), undefined, 2)}\n`.replace(uuid, (id) => id.toUpperCase());
}

/** The same code again, as the source binds some answers to one code. */
function another([first]: unknown[]): object[] {
  const { code, title } = first as { code: string; title: string };
  const nothing = { detail: null, meta: null, source: { pointer: null, parameter: null, header: 'none' } };
  return [{ code, title, id: 'e-2', status: 'see above', ...nothing }];
}

function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value as Fields).map(([name, member]) => [name, withMore(member)] as const);
  const more: Fields = { x_links: { self: null, related: [] }, x_number: 1.5, x_note: 'more' };
  return Object.fromEntries([...Object.entries(more), ...members.reverse()]);
}
