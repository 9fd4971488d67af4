/** What is read of the contract. */
export interface Contract {
  paths: Record<string, Record<string, { operationId?: string; responses?: Record<string, Response> }>>;
  components?: { responses?: Record<string, Response> };
}

interface Response {
  $ref?: string;
  content?: Record<string, { examples?: Record<string, unknown> }>;
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

/** The named examples that an operation, or any, has of a status. */
export function examplesOf({ paths, components }: Contract, operation: string, status: string): string[] {
  const answers = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId, responses = {} }) => {
      const wanted = operationId !== undefined && (operation === '' || operationId === operation);
      return wanted ? (responses[status] ?? responses.default ?? []) : [];
    }),
  );
  const names = answers.flatMap((answer) => {
    const { content = {} } = components?.responses?.[answer.$ref?.split('/').at(-1) ?? ''] ?? answer;
    return Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples));
  });
  return [...new Set(names)].sort();
}
