/** What is read of the contract. */
export interface Contract {
  paths: Record<string, Record<string, { operationId?: string; responses?: Record<string, unknown> }>>;
}

/** The operations of the contract with the statuses that it names for them. */
export function operationsOf({ paths }: Contract): { id: string; statuses: number[] }[] {
  return Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId, responses = {} }) => {
      if (operationId === undefined) return [];
      const statuses = Object.keys(responses).map(Number);
      return [{ id: operationId, statuses: statuses.filter((status) => !Number.isNaN(status)) }];
    }),
  );
}

/** The statuses of an operation; without one, those of any. */
export function statusesOf(contract: Contract, operation: string): number[] {
  const wanted = operationsOf(contract).filter(({ id }) => operation === '' || id === operation);
  return [...new Set(wanted.flatMap(({ statuses }) => statuses))].sort((a, b) => b - a);
}
