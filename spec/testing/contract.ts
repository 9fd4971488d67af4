import { loadDocument } from '../document.ts';
import { compileValidators } from '../validators.ts';

/** The contract of this repository, read once for each process. */
export const document = loadDocument();

/** Its checks; each schema is compiled at its first use. */
export const validators = compileValidators(document, { lazily: true });
