import type { JsonSchema } from 'json-schema-faker';
import type { Json } from '../../../spec/json.ts';
import { pointerStep } from '../../../spec/pointer.ts';
import { follow, nodeAt } from '../../../spec/trace.ts';

/** A schema of requests. */
export type Schema = Exclude<JsonSchema, boolean>;

/** A schema of a request, references followed, and the value that it judges. */
export class SchemaNode {
  readonly schema: Schema;
  /** The place of the schema in the document, with a step `$ref` for each reference, as `ownership.ts` expects it. */
  readonly path: string;
  /** Any value is accepted here, so that no violation can be made. */
  readonly isLenient: boolean;
  /** Sent, it has no effect. */
  readonly isReadOnly: boolean;

  /** `name` is that of the parameter, empty for the body; `pointer` a JSON pointer from there. */
  private constructor(
    private readonly json: Json,
    start: unknown,
    path: string,
    readonly name: string,
    readonly pointer: string,
  ) {
    const way = [start as Json];
    for (let node = start as Json; '$ref' in node; way.push(node)) node = follow(json, node, '$ref') as Json;
    this.schema = way.at(-1) as Schema;
    this.path = path + '/$ref'.repeat(way.length - 1);
    this.isLenient = way.some((node) => node['x-lenient'] === true);
    this.isReadOnly = way.some(({ readOnly }) => readOnly === true);
  }

  /** The schema of a whole part: of the parameter with this name, or of the body. */
  static at(json: Json, path: string, name = ''): SchemaNode {
    return new SchemaNode(json, nodeAt(json, path), path, name, '');
  }

  /** The value is written as text, as in a query or a header. */
  get isText(): boolean {
    return this.name !== '';
  }

  /** Its name in the knowledge about an operation: pointer, or name of the parameter. */
  get key(): string {
    return this.name + this.pointer;
  }

  /** The types that the schema allows, null aside. */
  get types(): string[] {
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

  /** A member of a name that the caller chooses, where the schema restricts its value. */
  freeMember(name: string): SchemaNode | undefined {
    const { additionalProperties } = this.schema;
    if (typeof additionalProperties !== 'object') return undefined;
    return this.below(additionalProperties, '/additionalProperties', `/${pointerStep(name)}`);
  }

  private below(node: unknown, path: string, pointer: string): SchemaNode {
    return new SchemaNode(this.json, node, this.path + path, this.name, this.pointer + pointer);
  }
}
