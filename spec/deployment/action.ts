/** One action of an OpenAPI Overlay 1.0: what stands at the JSONPath `target` is merged with `update`, or removed. */
export type Action = { target: string; update?: unknown; remove?: true };
