import { Disturbance } from './disturbance.ts';
import { StaleConnection, Timeout } from './exchange.ts';

/** These end a connection before anything of the request has left. */
const beforeSending = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EPROTO'];
const untrusted = /CERT|SELF_SIGNED|ALTNAME|ISSUER/;

/** A request without an answer, in words, with the remedy where there is one. `proxy` is the address it goes through. */
export function withoutAnswer(error: unknown, url: string, timeoutMs: number, proxy?: string): Disturbance {
  const isTimeout = error instanceof Timeout;
  const code = codeOf(error);
  const neverSent = beforeSending.includes(code) || untrusted.test(code);
  return new Disturbance(describe(error, url, timeoutMs, proxy), { isTimeout, neverSent });
}

function describe(error: unknown, url: string, timeoutMs: number, proxy: string | undefined): string {
  const throughProxy = proxy !== undefined && url.startsWith('http:');
  const host = throughProxy ? `the proxy ${new URL(proxy).host}` : new URL(url).host;
  const remedy = throughProxy ? ': check http.proxy of the profile' : '';
  if (error instanceof Timeout) return `${host} did not answer within ${timeoutMs} ms`;
  if (error instanceof StaleConnection) return `${host} broke the connection`;
  const { message } = error as Error;
  const known: Record<string, string> = {
    ECONNREFUSED: `${host} refuses the connection${remedy}`,
    ENOTFOUND: `the name ${host} is unknown${remedy}`,
    EAI_AGAIN: `the name ${host} can't be looked up now`,
    ECONNRESET: `${host} broke the connection`,
    EPIPE: `${host} broke the connection`,
    EHOSTUNREACH: `${host} can't be reached from here`,
    ENETUNREACH: `${host} can't be reached from here`,
    ETIMEDOUT: `connecting to ${host} took too long`,
    EPROTO: `${host} does not speak TLS: is it http:// rather than https://?`,
  };
  const found = codeOf(error);
  if (found in known) return known[found] as string;
  if (found.startsWith('HPE_')) return `${host} does not speak HTTP (${message})`;
  if (/ALTNAME/.test(found)) return `${host} has a certificate for another name (${message})`;
  if (untrusted.test(found)) {
    return `${host} has a certificate that is not trusted (${message}): name the file of its CA in http.ca of the profile, or in NODE_EXTRA_CA_CERTS`;
  }
  return `${host}: ${message.split('\n')[0]}`;
}

function codeOf(error: unknown): string {
  const { code, errors } = error as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] };
  return code ?? errors?.[0]?.code ?? '';
}
