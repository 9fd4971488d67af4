import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Setup } from './server.ts';

interface Schema {
  $ref?: string;
  example?: unknown;
}
interface Response {
  $ref?: string;
  content?: Record<string, { schema: Schema; examples?: unknown }>;
}
interface Document {
  paths: Record<string, Record<string, { operationId?: string; responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response>; schemas: Record<string, Schema> };
}

/**
 * Writes the contract with the canned answer as the one example of the measured operation's success, and gives the file's
 * path. It stands at the schema as well, where Mockoon looks for it.
 */
export function writeRivalDocument({ folder, request, canned }: Setup): string {
  const document = parse(readFileSync(new URL('../../spec/openapi.yaml', import.meta.url), 'utf8')) as Document;
  const { responses, schemas } = document.components;
  const operation = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .find(({ operationId }) => operationId === request.operationId);
  const response = resolve(operation?.responses[request.status], responses);
  const media = response?.content?.['application/json'];
  const schema = resolve(media?.schema, schemas);
  if (!media || !schema) throw new Error(`the contract has no ${request.status} for ${request.operationId}`);
  const value = JSON.parse(canned.body) as unknown;
  media.examples = { canned: { value } };
  schema.example = value;

  const path = join(folder, 'openapi.json');
  writeFileSync(path, JSON.stringify(document));
  return path;
}

function resolve<Part extends { $ref?: string }>(
  part: Part | undefined,
  parts: Record<string, Part>,
): Part | undefined {
  return part?.$ref === undefined ? part : parts[part.$ref.split('/').at(-1) ?? ''];
}
