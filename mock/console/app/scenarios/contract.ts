/** What is read of the contract. */
export interface Contract {
  paths: Record<string, Record<string, { operationId?: string; responses?: Record<string, Response> }>>;
  components?: { responses?: Record<string, Response> };
}

interface Response {
  $ref?: string;
  content?: Record<string, { examples?: Record<string, unknown> }>;
}

/** The operations of the contract with their answers; those that have an id, when one is given. */
export function operationsOf({ paths }: Contract, wanted = ''): { id: string; responses: Record<string, Response> }[] {
  return Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId: id, responses = {} }) =>
      id !== undefined && (wanted === '' || id === wanted) ? [{ id, responses }] : [],
    ),
  );
}

/** The statuses that the contract names for an operation; without one, those for any. */
export function statusesOf(contract: Contract, operation: string): number[] {
  const statuses = operationsOf(contract, operation).flatMap(({ responses }) => Object.keys(responses).map(Number));
  return [...new Set(statuses.filter((status) => !Number.isNaN(status)))].sort((a, b) => b - a);
}

/** The named examples that an operation, or any, has of a status. */
export function examplesOf(contract: Contract, operation: string, status: string): string[] {
  const answers = operationsOf(contract, operation).flatMap(
    ({ responses }) => responses[status] ?? responses.default ?? [],
  );
  const names = answers.flatMap((answer) => {
    const { content = {} } = contract.components?.responses?.[answer.$ref?.split('/').at(-1) ?? ''] ?? answer;
    return Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples));
  });
  return [...new Set(names)].sort();
}
