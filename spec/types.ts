import type { components, operations, Readable, Writable } from './generated/api.ts';

export type OperationId = keyof operations;

/** A schema of the contract as an answer carries it: write-only members left out. */
export type Schema<Name extends keyof components['schemas']> = Readable<components['schemas'][Name]>;

type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;

/** The JSON body that a request of the operation may carry: read-only members left out. */
export type RequestBody<Op extends OperationId> = Writable<
  JsonOf<NonNullable<operations[Op] extends { requestBody?: infer Body } ? Body : never>>
>;

/** The statuses that the contract names for the operation; `default` is no status. */
export type StatusOf<Op extends OperationId> = Exclude<keyof operations[Op]['responses'], 'default'> & number;

/** The JSON body that the contract declares for one status of the operation. */
export type ResponseBody<Op extends OperationId, Status extends StatusOf<Op>> = Readable<
  JsonOf<operations[Op]['responses'][Status]>
>;
