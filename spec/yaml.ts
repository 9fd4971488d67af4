import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { ContractError } from './contract-error.ts';
import { isObject, type Json } from './json.ts';
import { preparedJson } from './prepared.ts';

/**
 * Who reads a file. In a file that only this product reads, dates, times and the keys `on`, `off`, `yes` and `no` are texts, as in YAML 1.2; a file
 * that other tools read as well has them in quotes, because YAML 1.1 reads them as dates and booleans.
 */
type Audience = 'everyone' | 'product';

/**
 * Parses YAML 1.2 or JSON, with merge keys applied. Throws a ContractError with file, line and column when the text is no YAML, when another
 * reader would understand it differently, and when its aliases lead to themselves or multiply.
 */
export function parseYaml(text: string, file: string, audience: Audience = 'everyone'): unknown {
  const prepared = preparedJson(file, text);
  return prepared === undefined ? new Reader(text, file, audience).read() : JSON.parse(prepared);
}

/** Levels of nesting, aliases followed. */
const DEPTH_LIMIT = 500;
/** Values that aliases may add to those that are written down. */
const ALIAS_LIMIT = 1_000_000;

const unknownTag = 'not every reader knows a tag';
const tooDeep = 'is nested too deeply';
const tooMany = `its aliases stand for more than ${ALIAS_LIMIT} values`;

/** Control characters, line breaks that only some readers know, byte order marks, and half characters. */
const unusable = /(?![\t\r\n])\p{Cc}|[\u2028\u2029\ufeff\ufffe\uffff]|\r(?!\n)|\p{Cs}/u;

/** A start of a document to some readers, and a text to others. */
const doubtfulStart = /^---(?=\S)/m;

class Reader {
  private readonly lines = new LineCounter();
  private readonly anchors = new Map<string, { value: unknown } | 'open'>();
  private merged = 0;

  constructor(
    private readonly text: string,
    private readonly file: string,
    private readonly audience: Audience,
  ) {}

  read(): unknown {
    this.checkCharacters();
    try {
      const value = this.valueOf(this.parse());
      const excess = findExcess(value);
      if (excess !== undefined) throw new ContractError(`${this.file}: ${excess}`);
      return value;
    } catch (error) {
      if (error instanceof RangeError) throw new ContractError(`${this.file}: ${tooDeep}`);
      throw error;
    }
  }

  private checkCharacters(): void {
    const stray = unusable.exec(this.text) ?? doubtfulStart.exec(this.text);
    if (!stray) return;
    for (const { index } of this.text.matchAll(/^/gm)) this.lines.addNewLine(index);
    const what = stray[0] === '---' ? '---' : `the character ${codePoint(stray[0])}`;
    this.refuse(stray.index, `${what} is not allowed here`);
  }

  private parse(): Node | null {
    const { errors, warnings, directives, contents } = parseDocument(this.text, {
      lineCounter: this.lines,
      prettyErrors: false,
      // It takes the square of a map's keys.
      uniqueKeys: false,
    });
    const [problem] = [...errors, ...warnings].sort((a, b) => a.pos[0] - b.pos[0]);
    if (problem?.code === 'MULTIPLE_DOCS') this.refuse(problem.pos[0], 'is more than a single document');
    if (problem?.code === 'RESOURCE_EXHAUSTION') this.refuse(problem.pos[0], tooDeep);
    if (problem) this.refuse(problem.pos[0], problem.message);
    if (directives.yaml.explicit && directives.yaml.version !== '1.2') this.refuse(0, 'is not YAML 1.2');
    return contents;
  }

  private refuse(offset: number | Node, message: string): never {
    throw this.error(offset, message);
  }

  private error(offset: number | Node, message: string): ContractError {
    const { line, col } = this.lines.linePos(typeof offset === 'number' ? offset : (offset.range?.[0] ?? 0));
    return new ContractError(`${this.file}:${Math.max(line, 1)}:${Math.max(col, 1)}: ${message.replaceAll('\n', ' ')}`);
  }

  private valueOf(node: Node | null): unknown {
    if (node === null) return null;
    if (isAlias(node)) return this.valueOfAlias(node.source, node);
    if (node.tag !== undefined) this.refuse(node, `${unknownTag}: ${node.tag}`);
    const { anchor } = node as { anchor?: string };
    if (anchor === undefined) return this.bareValueOf(node);
    if (this.anchors.has(anchor)) this.refuse(node, `the anchor &${anchor} is defined a second time`);
    this.anchors.set(anchor, 'open');
    const value = this.bareValueOf(node);
    this.anchors.set(anchor, { value });
    return value;
  }

  private valueOfAlias(name: string, node: Node): unknown {
    const known = this.anchors.get(name);
    if (known === undefined) return this.refuse(node, `there is no anchor &${name} before the alias *${name}`);
    if (known === 'open') return this.refuse(node, `the alias *${name} leads to a value that contains it`);
    return known.value;
  }

  private bareValueOf(node: Node): unknown {
    if (isMap(node)) return this.mapOf(node);
    if (isSeq(node)) return node.items.map((item) => this.valueOf(item as Node | null));
    if (!isScalar(node)) return this.refuse(node, 'is no value');
    if (isPlain(node)) this.checkPlain(node);
    // Readers disagree about spaces behind the last line break of a block.
    const end = node.range?.[1] ?? 0;
    if (node.type?.startsWith('BLOCK') && end === this.text.length && /\n[ \t]+$/.test(this.text))
      this.refuse(end, 'the last line has nothing but spaces: remove them');
    return node.value;
  }

  private mapOf({ items }: YAMLMap): Json {
    const map: Json = {};
    const written = new Set<string>();
    for (const { key: keyNode, value: valueNode } of items as Pair<Node, Node | null>[]) {
      const key = this.keyOf(keyNode);
      if (written.has(key)) this.refuse(keyNode, `the key ${key} is there a second time`);
      written.add(key);
      const value = this.valueOf(valueNode);
      if (key === '<<' && isPlain(keyNode)) this.merge(map, value, valueNode ?? keyNode);
      else map[key] = value;
    }
    return map;
  }

  /** Adds the members of a map, or of each map of a list, that are not there yet. */
  private merge(map: Json, value: unknown, node: Node): void {
    for (const source of Array.isArray(value) ? value : [value]) {
      if (!isObject(source)) throw this.error(node, '<< merges maps only');
      this.merged += Object.keys(source).length;
      if (this.merged > ALIAS_LIMIT) this.refuse(node, tooMany);
      for (const [key, member] of Object.entries(source)) if (!Object.hasOwn(map, key)) map[key] = member;
    }
  }

  private keyOf(node: Node | null): string {
    if (!isScalar(node)) return this.refuse(node ?? 0, 'a key has to be a text or a number');
    if (node.tag !== undefined) this.refuse(node, `${unknownTag}: ${node.tag}`);
    if (node.anchor !== undefined) this.refuse(node, 'a key can have no anchor');
    const key = String(node.value);
    if (key === '__proto__') this.refuse(node, 'a key can not be __proto__');
    if (isPlain(node) && key !== '<<') {
      if (key !== node.source) this.refuse(node, `the key ${node.source} is not the same to every reader: quote it`);
      this.checkPlain(node, this.audience === 'product');
    }
    return key;
  }

  /** Refuses an unquoted scalar that other readers take for something else. */
  private checkPlain(node: Node, isLenient = false): void {
    const { source = '', value } = node as { source?: string; value?: unknown };
    if (booleans.test(source) && !isLenient)
      this.refuse(
        node,
        `${source} is a boolean to some readers and a text to others: write true or false, or quote it`,
      );
    if (this.audience === 'everyone' && dates.some((form) => form.test(source)))
      this.refuse(node, `${source} is a date or a time to some readers and a text to others: quote it`);
    if (/^(=|<<)$/.test(source)) this.refuse(node, `${source} has a meaning of its own to some readers: quote it`);
    if (typeof value === 'number' ? !isClear(source, value) : numbers.some((form) => form.test(source)))
      this.refuse(node, `${source} is not the same number to every reader: write it as a plain decimal, or quote it`);
  }
}

/** Booleans of YAML 1.1 that are texts in YAML 1.2. */
const booleans = /^(y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF)$/;

/** Dates of YAML 1.1, and times, which it reads as numbers in base 60. */
const dates = [
  /^\d{4}-\d\d?-\d\d?(([Tt]|[ \t]+)\d\d?:\d\d:\d\d(\.\d*)?([ \t]*(Z|[-+]\d\d?(:?\d\d)?))?)?$/,
  /^[-+]?([1-9][\d_]*(:[0-5]?\d)+|\d[\d_]*(:[0-5]?\d)+\.[\d_]*)$/,
];

/** Texts in YAML 1.2 that are numbers to some reader: other bases, and separated digits. */
const numbers = [/^[-+]?0(b[01_]+|o[0-7_]+|x[\da-fA-F_]+)$/, /^[-+]?(\d[\d_]*\.?[\d_]*|\.\d[\d_]*)([eE][-+]?\d+)?$/];

/** Whether every reader takes a text for the same number, and none has to round it. */
function isClear(source: string, value: number): boolean {
  if (/^0x[\da-fA-F]+$/.test(source)) return Number.isSafeInteger(value);
  const isDecimal = /^([-+]?(0|[1-9]\d*)(\.\d*([eE][-+]\d+)?)?|\.\d+([eE][-+]\d+)?)$/.test(source);
  return isDecimal && Number.isFinite(value) && digits(source) === digits(String(value));
}

/** The digits of a number from the first to the last that is not 0. */
function digits(number: string): string {
  const [mantissa = ''] = number.split(/[eE]/);
  return mantissa.replaceAll(/[^\d]/g, '').replaceAll(/^0+|0+$/g, '');
}

function isPlain(node: Node | null): boolean {
  return isScalar(node) && node.type === 'PLAIN';
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The number of values in a value, and the levels of their nesting. */
interface Extent {
  size: number;
  depth: number;
}

/** Why a value is too large once its aliases are followed; undefined when it is not. */
function findExcess(root: unknown): string | undefined {
  const extents = new Map<object, Extent>();
  const extentOf = (node: unknown): Extent => {
    if (typeof node !== 'object' || node === null) return { size: 1, depth: 0 };
    const known = extents.get(node);
    if (known !== undefined) return known;
    const extent = { size: 1, depth: 1 };
    for (const part of Object.values(node).map(extentOf)) {
      extent.size += part.size;
      extent.depth = Math.max(extent.depth, part.depth + 1);
    }
    extents.set(node, extent);
    return extent;
  };
  const { size, depth } = extentOf(root);
  const written = [...extents.keys()].reduce((sum, node) => sum + 1 + Object.keys(node).length, 0);
  if (depth > DEPTH_LIMIT) return tooDeep;
  return size - written > ALIAS_LIMIT ? tooMany : undefined;
}
