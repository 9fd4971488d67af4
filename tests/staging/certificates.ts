import { generate } from 'selfsigned';

/** A certificate authority that nobody knows, and a certificate of it for the loopback address, all PEM. */
export interface PrivateCa {
  ca: string;
  key: string;
  cert: string;
}

/** Makes an authority and a certificate, both valid for a year from now. */
export async function makePrivateCa(): Promise<PrivateCa> {
  const authority = await generate([{ name: 'commonName', value: 'The CA of a staging environment' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  const own = await generate([{ name: 'commonName', value: 'staging' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { key: authority.private, cert: authority.cert },
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  return { ca: authority.cert, key: own.private, cert: own.cert };
}
