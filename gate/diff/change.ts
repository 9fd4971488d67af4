/** The weight of a change: calls stop working, clients should know of it before it lands, or nothing to worry about. */
export type Level = 'breaking' | 'soft' | 'safe';

/** The side that meets a change: clients that send, clients that read, code generated from the document, or any of them. */
export type Direction = 'request' | 'response' | 'client' | 'any';

/** A request or an answer that shows a change, and the verdict of each document on it. */
export interface Example {
  request?: ExampleRequest;
  answer?: ExampleAnswer;
  /** `valid`, or the reason why the base document refuses it. */
  base: string;
  /** `valid`, or the reason why the revision refuses it. */
  revision: string;
}

export interface ExampleRequest {
  method: string;
  /** Path and query string, as they are sent. */
  url: string;
  headers?: Record<string, string>;
  body?: unknown;
}

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
  /** Its place in the revision, or the place that it would have. */
  pointer: string;
  /** Its place in the base; absent for an addition. */
  basePointer?: string;
  /** Who breaks and how, in a sentence. */
  message: string;
  example?: Example;
}

export interface DiffResult {
  verdict: Level;
  changes: Change[];
  /** The least `info.version` that the changes allow. */
  requiredVersion: string;
}
