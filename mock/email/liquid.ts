import {
  CaptureTag,
  Context,
  defaultOperators,
  type FilterImplOptions,
  filters,
  Liquid,
  Parser,
  type Template,
  type TopLevelToken,
} from 'liquidjs';
import { fitsWithin } from '../contract/depth.ts';
import { MOST_SOUGHT } from './search-limit.ts';

/** Characters (or array items) that the filters and captures may produce together. */
const MEMORY_LIMIT = 5_000_000;
/** Characters of Liquid source. */
const SOURCE_LIMIT = 500_000;
/** Characters that a source may render to. */
const OUTPUT_LIMIT = 5_000_000;
/** Texts, outputs, tags and rounds of loops that a source may render. */
const STEP_LIMIT = 500_000;
/** How deep tags, brackets and the values of variables may be nested. */
const DEPTH_LIMIT = 100;
/** A text that is looked for. */
const soughtText = { most: MOST_SOUGHT, what: 'a text that is looked for' };

const contains = defaultOperators.contains as (...operands: unknown[]) => boolean;

const engine = new Liquid({
  ownPropertyOnly: true,
  templates: {},
  parseLimit: SOURCE_LIMIT,
  memoryLimit: MEMORY_LIMIT,
  operators: {
    ...defaultOperators,
    contains: (text: unknown, sought: unknown, context: Context) => {
      if (typeof text === 'string') bound(sought, soughtText);
      return contains(text, sought, context);
    },
  },
});

// The library counts what filters produce, but not what a capture does, and a loop can double a captured string each round.
engine.registerTag(
  'capture',
  class extends CaptureTag {
    override *render(context: Context): Generator<unknown, void, string> {
      yield* super.render(context);
      context.memoryLimit.use(String(context.getSync([this.variable])).length);
    }
  },
);

// Nesting has to end long before the stack does: at the edge of the stack, compiling a regular expression ends the process.
class BoundedParser extends Parser {
  #depth = 0;

  override parseToken(token: TopLevelToken, rest: TopLevelToken[]): ReturnType<Parser['parseToken']> {
    if (this.#depth >= DEPTH_LIMIT) throw new Error('the template is nested too deeply');
    this.#depth++;
    try {
      return super.parseToken(token, rest);
    } finally {
      this.#depth--;
    }
  }
}

// These look for a text.
boundArgument(
  ['remove', 'remove_first', 'remove_last', 'replace', 'replace_first', 'replace_last', 'split'],
  soughtText,
);
// These read a property path at run time, where nobody has looked at its brackets.
boundArgument(['where', 'reject', 'has', 'find', 'find_index', 'group_by'], {
  most: 100,
  what: 'the name of a property',
});

/** Key of the time among the globals of a rendering: no template can name a symbol. */
const NOW = Symbol('now');

// The library takes these words for the real time, and shows it in the zone of the machine.
for (const name of ['date', 'date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string'] as const) {
  const filter = filters[name] as (this: { context: Context }, ...args: unknown[]) => unknown;
  engine.registerFilter(name, function (this: { context: Context }, value: unknown, ...rest: unknown[]) {
    if (value !== 'now' && value !== 'today') return filter.call(this, value, ...rest);
    const { [NOW]: now } = this.context.globals as { [NOW]: number };
    const [first, zone = 0, ...others] = rest;
    return filter.call(this, new Date(now), ...(name === 'date' ? [first, zone, ...others] : rest));
  } as FilterImplOptions);
}

// The library does not count what these read, nor the entries of lists within lists, which may be shared.
countMemory(['push', 'unshift'], ([, entry]) => entriesIn([entry], MEMORY_LIMIT));
countMemory(['concat'], (lists) => {
  const entries = lists.flat();
  return entriesIn(entries, MEMORY_LIMIT) - entries.length;
});
countMemory(['sum', 'has', 'find', 'find_index'], ([list]) => (Array.isArray(list) ? list.length : 1));
countMemory(['url_encode', 'url_decode', 'cgi_escape', 'uri_escape', 'slugify'], ([text]) =>
  typeof text === 'string' ? text.length : 1,
);

/** Counts what a filter takes in addition to what the library counts. */
function countMemory(names: readonly string[], amountOf: (values: readonly unknown[]) => number): void {
  for (const name of names) {
    const filter = engine.filters[name] as (this: { context: Context }, ...values: unknown[]) => unknown;
    engine.registerFilter(name, function (this: { context: Context }, ...values: unknown[]) {
      this.context.memoryLimit.use(amountOf(values));
      return filter.apply(this, values);
    } as FilterImplOptions);
  }
}

/** Counts the entries of a list and of the lists within it, up to a number. */
function entriesIn(list: readonly unknown[], most: number): number {
  let count = 0;
  for (const entry of list) {
    if (count > most) break;
    count += 1 + (Array.isArray(entry) ? entriesIn(entry, most - count) : 0);
  }
  return count;
}

// These run text as an expression, and the text of a variable can name the variable itself.
for (const name of Object.keys(filters).filter((known) => known.endsWith('_exp'))) {
  engine.registerFilter(name, () => {
    throw new Error(`the filter ${name} is not offered`);
  });
}

/** Bounds the length of the first argument of filters. */
function boundArgument(names: readonly (keyof typeof filters)[], limit: typeof soughtText): void {
  for (const name of names) {
    const filter = filters[name] as (this: unknown, ...args: unknown[]) => unknown;
    engine.registerFilter(name, function (this: unknown, value: unknown, given: unknown, ...rest: unknown[]) {
      bound(given, limit);
      return filter.call(this, value, given, ...rest);
    } as FilterImplOptions);
  }
}

function bound(text: unknown, { most, what }: typeof soughtText): void {
  if (String(text).length > most) throw new Error(`${what} is too long`);
}

/**
 * Renders one Liquid source within bounds on its size, nesting, steps, memory and output; it reads no files, and of the variables
 * nothing but their own properties.
 *
 * @param source what to render
 * @param variables what it can read; not changed
 * @param now the time that the words `now` and `today` name
 * @returns the output
 * @throws an Error that says what is wrong with the source, or which bound it met
 */
export function renderLiquid(source: string, variables: Readonly<Record<string, unknown>>, now: number): string {
  if (!fitsWithin(DEPTH_LIMIT, variables)) throw new Error('the variables are nested too deeply');
  // A copy, because `increment` and `decrement` write into the object that they are given.
  const context = new Context(
    { ...variables },
    engine.options,
    { sync: true, globals: { [NOW]: now } },
    { liquid: engine },
  );
  // The library's own limit is one of time, which depends on the machine; it looks at it before each step.
  let steps = 0;
  context.renderLimit.check = () => {
    if (++steps > STEP_LIMIT) throw new Error(`the template renders more than ${STEP_LIMIT} texts, outputs and tags`);
  };
  const output: string = engine.renderSync(parseLiquid(source), context);
  if (output.length > OUTPUT_LIMIT) throw new Error(`the template renders to more than ${OUTPUT_LIMIT} characters`);
  return output;
}

/** Reads a Liquid source. Throws an Error that says what is wrong with it, or which bound it met. */
export function parseLiquid(source: string): Template[] {
  let depth = 0;
  for (const [mark] of source.matchAll(/\{[{%]|[%}]\}|[[(\])]/g)) {
    if (mark === '[' || mark === '(') depth++;
    else if (mark === ']' || mark === ')') depth = Math.max(0, depth - 1);
    else depth = 0;
    if (depth > DEPTH_LIMIT) throw new Error('the template has too many open brackets');
  }
  return new BoundedParser(engine).parse(source);
}
