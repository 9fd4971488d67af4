import { posix } from 'node:path';
import { append } from '@hyperjump/json-pointer';
import { InputError } from './input-error.ts';
import { isObject, type Json } from './source.ts';

/** Reads and parses a file by its path; undefined when there is none. */
export type Read = (path: string) => unknown;

/** Said of references that lead nowhere else. */
const noIds = 'references by an `$id` are not supported';

/** Where the files that a document refers to are kept in it. */
const kept = 'x-files';

/**
 * A document as one, with the files that it refers to. What they hold is kept in it, and references to them lead there.
 * Throws an InputError when there is no such file, or when a reference leads out into the network.
 */
export function withFiles(document: unknown, file: string, read: Read): unknown {
  const files: Json = {};
  const root = posix.normalize(file);

  const load = (path: string, from: string, reference: string): void => {
    if (path === root || path in files) return;
    const content = read(path);
    if (content === undefined) {
      throw new InputError(`${from}: the reference ${reference} leads nowhere: there is no file ${path}, and ${noIds}`);
    }
    files[path] = {};
    files[path] = rewrite(content, path);
  };

  const lead = (reference: string, from: string): string => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(reference)) {
      throw new InputError(`${from}: the reference ${reference} leads out of the files at hand, and ${noIds}`);
    }
    const [written = '', fragment = ''] = reference.split('#');
    const path = written === '' ? from : posix.normalize(posix.join(posix.dirname(from), decodeURIComponent(written)));
    if (path === root) return `#${fragment}`;
    load(path, from, reference);
    return `#/${kept}${append(path, '').split('/').map(encodeURIComponent).join('/')}${fragment}`;
  };

  const rewrite = (node: unknown, from: string): unknown => {
    if (Array.isArray(node)) return node.map((item) => rewrite(item, from));
    if (!isObject(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        // Within the document itself, references stay as they are.
        const isReference = key === '$ref' && typeof value === 'string' && !(from === root && value.startsWith('#'));
        return [key, isReference ? lead(value, from) : rewrite(value, from)];
      }),
    );
  };

  const json = rewrite(document, root) as Json;
  return Object.keys(files).length > 0 ? { ...json, [kept]: files } : document;
}
