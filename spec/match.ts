import type { ContractDocument, OperationSpec } from './document.ts';

interface Match {
  operation: OperationSpec;
  params: Record<string, string>;
}

/**
 * Returns a function that finds the operation for a method and a path below the base address; a query is ignored. It returns
 * undefined for requests without an operation.
 */
export function createMatcher({ operations }: ContractDocument): (method: string, path: string) => Match | undefined {
  const routes = operations.map((operation) => ({
    operation,
    names: [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
    pattern: new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`),
  }));
  return (method, path) => {
    const bare = path.split('?', 1)[0] ?? '';
    for (const { operation, names, pattern } of routes) {
      const found = operation.method === method.toLowerCase() ? pattern.exec(bare) : null;
      if (found) return { operation, params: Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? ''])) };
    }
    return undefined;
  };
}
