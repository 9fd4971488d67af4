import { isObject } from '../json.ts';

/** Parts of an answer and its request that texts of a deployment file can repeat. */
export const placeholders = ['pointer', 'parameter', 'detail', 'value', 'path', 'now', 'id'] as const;

export type Values = Partial<Record<(typeof placeholders)[number], string | undefined>>;

/** Fills in the placeholders of all texts. A member that is nothing but a placeholder without a value is left out. */
export function fill(template: unknown, values: Values): unknown {
  if (typeof template === 'string') {
    const [, only] = /^\{(\w+)\}$/.exec(template) ?? [];
    if (only !== undefined && only in values) return values[only as keyof Values];
    return template.replaceAll(/\{(\w+)\}/g, (whole, name) =>
      name in values ? (values[name as keyof Values] ?? '') : whole,
    );
  }
  if (Array.isArray(template)) return template.map((entry) => fill(entry, values));
  if (!isObject(template)) return template;
  const filled = Object.entries(template).map(([name, member]) => [name, fill(member, values)] as const);
  return Object.fromEntries(filled.filter(([, member]) => member !== undefined));
}

export function unknownPlaceholder(template: unknown): string | undefined {
  const names = [...JSON.stringify(template).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return names.find((name) => !(placeholders as readonly string[]).includes(name));
}
