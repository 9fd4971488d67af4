import { ConfigurationError, Signal } from '../outcome/signals.ts';
import type { HeaderPairs, WireAnswer } from '../wire/exchange.ts';
import type { Transport } from '../wire/transport.ts';
import { type Target, transportTo } from './target.ts';

/** Asks a target before the first case. Whatever keeps it from answering is a ConfigurationError of one line. */
export class Probe {
  private readonly target: Target;
  private readonly transport: Transport;

  constructor(target: Target) {
    this.target = target;
    this.transport = transportTo(target);
  }

  /** Sends a request to a path below the base address, with the key given or none, and an empty JSON object if it writes. */
  async ask(method: 'GET' | 'POST' | 'PATCH', path: string, key?: string): Promise<WireAnswer> {
    const headers: HeaderPairs = [
      ['Accept', 'application/json'],
      ...(key === undefined ? [] : [['Authorization', `Bearer ${key}`] as const]),
      ...(method === 'GET' ? [] : [['Content-Type', 'application/json'] as const]),
    ];
    const { baseUrl } = this.target;
    try {
      const body = method === 'GET' ? {} : { body: Buffer.from('{}') };
      return await this.transport.send({ method, url: baseUrl + path, headers, ...body });
    } catch (error) {
      if (!(error instanceof Signal)) throw error;
      throw new ConfigurationError(`the target ${baseUrl} can't be tested: ${error.message}${this.proxyHint()}`);
    }
  }

  /** A proxy that other programs know from the environment may be what is missing. */
  private proxyHint(environment = process.env): string {
    const { HTTPS_PROXY, https_proxy, HTTP_PROXY, http_proxy } = environment;
    const isElsewhere = HTTPS_PROXY || https_proxy || HTTP_PROXY || http_proxy;
    if (!isElsewhere || this.target.http.proxy) return '';
    return ' (a proxy is named in the environment only: if the way leads through it, name it in http.proxy of the profile)';
  }

  close(): void {
    this.transport.close();
  }
}
