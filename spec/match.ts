import type { ContractDocument, OperationSpec } from './document.ts';

/** The operation that a request is for, and its path parameters as they stand in the path. */
interface Match {
  operation: OperationSpec;
  params: Record<string, string>;
}

/**
 * Prepares the look-up of operations: the function that is given back takes a method and a path below the base address, with or without a
 * query, and gives undefined where the contract has no operation.
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
