import { createGeneratorSync, type JsonSchema } from 'json-schema-faker';
import type { Schema, SchemaNode } from './schema-node.ts';

/** What an operation knows about its requests beyond their schemas. Keys are pointers into the body, or names of parameters. */
export interface Knowledge {
  /** Values of which only the target knows that they are good ones. */
  known?: Readonly<Record<string, () => unknown>>;
  /** The known values that are still good with more characters in front. */
  elastic?: readonly string[];
  /** The members of a body that stand around one of them, which may be among them. */
  around?: (member: string) => Record<string, unknown>;
  /** Members that are never left out. */
  needed?: readonly string[];
  /** Members that can't stand together with all others. */
  apart?: readonly string[];
  /** Places for which the target's profile offers no value. */
  lacking?: readonly string[];
}

type Members = Record<string, unknown>;

/** The name of a member that only the caller knows; a good name of a mail header, too. */
export const freeName = 'X-Conformance';

/** Makes plain valid values: those that the operation knows, else generated ones, always the same for one seed. */
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

  /** Whether a text may be made longer. */
  isElastic(node: SchemaNode): boolean {
    return !this.isKnown(node) || (this.knowledge.elastic?.includes(node.key) ?? false);
  }

  /** Whether a member may be left out, and so be tried alone and with the others. */
  isOptional(member: SchemaNode, { schema }: SchemaNode, name: string): boolean {
    const isApart = this.knowledge.apart?.includes(member.key);
    return !this.isNeeded(member, schema, name) && !member.isReadOnly && !isApart && !this.lacks(member);
  }

  /** A plain valid value. */
  of(node: SchemaNode): unknown {
    const known = this.knowledge.known?.[node.key];
    if (known) return known();
    const [branch] = node.branches;
    if (branch) return this.of(branch);
    if (node.types.includes('array')) return [this.of(node.item)];
    if (node.types.includes('object')) return this.around(node);
    return this.generate(node.schema);
  }

  /** Another valid value, whatever the examples say. */
  another({ schema }: SchemaNode): unknown {
    return this.generate({ ...schema, examples: [] });
  }

  /** The members that stand around one of an object, or in the object when no member is named. */
  around(node: SchemaNode, name?: string): Members {
    if (node.key === '' && this.knowledge.around) return this.knowledge.around(name ?? '');
    const free = node.freeMember(freeName);
    if (free) return { [freeName]: this.of(free) };
    if (node.members.length === 0) return { conformance: this.generate({ type: 'string' }) };
    const members = node.members.map((member) => [member, node.member(member)] as const);
    const needed = members.filter(([member, at]) => this.isNeeded(at, node.schema, member));
    return Object.fromEntries(needed.map(([member, at]) => [member, this.of(at)]));
  }

  private isNeeded(member: SchemaNode, { required }: Schema, name: string): boolean {
    return required?.includes(name) || this.knowledge.needed?.includes(member.key) || false;
  }

  private generate(schema: Schema): unknown {
    const { type, const: only, enum: words, format, pattern, minLength = 1, maxLength, minimum, maximum } = schema;
    const examples = schema.examples?.length ? schema.examples : undefined;
    const limits = { format, pattern, examples, minLength, maxLength, minimum, maximum };
    const keywords = { type: [type ?? []].flat().find((one) => one !== 'null'), const: only, enum: words, ...limits };
    const wanted = Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));
    // The generator takes no notice of a least length next to a pattern.
    for (let attempt = 0; ; attempt++) {
      const value = this.generator.generate(wanted as JsonSchema);
      if (value !== '' || attempt === 20) return value;
    }
  }
}
