/** How a change weighs: calls stop working, something to know of before it lands, or nothing to worry about. */
export type Level = 'breaking' | 'soft' | 'safe';

/** The side that meets a change: what clients send, what they are given, or code that is generated from the document. */
export type Direction = 'request' | 'response' | 'client';

/** A request or an answer that shows a change: what each of the two documents says of it. */
export interface Example {
  request?: ExampleRequest;
  answer?: ExampleAnswer;
  /** `valid`, or why the base document refuses it. */
  base: string;
  /** `valid`, or why the revision refuses it. */
  revision: string;
}

/** A request that a change is about. */
export interface ExampleRequest {
  method: string;
  /** Path and query string, as they go over the wire. */
  url: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** An answer that a change is about. */
export interface ExampleAnswer {
  status: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** One change between two documents, as one side meets it. */
export interface Change {
  level: Level;
  rule: string;
  /** The operation (its id, else method and path); several when a shared component changed. Empty for the whole document. */
  operation: string;
  operations?: string[];
  direction: Direction;
  /** Where it stands in the revision, or would stand. */
  pointer: string;
  /** Where it stands in the base; absent for what is new. */
  basePointer?: string;
  /** Who breaks and how, in a sentence. */
  message: string;
  example?: Example;
}

/** What a comparison says. */
export interface DiffResult {
  verdict: Level;
  changes: Change[];
  /** The least `info.version` that the changes allow. */
  requiredVersion: string;
}
