import type { ContractDocument } from '../../../spec/document.ts';
import type { OperationId } from '../../../spec/types.ts';
import type { Profile } from './profile.ts';

type Wire = NonNullable<Profile['wire']>;

/** The names of the contract on the wire. */
const names: Required<Wire> = {
  emailPath: '/email_messages',
  idempotencyHeader: 'Idempotency-Key',
  pageNumber: 'page[number]',
  documentTypesPageNumber: 'page[number]',
  pageSize: 'page[size]',
};

/** All names on the wire of a target: those that its profile lists, else the contract's. Both lists have one name for the page number. */
export function wireNames(wire: Wire = {}): Required<Wire> {
  return {
    ...names,
    ...wire,
    documentTypesPageNumber: wire.documentTypesPageNumber ?? wire.pageNumber ?? names.pageNumber,
  };
}

/** The names on the wire of a deployment's contract. */
export function wireOf({ operations }: ContractDocument): Required<Wire> {
  const operation = (id: OperationId) => operations.find((operation) => operation.id === id);
  const nameIn = (id: OperationId, own: string) =>
    operation(id)?.parameters.find(({ name, contractName = name }) => contractName === own)?.name ?? own;
  return {
    emailPath: operation('createEmailMessage')?.path ?? names.emailPath,
    idempotencyHeader: nameIn('createEmailMessage', names.idempotencyHeader),
    pageNumber: nameIn('listRecentAiMissionRuns', names.pageNumber),
    documentTypesPageNumber: nameIn('listDirDocumentTypes', names.pageNumber),
    pageSize: nameIn('listRecentAiMissionRuns', names.pageSize),
  };
}
