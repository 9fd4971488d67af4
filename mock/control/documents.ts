import type { FastifyPluginAsync } from 'fastify';
import { adminFile, type ContractDocument, parseYaml, readText } from '../../spec/document.ts';
import { loadRegister } from '../../spec/register.ts';

let known: Record<string, unknown> | undefined;

/** The document of the control API, read at its first use. Its references lead to the contract as it is served here. */
export function adminDocument(): Record<string, unknown> {
  known ??= JSON.parse(
    JSON.stringify(parseYaml(readText(adminFile), adminFile)).replaceAll('"openapi.yaml#/', '"openapi.json#/'),
  ) as Record<string, unknown>;
  return known;
}

/** What the mock follows: the contract with this mock as its server, the document of the control API, and the rules. */
export function documentsApi({
  document,
  basePath,
}: {
  document: ContractDocument;
  basePath: string;
}): FastifyPluginAsync {
  return async (api) => {
    api.get('/openapi.json', async () => ({ ...document.json, servers: [{ url: basePath }] }));
    api.get('/admin.openapi.json', async () => adminDocument());
    api.get('/rules', async () => ({
      rules: [...loadRegister().values()].map(({ id, level, basis, statement, clause }) => ({
        id,
        level,
        basis,
        statement,
        clause,
      })),
    }));
  };
}
