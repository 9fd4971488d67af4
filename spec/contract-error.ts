/** A file of the contract that can't be used; the message says file, place and reason in one line. */
export class ContractError extends Error {
  override name = 'ContractError';
}
