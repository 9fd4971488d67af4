import { posix } from 'node:path';
import { append } from '@hyperjump/json-pointer';
import { InputError } from './input-error.ts';
import { holdsData, holdsNames, isObject, type Json } from './source.ts';

/** Reads and parses a file by its path; undefined when there is none. Throws an error of one line when it can't be read. */
export type Read = (path: string) => unknown;

/** Said of references that lead nowhere else. */
const noIds = 'references by an `$id` are not supported';

/** Where the files that a document refers to are kept in it. */
const kept = 'x-files';

/**
 * A document as one, with the files that it refers to. What they hold is kept in it, and references to them lead there.
 * Throws an InputError when there is no such file, when it can't be read, or when a reference leads out into the network.
 */
export function withFiles(document: unknown, file: string, read: Read): unknown {
  const files: Json = {};
  const root = posix.normalize(file);

  const load = (path: string, from: string, reference: string): void => {
    if (path in files) return;
    const content = contentOf(path, from, reference);
    if (content === undefined) {
      throw new InputError(`${from}: the reference ${reference} leads nowhere: there is no file ${path}, and ${noIds}`);
    }
    files[path] = {};
    // Its first keys may be names as well as keywords.
    files[path] = rewrite(content, path, kept);
  };

  const contentOf = (path: string, from: string, reference: string): unknown => {
    try {
      return read(path);
    } catch (error) {
      throw new InputError(`${from}: the reference ${reference} can't be followed: ${(error as Error).message}`);
    }
  };

  const decoded = (written: string, from: string): string => {
    try {
      return decodeURIComponent(written);
    } catch {
      throw new InputError(`${from}: the reference ${written} is no URI`);
    }
  };

  const lead = (reference: string, from: string): string => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(reference)) {
      throw new InputError(`${from}: the reference ${reference} leads out of the files at hand, and ${noIds}`);
    }
    const [written = '', fragment = ''] = reference.split('#');
    const path = written === '' ? from : posix.normalize(posix.join(posix.dirname(from), decoded(written, from)));
    if (path === root) return `#${fragment}`;
    load(path, from, reference);
    return `#/${kept}${append(path, '').split('/').map(encodeURIComponent).join('/')}${fragment}`;
  };

  const rewrite = (node: unknown, from: string, parent?: string): unknown => {
    if (Array.isArray(node)) return node.map((item) => rewrite(item, from, parent));
    if (!isObject(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        // Within the document itself, references stay as they are.
        const isReference = key === '$ref' && typeof value === 'string' && !(from === root && value.startsWith('#'));
        if (isReference) return [key, lead(value, from)];
        const isData = holdsData(key, value, parent);
        return [key, isData ? value : rewrite(value, from, holdsNames(parent) ? undefined : key)];
      }),
    );
  };

  const json = rewrite(document, root) as Json;
  return Object.keys(files).length > 0 ? { ...json, [kept]: files } : document;
}
