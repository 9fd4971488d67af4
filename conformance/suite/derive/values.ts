import { createGeneratorSync, type JsonSchema } from 'json-schema-faker';
import type { Schema, SchemaNode } from './schema-node.ts';

/** Facts about requests of an operation that their schemas lack. Keys are pointers into the body, or names of parameters. */
export interface Knowledge {
  /** Values that only the target can call good. */
  known?: Readonly<Record<string, () => unknown>>;
  /** The members of a body around one of them, which may be among them. */
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

  /** The members of an object that may be left out, and sent together. */
  optionalMembers(node: SchemaNode): string[] {
    return node.members.filter((name) => {
      const member = node.member(name);
      const isApart = member.isReadOnly || this.knowledge.apart?.includes(member.key);
      return !isApart && !this.isNeeded(node, name) && !this.lacks(member);
    });
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

  /** Another valid value than the examples of the schema. */
  another({ schema: { examples: _, ...schema } }: SchemaNode): unknown {
    return this.generate(schema);
  }

  /** The members around one of an object, or in the object when no member is named. */
  around(node: SchemaNode, name?: string): Record<string, unknown> {
    if (node.key === '' && this.knowledge.around) return this.knowledge.around(name ?? '');
    const free = node.freeMember(freeName);
    if (free) return { [freeName]: this.of(free) };
    if (node.members.length === 0) return { conformance: this.generate({ type: 'string' }) };
    const needed = node.members.filter((member) => this.isNeeded(node, member));
    return Object.fromEntries(needed.map((member) => [member, this.of(node.member(member))]));
  }

  private isNeeded(node: SchemaNode, name: string): boolean {
    return node.schema.required?.includes(name) || this.knowledge.needed?.includes(node.member(name).key) || false;
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
