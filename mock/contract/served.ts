import type { ContractDocument } from '../../spec/document.ts';
import { servedDocument } from './deployed.ts';

/** Writes contracts with the address of the request as their server. The last result is cached for equal requests in a row. */
export function remembered(
  write: (contract: object) => string,
): (document: ContractDocument, address: string) => Buffer {
  let last: { document: ContractDocument; address: string; bytes: Buffer } | undefined;
  return (document, address) => {
    if (last?.document !== document || last.address !== address)
      last = { document, address, bytes: Buffer.from(write(servedDocument(document, address))) };
    return last.bytes;
  };
}
