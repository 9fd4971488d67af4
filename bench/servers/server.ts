import type { Call, Request } from '../requests.ts';

/** The mock's own answer to a request, which its rivals are given to answer with. */
export interface Canned {
  status: number;
  body: string;
}

/** What a server is started with: one kind of request at a time. */
export interface Setup {
  port: number;
  /** A directory of its own, for what it is configured with. */
  folder: string;
  request: Request;
  canned: Canned;
}

/** A command line. */
export interface Command {
  file: string;
  args: string[];
}

/** A server that is measured. */
export interface Server {
  name: string;
  title: string;
  /** What stands between the origin and the paths of the operations, `/v2`. */
  base: string;
  /** Whether it keeps state, so that two of its answers differ in ids and times. */
  stateful: boolean;
  /** Why it can't be had on this machine; undefined when it can. */
  absence?(): string | undefined;
  /** How it is run so that it answers the request; files that it needs are written into the setup's folder. */
  command(setup: Setup): Command;
  /** The request as this server understands it, if that differs from the contract; undefined when it has nothing like it. */
  translate?(request: Request): Request | undefined;
  /** Puts its state back to the start and gives the id of a message that can be replied to. */
  prepare?(base: string): Promise<string>;
}

/** A call sent alone, with its answer. Throws when there is no answer. */
export async function ask(base: string, { method, path, headers, body }: Call): Promise<Canned> {
  const pairs = headers.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : [],
  );
  const answer = await fetch(base + path, { method, headers: pairs, ...(body !== undefined && { body }) });
  return { status: answer.status, body: await answer.text() };
}
