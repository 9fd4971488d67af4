import { createGeneratorSync, type JsonSchema } from 'json-schema-faker';
import { escapeStep, findNode, followStep, type Json } from '../../../spec/json.ts';

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

  /** `name` is the parameter's, empty for the body; `pointer` a JSON pointer from there. */
  private constructor(
    private readonly json: Json,
    start: unknown,
    path: string,
    readonly name: string,
    readonly pointer: string,
  ) {
    const way = [start as Json];
    for (let node = start as Json; '$ref' in node; way.push(node)) node = followStep(json, node, '$ref') as Json;
    this.schema = way.at(-1) as Schema;
    this.path = path + '/$ref'.repeat(way.length - 1);
    this.isLenient = way.some((node) => node['x-lenient'] === true);
    this.isReadOnly = way.some(({ readOnly }) => readOnly === true);
  }

  /** The schema of a whole part: of the parameter with this name, or of the body. */
  static at(json: Json, path: string, name = ''): SchemaNode {
    return new SchemaNode(json, findNode(json, path), path, name, '');
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
    return (this.schema.oneOf ?? []).map((node, index) => this.getBelow(node, `/oneOf/${index}`, ''));
  }

  /** The members that the schema names. */
  get members(): string[] {
    return Object.keys(this.schema.properties ?? {});
  }

  getMember(name: string): SchemaNode {
    const step = `/${escapeStep(name)}`;
    return this.getBelow(this.schema.properties?.[name], `/properties${step}`, step);
  }

  /** The first entry of an array. */
  get item(): SchemaNode {
    return this.getBelow(this.schema.items, '/items', '/0');
  }

  /** A member of a name that the caller chooses, if the schema restricts its value. */
  getFreeMember(name: string): SchemaNode | undefined {
    const { additionalProperties } = this.schema;
    if (typeof additionalProperties !== 'object') return undefined;
    return this.getBelow(additionalProperties, '/additionalProperties', `/${escapeStep(name)}`);
  }

  private getBelow(node: unknown, path: string, pointer: string): SchemaNode {
    return new SchemaNode(this.json, node, this.path + path, this.name, this.pointer + pointer);
  }
}

/** Facts about requests of an operation that their schemas lack. Keys are pointers into the body, or names of parameters. */
export interface Knowledge {
  /** Values that only the target can call good. */
  known?: Readonly<Record<string, () => unknown>>;
  /** The members of a body around a member, which may be included. */
  around?: (member: string) => Record<string, unknown>;
  /** Members that are never left out. */
  needed?: readonly string[];
  /** Members that can't be sent together with all others. */
  apart?: readonly string[];
  /** Places for which the target's profile offers no value. */
  lacking?: readonly string[];
}

/** The name of a member that the caller chooses; a good name of a mail header, too. */
export const freeName = 'X-Conformance';

/** Makes plain valid values: values that the operation knows, else generated values, always the same for one seed. */
export class Values {
  private readonly generator: ReturnType<typeof createGeneratorSync>;

  constructor(
    seed: number,
    private readonly knowledge: Knowledge = {},
  ) {
    this.generator = createGeneratorSync({
      seed,
      useExamplesValue: true,
      formats: { byte: (random) => Buffer.from(`bytes ${random.int(0, 9999)}`).toString('base64') },
    });
  }

  lacks(node: SchemaNode): boolean {
    return this.knowledge.lacking?.includes(node.key) ?? false;
  }

  isKnown(node: SchemaNode): boolean {
    return this.knowledge.known?.[node.key] !== undefined;
  }

  /** The members of an object that may be left out, and sent together. */
  listOptional(node: SchemaNode): string[] {
    return node.members.filter((name) => {
      const member = node.getMember(name);
      const isApart = member.isReadOnly || this.knowledge.apart?.includes(member.key);
      return !isApart && !this.isNeeded(node, name) && !this.lacks(member);
    });
  }

  /** A plain valid value. */
  make(node: SchemaNode): unknown {
    const known = this.knowledge.known?.[node.key];
    if (known) return known();
    const [branch] = node.branches;
    if (branch) return this.make(branch);
    if (node.types.includes('array')) return [this.make(node.item)];
    if (node.types.includes('object')) return this.around(node);
    return this.generate(node.schema);
  }

  /** Another valid value than the examples of the schema. */
  makeAnother({ schema: { examples: _, ...schema } }: SchemaNode): unknown {
    return this.generate(schema);
  }

  /** The members around one of an object, or in the object when no member is named. */
  around(node: SchemaNode, name?: string): Record<string, unknown> {
    if (node.key === '' && this.knowledge.around) return this.knowledge.around(name ?? '');
    const free = node.getFreeMember(freeName);
    if (free) return { [freeName]: this.make(free) };
    if (node.members.length === 0) return { conformance: this.generate({ type: 'string' }) };
    const needed = node.members.filter((member) => this.isNeeded(node, member));
    return Object.fromEntries(needed.map((member) => [member, this.make(node.getMember(member))]));
  }

  private isNeeded(node: SchemaNode, name: string): boolean {
    return node.schema.required?.includes(name) || this.knowledge.needed?.includes(node.getMember(name).key) || false;
  }

  private generate({ type, examples, ...schema }: Schema): unknown {
    const wanted = { minLength: 1, ...schema, type: [type].flat().find((name) => name !== 'null') };
    // The generator ignores a least length next to a pattern.
    for (let attempt = 0; ; attempt++) {
      const value = this.generator.generate({
        ...wanted,
        ...(Array.isArray(examples) && examples.length > 0 && { examples }),
      } as JsonSchema);
      if (value !== '' || attempt === 20) return value;
    }
  }
}
