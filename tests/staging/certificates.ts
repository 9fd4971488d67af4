import { readFileSync } from 'node:fs';
import { toProjectPath } from '../../spec/package.ts';

/** An authority that no client knows, and a certificate of it for the loopback address, as PEM. Both expire in 2126. */
export interface PrivateCa {
  ca: string;
  key: string;
  cert: string;
}

const pem = (name: string) => readFileSync(toProjectPath(`tests/staging/tls/${name}.pem`), 'utf8');

export function readPrivateCa(): PrivateCa {
  return { ca: pem('ca'), key: pem('server.key'), cert: pem('server') };
}
