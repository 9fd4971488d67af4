import { loadDocument } from '../document.ts';
import { compileValidators } from '../validators.ts';

/** The contract of this repository, read once for each process. */
export const document = loadDocument();

/** Its checks; each of its schemas is compiled when it is first asked for. */
export const validators = compileValidators(document, { lazily: true });
