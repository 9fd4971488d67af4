import { isScalar, LineCounter, type Node, parse, parseDocument, visit } from 'yaml';
import { preparedJson, storeParsed } from './prepared.ts';

/** A file of the contract that can't be used; the message has file, place and reason in one line. */
export class ContractError extends Error {
  override name = 'ContractError';
}

/** Most values that aliases may add, nested aliases multiplied. */
const ALIAS_LIMIT = 10_000;

/** Unquoted words that a YAML 1.1 reader may take for a boolean, a number or a time. */
const ambiguous = /^(?:y|n|yes|no|on|off|=|[-+.]?\d[\w.:+\- ]*)$/i;
const plainNumber = /^-?(?=[\d.]{1,16}$)(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * Parses YAML 1.2 or JSON, with merge keys applied. Throws a ContractError with file, line and column if the text is not YAML, repeats
 * a key, has a tag, or has recursive or multiplying aliases.
 *
 * @param audience `everyone` for files that other tools read, too: values with another meaning in YAML 1.1 are refused
 */
export function parseYaml(text: string, file: string, audience: 'everyone' | 'product' = 'everyone'): unknown {
  const prepared = preparedJson(file, text);
  if (prepared !== undefined) return JSON.parse(prepared);
  const lines = new LineCounter();
  const refuse = (at: number | Node | undefined, message: string): never => {
    const { line, col } = lines.linePos(typeof at === 'number' ? at : (at?.range?.[0] ?? 0));
    throw new ContractError(`${file}:${Math.max(line, 1)}:${Math.max(col, 1)}: ${message.replaceAll('\n', ' ')}`);
  };
  try {
    // The library's own search for repeated keys compares every pair of them.
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true, uniqueKeys: false });
    const [problem] = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
    if (problem) refuse(problem.pos[0], problem.message);
    if (document.directives?.yaml.explicit && document.directives.yaml.version !== '1.2') refuse(0, 'is not YAML 1.2');
    visit(document, {
      Node: (_, node) =>
        node.tag === undefined ? undefined : refuse(node, `the tag ${node.tag} is not supported by all readers`),
      Alias: (_, node, path) => {
        const target = node.resolve(document);
        if (target && path.includes(target))
          refuse(node, `the alias *${node.source} leads to a value that contains it`);
      },
      Map: (_, { items }) => {
        const known = new Set<string>();
        for (const { key } of items)
          if (isScalar(key) && known.size === known.add(String(key)).size) refuse(key, 'Map keys must be unique');
      },
      Pair: (_, { key }) => {
        if (!isScalar(key)) return refuse(key as Node, 'a key must be a text or a number');
        if (key.value === '__proto__') refuse(key, 'a key can not be __proto__');
        if (key.type === 'PLAIN' && key.source !== '<<' && String(key.value) !== key.source)
          refuse(key, `quote the key ${key.source}`);
      },
      Scalar: (_, node) => {
        if (audience === 'everyone' && node.type === 'PLAIN' && !isClear(node.source ?? '', node.value))
          refuse(node, `readers of YAML 1.1 and 1.2 differ about ${node.source}: quote it`);
      },
    });
    const value: unknown = document.toJS({ maxAliasCount: ALIAS_LIMIT });
    if (audience === 'everyone') storeParsed(file, text, value);
    return value;
  } catch (error) {
    if (error instanceof ContractError) throw error;
    const reason = error instanceof RangeError ? 'is nested too deeply' : (error as Error).message;
    throw new ContractError(`${file}: ${reason.replaceAll('\n', ' ')}`);
  }
}

/** True if YAML 1.1 and 1.2 give an unquoted scalar the same value. */
function isClear(source: string, value: unknown): boolean {
  if (typeof value === 'number') return plainNumber.test(source);
  return !ambiguous.test(source) || parse(source, { version: '1.1' }) === value;
}
