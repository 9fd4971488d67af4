import { adminFile } from './document.ts';
import type { components, operations, Readable } from './generated/admin.ts';
import { escapeStep, findNode, type Json } from './json.ts';
import { parseYaml, readText } from './yaml.ts';

type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T;

export type ControlSchema<Name extends keyof components['schemas']> = Immutable<Readable<components['schemas'][Name]>>;

export type ControlId = keyof operations;

type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Immutable<Readable<Body>> : never;

export type ControlBody<Id extends ControlId> = JsonOf<operations[Id]['requestBody']>;

export type ControlParameters<Id extends ControlId, In extends 'path' | 'query'> = NonNullable<
  operations[Id]['parameters'][In]
>;

export type ControlAnswer<Id extends ControlId> = JsonOf<
  operations[Id]['responses'][keyof operations[Id]['responses'] & (200 | 201)]
>;

/** One operation of the control API, references resolved. */
export interface ControlOperation {
  id: ControlId;
  method: string;
  path: string;
  status: number;
  parameters: readonly { name: string; in: 'path' | 'query'; schema: Json }[];
  /** Pointer to the schema of its body. */
  body?: string;
}

let parsed: Json | undefined;

/** The control API's document, read at its first use. Its references to the contract name `openapi.yaml`. */
export function loadControlDocument(): Json {
  parsed ??= parseYaml(readText(adminFile), adminFile) as Json;
  return parsed;
}

let schemas: Json | undefined;

/** The same with references as `Validators.schema` takes them: `control#/...`, and `openapi#/...` into the contract. */
export function loadControlSchemas(): Json {
  schemas ??= JSON.parse(
    JSON.stringify(loadControlDocument()).replaceAll('"#/', '"control#/').replaceAll('"openapi.yaml#/', '"openapi#/'),
  ) as Json;
  return schemas;
}

export function listControlOperations(): ControlOperation[] {
  const document = loadControlSchemas();
  return Object.entries(document.paths as Record<string, Json>).flatMap(([path, { parameters: shared, ...methods }]) =>
    Object.entries(methods as Record<string, Json>).map(([method, operation]) => ({
      id: operation.operationId as ControlId,
      method: method.toUpperCase(),
      path,
      status: Number(Object.keys(operation.responses as Json).find((status) => status.startsWith('2'))),
      parameters: [...((shared as Json[]) ?? []), ...((operation.parameters as Json[]) ?? [])].map(
        ({ $ref, ...own }) => ($ref === undefined ? own : findNode(document, String($ref))),
      ) as ControlOperation['parameters'],
      ...(operation.requestBody !== undefined && {
        body: `/paths/${escapeStep(path)}/${method}/requestBody/content/application~1json/schema`,
      }),
    })),
  );
}
