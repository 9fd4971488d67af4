import type { ContractDocument, OperationSpec } from '../document.ts';
import type { Json } from '../json.ts';
import { follow, nodeAt } from '../trace.ts';

/**
 * Members, types and smallest values of requests that handlers of the contract rely on and a changed contract does not guarantee. Handlers
 * read any value of a boolean and any tag.
 */
export function unmetNeeds(contract: ContractDocument, changed: ContractDocument): string[] {
  return contract.operations.flatMap((spec) => {
    const own = changed.operations.find(({ id }) => id === spec.id) as OperationSpec;
    const ofParameters = spec.parameters.flatMap(({ name, schema }) => {
      const after = own.parameters.find((parameter) => (parameter.contractName ?? parameter.name) === name);
      const lowest = Number(after?.schema.minimum ?? Number.NEGATIVE_INFINITY);
      const isLower = schema.minimum !== undefined && lowest < Number(schema.minimum);
      return [
        ...needsAt({ contract, changed }, schema, after?.schema, name),
        ...(isLower ? [`a minimum of ${name}`] : []),
      ];
    });
    if (!spec.body || !own.body) return ofParameters;
    const [before, after] = [nodeAt(contract.json, spec.body.pointer), nodeAt(changed.json, own.body.pointer)];
    return [...ofParameters, ...needsAt({ contract, changed }, before, after, '')];
  });
}

type Documents = Record<'contract' | 'changed', ContractDocument>;

function needsAt(documents: Documents, before: unknown, after: unknown, at: string): string[] {
  const schema = resolved(documents.contract, before);
  // Of read-only and lenient members a handler expects nothing.
  if (schema.readOnly === true || schema['x-lenient'] === true) return [];
  const own = resolved(documents.changed, after);
  const required = [schema.required ?? []].flat().filter((name) => ![own.required ?? []].flat().includes(name));
  const types = [own.type ?? []].flat();
  const wanted = [schema.type ?? []].flat();
  const isOfType = types.length > 0 && types.every((type) => wanted.includes(type));
  const isFree = wanted.length === 0 || wanted.includes('boolean') || at === '/tags/*';
  const below = (keyword: string, step: (key: string) => string) =>
    Object.entries((schema[keyword] ?? {}) as Json).flatMap(([key, child]) =>
      needsAt(documents, child, (own[keyword] as Json | undefined)?.[key], step(key)),
    );
  return [
    ...required.map((name) => `${at}/${name}`),
    ...(isOfType || isFree ? [] : [`the type of ${at || 'the body'}`]),
    ...below('properties', (name) => `${at}/${name}`),
    ...['oneOf', 'anyOf', 'allOf'].flatMap((keyword) => below(keyword, () => at)),
    ...(['items', 'additionalProperties'] as const).flatMap((keyword) =>
      schema[keyword] instanceof Object ? needsAt(documents, schema[keyword], own[keyword], `${at}/*`) : [],
    ),
  ];
}

/** A schema behind its reference; one that is absent allows everything. */
function resolved({ json }: ContractDocument, schema: unknown): Json {
  const node = (schema ?? {}) as Json;
  return '$ref' in node ? resolved({ json } as ContractDocument, follow(json, node, '$ref')) : node;
}
