import { isObject, type Json, toList, toObject } from '../source.ts';
import { componentOf, decode, refersTo } from './components.ts';
import type { Random } from './random.ts';
import { everyObject, everyPath, everySchema, methodsOf } from './visit.ts';

/** Writes a document in another way with the same meaning. */
type Respelling = (document: Json, random: Random) => void;

/** Each respelling by its name. */
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
      const { $ref: _, ...siblings } = schema;
      const others = Object.keys(siblings).filter((key) => key in target && key !== 'description');
      if (others.length > 0) return;
      replace(schema, { ...structuredClone(target), ...siblings });
    }),

  'schemas made components': (document, random) => {
    const schemas = toObject(toObject(document.components).schemas);
    let count = 0;
    everySchema(document, (schema) => {
      if (schema.$ref !== undefined || !random.chance(0.2) || Object.values(schemas).includes(schema)) return;
      count += 1;
      const name = `Extracted${count}`;
      schemas[name] = { ...schema };
      replace(schema, { $ref: `#/components/schemas/${name}` });
    });
  },

  'components renamed': (document, random) => {
    const schemas = toObject(toObject(document.components).schemas);
    for (const name of Object.keys(schemas)) {
      if (!random.chance(0.5)) continue;
      const to = `${name}Anew`;
      rename(schemas, name, to);
      everyObject(document, (node) => {
        for (const [key, value] of Object.entries(node)) {
          if (decode(value) === `#/components/schemas/${name}`) node[key] = `#/components/schemas/${to}`;
        }
      });
    }
  },

  'parameters defined by the path': (document, random) =>
    everyPath(document, (item) => {
      const operations = methodsOf(item);
      const [only, ...others] = operations;
      if (!only || others.length > 0 || !random.chance()) return;
      item.parameters = [...toList(item.parameters), ...toList(only.parameters)];
      delete only.parameters;
    }),

  'parameters defined by each operation': (document, random) =>
    everyPath(document, (item) => {
      if (!random.chance()) return;
      for (const operation of methodsOf(item)) {
        operation.parameters = [...structuredClone(toList(item.parameters)), ...toList(operation.parameters)];
      }
      delete item.parameters;
    }),

  'security defined by each operation': (document) => {
    const { security } = document;
    everyPath(document, (item) => {
      for (const operation of methodsOf(item)) operation.security ??= structuredClone(security ?? []);
    });
    delete document.security;
  },

  'references with escapes': (document, random) =>
    everyObject(document, (node) => {
      if (typeof node.$ref !== 'string' || !random.chance()) return;
      node.$ref = node.$ref.replace(/[^/]$/, (last) => `%${last.charCodeAt(0).toString(16)}`);
    }),

  'null as a branch': (document, random) =>
    everySchema(document, (schema) => {
      const { type, ...rest } = schema;
      if (!Array.isArray(type) || !type.includes('null') || type.length < 2 || !random.chance()) return;
      if ('enum' in rest || 'const' in rest || 'anyOf' in rest || 'oneOf' in rest) return;
      const others = type.filter((name) => name !== 'null');
      const { readOnly, writeOnly, deprecated, default: fallback, ...limits } = rest;
      const notes = { readOnly, writeOnly, deprecated, default: fallback, 'x-lenient': rest['x-lenient'] };
      const union = [{ ...limits, type: others.length === 1 ? others[0] : others }, { type: 'null' }];
      const written = Object.entries(notes).filter(([, value]) => value !== undefined);
      replace(schema, { [random.chance() ? 'anyOf' : 'oneOf']: union, ...Object.fromEntries(written) });
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
      if (!random.chance(0.3)) return;
      const { properties, required, additionalProperties, ...rest } = schema;
      if (properties && required && additionalProperties === undefined && random.chance()) {
        replace(schema, { ...rest, allOf: [...toList(rest.allOf), { properties }, { required }] });
      } else {
        replace(schema, { allOf: [{ ...schema }] });
      }
    }),

  'properties spread over allOf': (document, random) =>
    everySchema(document, (schema) => {
      const { properties, additionalProperties, allOf } = schema;
      if (!isObject(properties) || additionalProperties !== undefined || !random.chance(0.3)) return;
      const parts = [{}, {}] as [Json, Json];
      for (const [name, property] of Object.entries(properties)) parts[random.chance() ? 0 : 1][name] = property;
      delete schema.properties;
      schema.allOf = [...toList(allOf), ...parts.map((part) => ({ type: 'object', properties: part }))];
    }),

  'schemas as the only branch of a union': (document, random) =>
    everySchema(document, (schema) => {
      if (!random.chance(0.2)) return;
      replace(schema, { [random.chance() ? 'anyOf' : 'oneOf']: [{ ...schema }] });
    }),

  'bounds of integers moved': (document, random) =>
    everySchema(document, (schema) => {
      const { type, minimum, maximum } = schema;
      if (type !== 'integer' || 'exclusiveMinimum' in schema || !random.chance()) return;
      if (typeof minimum === 'number') {
        schema.exclusiveMinimum = minimum - 1;
        delete schema.minimum;
      }
      if (typeof maximum === 'number') schema.maximum = maximum + 0.5;
    }),

  'what holds anyway written out': (document, random) =>
    everySchema(document, (schema) => {
      const { type } = schema;
      if (!random.chance(0.4)) return;
      if (type === 'object') schema.additionalProperties ??= true;
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
        if (typeof node[word] === 'string' && random.chance()) node[word] = 'In other words.';
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
