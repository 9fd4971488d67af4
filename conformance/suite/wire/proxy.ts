import http from 'node:http';
import https from 'node:https';
import { isIPv6 } from 'node:net';
import { unescape as decoded } from 'node:querystring';
import tls from 'node:tls';

/** An agent whose TLS connections go through an HTTP proxy (CONNECT). */
export class TunnelAgent extends https.Agent {
  private readonly proxy: URL;
  constructor(proxy: string, options: https.AgentOptions) {
    super(options);
    this.proxy = new URL(proxy);
  }

  override createConnection(
    options: https.RequestOptions,
    done?: (error: Error | null, socket: tls.TLSSocket) => void,
  ): undefined {
    const host = options.host ?? '';
    const authority = `${isIPv6(host) ? `[${host}]` : host}:${options.port ?? 443}`;
    const fail = (error: Error) => done?.(error, undefined as unknown as tls.TLSSocket);
    const connect = http.request({
      host: hostOf(this.proxy),
      port: this.proxy.port || 80,
      method: 'CONNECT',
      path: authority,
      headers: { Host: authority, ...proxyAuthorization(this.proxy) },
      agent: false,
    });
    connect.once('error', ({ message }) =>
      fail(new Error(`the proxy ${this.proxy.host} can't be reached (${message}): check http.proxy of the profile`)),
    );
    connect.once('connect', (answer, socket) => {
      if (answer.statusCode !== 200) {
        socket.destroy();
        const remedy = answer.statusCode === 407 ? ', as it wants a name and a password' : '';
        fail(
          new Error(`the proxy answered CONNECT with ${answer.statusCode}${remedy}: check http.proxy of the profile`),
        );
        return;
      }
      const { ca } = this.options;
      // A certificate is compared with the name of the server, or with its host where that is an address, which Node gives no name.
      const { servername = '' } = options;
      done?.(null, tls.connect({ socket, host, servername, ...(ca && { ca }) }));
    });
    connect.end();
  }
}

/** The host of an address as one connects to it: that of IPv6 has no brackets then. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** The credentials of a proxy address as a header; none when it has none. */
export function proxyAuthorization(proxy: URL): Record<string, string> {
  if (!proxy.username) return {};
  const credentials = `${decoded(proxy.username)}:${decoded(proxy.password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}
