import { isObject, type Json, listOf, objectOf } from '../source.ts';
import type { Random } from './random.ts';

/** Spells a document otherwise without changing what it says. */
export type Respelling = (document: Json, random: Random) => void;

/** Each way of spelling a document otherwise, by its name. */
export const respellings: Record<string, Respelling> = {
  'keys in another order': (document, random) =>
    everyObject(document, (node) => {
      const entries = random.shuffle(Object.entries(node));
      for (const [key] of entries) delete node[key];
      Object.assign(node, Object.fromEntries(entries));
    }),

  'lists in another order': (document, random) => {
    const lists = ['required', 'enum', 'anyOf', 'oneOf', 'allOf', 'parameters', 'tags', 'security'];
    everyObject(document, (node) => {
      for (const key of lists) if (Array.isArray(node[key])) node[key] = random.shuffle(node[key]);
    });
  },

  'references written out': (document, random) =>
    everySchema(document, (schema) => {
      const target = componentOf(document, schema.$ref);
      if (!target || !random.chance(0.4) || refersTo(document, target, schema.$ref as string)) return;
      const { $ref: reference, ...beside } = schema;
      if (isMapped(document, reference)) return;
      const others = Object.keys(beside).filter((key) => key in target && key !== 'description');
      if (others.length > 0) return;
      replace(schema, { ...structuredClone(target), ...beside });
    }),

  'schemas made components': (document, random) => {
    const schemas = objectOf(objectOf(document.components).schemas);
    let count = 0;
    everySchema(document, (schema) => {
      if (schema.$ref !== undefined || !random.chance(0.2) || isComponent(schemas, schema)) return;
      count += 1;
      const name = `Extracted${count}`;
      schemas[name] = { ...schema };
      replace(schema, { $ref: `#/components/schemas/${name}` });
    });
  },

  'components renamed': (document, random) => {
    const schemas = objectOf(objectOf(document.components).schemas);
    for (const name of Object.keys(schemas)) {
      if (!random.chance(0.5)) continue;
      const to = `${name}Anew`;
      rename(schemas, name, to);
      everyObject(document, (node) => {
        for (const [key, value] of Object.entries(node)) {
          if (value === `#/components/schemas/${name}`) node[key] = `#/components/schemas/${to}`;
        }
        const mapping = objectOf(objectOf(node.discriminator).mapping);
        for (const [key, value] of Object.entries(mapping)) {
          if (value === `#/components/schemas/${name}`) mapping[key] = to;
        }
      });
    }
  },

  'parameters said by the path': (document, random) =>
    everyPath(document, (item) => {
      const operations = methodsOf(item);
      const [only, ...others] = operations;
      if (!only || others.length > 0 || !random.chance()) return;
      item.parameters = [...listOf(item.parameters), ...listOf(only.parameters)];
      delete only.parameters;
    }),

  'parameters said by each operation': (document, random) =>
    everyPath(document, (item) => {
      if (!random.chance()) return;
      for (const operation of methodsOf(item)) {
        operation.parameters = [...structuredClone(listOf(item.parameters)), ...listOf(operation.parameters)];
      }
      delete item.parameters;
    }),

  'security said by each operation': (document) => {
    const { security } = document;
    everyPath(document, (item) => {
      for (const operation of methodsOf(item)) operation.security ??= structuredClone(security ?? []);
    });
    delete document.security;
  },

  'null as a branch': (document, random) =>
    everySchema(document, (schema) => {
      const { type, ...rest } = schema;
      if (!Array.isArray(type) || !type.includes('null') || type.length < 2 || !random.chance()) return;
      if ('enum' in rest || 'const' in rest || 'anyOf' in rest || 'oneOf' in rest) return;
      const others = type.filter((one) => one !== 'null');
      const { readOnly, writeOnly, deprecated, default: fallback, ...limits } = rest;
      const notes = { readOnly, writeOnly, deprecated, default: fallback, 'x-lenient': rest['x-lenient'] };
      const union = [{ ...limits, type: others.length === 1 ? others[0] : others }, { type: 'null' }];
      const said = Object.entries(notes).filter(([, value]) => value !== undefined);
      replace(schema, { [random.chance() ? 'anyOf' : 'oneOf']: union, ...Object.fromEntries(said) });
    }),

  'constants and enums of one': (document, random) =>
    everySchema(document, (schema) => {
      if (!random.chance()) return;
      if ('const' in schema) {
        schema.enum = [schema.const];
        delete schema.const;
      } else if (Array.isArray(schema.enum) && schema.enum.length === 1) {
        schema.const = schema.enum[0];
        delete schema.enum;
      }
    }),

  'enums as unions of constants': (document, random) =>
    everySchema(document, (schema) => {
      const { enum: values, anyOf, oneOf } = schema;
      if (!Array.isArray(values) || values.length < 2 || anyOf || oneOf || !random.chance()) return;
      delete schema.enum;
      schema[random.chance() ? 'anyOf' : 'oneOf'] = values.map((value) => ({ const: value }));
    }),

  'types as lists of one': (document, random) =>
    everySchema(document, (schema) => {
      if (typeof schema.type === 'string' && random.chance()) schema.type = [schema.type];
    }),

  'schemas within allOf': (document, random) =>
    everySchema(document, (schema) => {
      if (!random.chance(0.3) || 'unevaluatedProperties' in schema || 'discriminator' in schema) return;
      const { properties, required, additionalProperties, ...rest } = schema;
      if (properties && required && additionalProperties === undefined && random.chance()) {
        replace(schema, { ...rest, allOf: [...listOf(rest.allOf), { properties }, { required }] });
      } else {
        replace(schema, { allOf: [{ ...schema }] });
      }
    }),

  'properties spread over allOf': (document, random) =>
    everySchema(document, (schema) => {
      const { properties, additionalProperties, unevaluatedProperties, allOf, patternProperties } = schema;
      if (!isObject(properties) || additionalProperties !== undefined || patternProperties || !random.chance(0.3))
        return;
      if (unevaluatedProperties !== undefined) return;
      const parts = [{}, {}] as [Json, Json];
      for (const [name, property] of Object.entries(properties)) parts[random.chance() ? 0 : 1][name] = property;
      delete schema.properties;
      schema.allOf = [...listOf(allOf), ...parts.map((part) => ({ type: 'object', properties: part }))];
    }),

  'bounds of integers moved': (document, random) =>
    everySchema(document, (schema) => {
      const { type, minimum, maximum } = schema;
      if (type !== 'integer' || !random.chance()) return;
      if (typeof minimum === 'number') {
        schema.exclusiveMinimum = minimum - 1;
        delete schema.minimum;
      }
      if (typeof maximum === 'number') {
        schema.maximum = maximum + 0.5;
      }
    }),

  'what holds anyway written out': (document, random) =>
    everySchema(document, (schema) => {
      const { type } = schema;
      if (!random.chance(0.4)) return;
      if (type === 'object' && !('unevaluatedProperties' in schema)) schema.additionalProperties ??= true;
      if (type === 'string') schema.minLength ??= 0;
      if (type === 'array')
        Object.assign(schema, { minItems: schema.minItems ?? 0, uniqueItems: schema.uniqueItems ?? false });
      if (type === 'object') schema.minProperties ??= 0;
    }),

  'notation of parameters written out': (document) =>
    everyObject(document, (node) => {
      const { in: where, name } = node;
      if (typeof where !== 'string' || typeof name !== 'string' || !('schema' in node)) return;
      const style = where === 'query' || where === 'cookie' ? 'form' : 'simple';
      node.style ??= style;
      node.explode ??= node.style === 'form';
      node.required ??= false;
      node.deprecated ??= false;
    }),

  'cases of headers and media types': (document, random) =>
    everyObject(document, (node, key, parent) => {
      if (parent === 'properties') return;
      if (key === 'content') {
        for (const name of Object.keys(node))
          if (random.chance()) rename(node, name, `${name.toUpperCase()}; charset=utf-8`);
      } else if (key === 'headers') {
        for (const name of Object.keys(node)) if (random.chance()) rename(node, name, name.toLowerCase());
      }
    }),

  'other words for readers': (document, random) =>
    everyObject(document, (node, key) => {
      if (key === 'properties' || key === 'schemas') return;
      for (const word of ['description', 'summary'])
        if (typeof node[word] === 'string' && random.chance()) node[word] = 'Otherwise.';
    }),
};

function replace(node: Json, by: Json): void {
  const written = { ...by };
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(node, written);
}

function rename(node: Json, from: string, to: string): void {
  replace(node, Object.fromEntries(Object.entries(node).map(([key, value]) => [key === from ? to : key, value])));
}

function everyPath(document: Json, visit: (item: Json) => void): void {
  for (const item of Object.values(objectOf(document.paths))) if (isObject(item)) visit(item);
}

function methodsOf(item: Json): Json[] {
  return Object.entries(item).flatMap(([key, value]) => (isObject(value) && !key.startsWith('x-') ? [value] : []));
}

const data = new Set(['example', 'examples', 'default', 'const', 'enum', 'value', 'mapping', 'scopes']);

type Visit = (node: Json, key: string, parent: string) => void;

function everyObject(node: unknown, visit: Visit, key = '', parent = ''): void {
  if (Array.isArray(node)) for (const item of node) everyObject(item, visit);
  if (!isObject(node)) return;
  visit(node, key, parent);
  for (const [below, value] of Object.entries(node)) {
    const isData = data.has(below) && key !== 'properties' && key !== 'responses';
    if (!isData) everyObject(value, visit, below, key);
  }
}

const inSchemas = new Set(['items', 'additionalProperties', 'schema', 'not', 'if', 'then', 'else', 'propertyNames']);
const mapsOfSchemas = new Set(['properties', 'patternProperties', 'schemas']);
const listsOfSchemas = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

/** Visits every schema, those within it first. */
function everySchema(document: Json, visit: (schema: Json) => void): void {
  const walk = (node: unknown, key: string, isNames: boolean) => {
    if (Array.isArray(node)) {
      for (const item of node) walk(item, listsOfSchemas.has(key) && !isNames ? 'items' : '', false);
      return;
    }
    if (!isObject(node)) return;
    const holdsNames = mapsOfSchemas.has(key) && !isNames;
    for (const [below, value] of Object.entries(node)) {
      if (!holdsNames && key !== 'responses' && data.has(below)) continue;
      walk(value, holdsNames ? 'items' : below, false);
    }
    if (inSchemas.has(key) && !isNames) visit(node);
  };
  walk(document, '', false);
}

function componentOf(document: Json, reference: unknown): Json | undefined {
  const name = typeof reference === 'string' ? reference.match(/^#\/components\/schemas\/([^/]+)$/)?.[1] : undefined;
  const schema = name === undefined ? undefined : objectOf(objectOf(document.components).schemas)[name];
  return isObject(schema) ? schema : undefined;
}

/** Whether a discriminator tells a schema by its reference, so that the reference says something. */
function isMapped(document: Json, reference: unknown): boolean {
  let found = false;
  everyObject(document, ({ discriminator }) => {
    found ||= Object.values(objectOf(objectOf(discriminator).mapping)).includes(reference);
  });
  return found;
}

/** Whether a schema leads back to a reference: it can't be written out. */
function refersTo(document: Json, schema: Json, reference: string, seen = new Set<string>()): boolean {
  let found = false;
  everyObject(schema, ({ $ref }) => {
    if (typeof $ref !== 'string' || found || seen.has($ref)) return;
    seen.add($ref);
    found = $ref === reference || refersTo(document, componentOf(document, $ref) ?? {}, reference, seen);
  });
  return found;
}

function isComponent(schemas: Json, schema: Json): boolean {
  return Object.values(schemas).includes(schema);
}
