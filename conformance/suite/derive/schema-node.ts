import type { Json } from '../../../spec/json.ts';
import { pointerStep } from '../../../spec/pointer.ts';
import { follow, nodeAt } from '../../../spec/trace.ts';

/** A JSON type by its name in a schema; numbers in requests are integers. */
export type JsonType = 'null' | 'boolean' | 'integer' | 'string' | 'array' | 'object';

/** The keywords of a schema that values are derived from. */
export interface Schema {
  type?: JsonType | JsonType[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  required?: string[];
  properties?: Json;
  additionalProperties?: Json | boolean;
  items?: Json;
  oneOf?: Json[];
  examples?: unknown[];
}

/** A schema of a request and the value that it judges, references followed. */
export class SchemaNode {
  readonly schema: Schema;
  /** Where the schema stands in the document, with a step `$ref` for each reference: as the owners of rules are looked up. */
  readonly path: string;
  /** Any value is accepted here, so that no violation can be made. */
  readonly isLenient: boolean;
  /** Sent, it has no effect. */
  readonly isReadOnly: boolean;
  /** The value is written as text, as in a query or a header. */
  readonly isText: boolean;

  /** `root` is the name of the parameter, or nothing for the body; `pointer` a JSON pointer from there. */
  private constructor(
    private readonly json: Json,
    start: Json,
    path: string,
    private readonly root: string,
    readonly pointer: string,
  ) {
    let node = start;
    let at = path;
    let [isLenient, isReadOnly] = [false, false];
    for (;;) {
      isLenient ||= node['x-lenient'] === true;
      isReadOnly ||= node.readOnly === true;
      if (!('$ref' in node)) break;
      node = follow(json, node, '$ref') as Json;
      at += '/$ref';
    }
    this.schema = node as Schema;
    this.path = at;
    this.isLenient = isLenient;
    this.isReadOnly = isReadOnly;
    this.isText = root !== '';
  }

  /** The place of a whole part: of the parameter with this name, or of the body. */
  static at(json: Json, path: string, name = ''): SchemaNode {
    return new SchemaNode(json, nodeAt(json, path) as Json, path, name, '');
  }

  /** What it is called where an operation knows more about it than its schema says: pointer, or name of the parameter. */
  get key(): string {
    return this.root + this.pointer;
  }

  /** The types that the schema allows, null aside. */
  get types(): JsonType[] {
    return [this.schema.type ?? []].flat().filter((type) => type !== 'null');
  }

  get isNullable(): boolean {
    return [this.schema.type].flat().includes('null');
  }

  get branches(): SchemaNode[] {
    return (this.schema.oneOf ?? []).map((node, index) => this.below(node, `/oneOf/${index}`, ''));
  }

  /** The members that the schema names. */
  get members(): string[] {
    return Object.keys(this.schema.properties ?? {});
  }

  member(name: string): SchemaNode {
    const step = `/${pointerStep(name)}`;
    return this.below(this.schema.properties?.[name], `/properties${step}`, step);
  }

  /** The first entry of an array. */
  get item(): SchemaNode {
    return this.below(this.schema.items, '/items', '/0');
  }

  /** A member of a name that the caller chooses, where the schema says what its value has to be. */
  freeMember(name: string): SchemaNode | undefined {
    const { additionalProperties } = this.schema;
    if (typeof additionalProperties !== 'object') return undefined;
    return this.below(additionalProperties, '/additionalProperties', `/${pointerStep(name)}`);
  }

  private below(node: unknown, path: string, pointer: string): SchemaNode {
    return new SchemaNode(this.json, node as Json, this.path + path, this.root, this.pointer + pointer);
  }
}
