import { Context, type FilterImplOptions, filters, Liquid, Parser, type Template, type TopLevelToken } from 'liquidjs';
import { fitsWithin } from '../contract/check.ts';
import { TEMPLATE_CHARACTERS, TEMPLATE_DEPTH, TEMPLATE_SOURCE, TEMPLATE_STEPS } from '../limits.ts';

type Filter = (this: { context: Context }, ...values: unknown[]) => unknown;

const engine = new Liquid({
  ownPropertyOnly: true,
  templates: {},
  // Mail has the same words on every machine; asking for the locale of this one takes a twentieth of a start.
  locale: 'en-US',
  parseLimit: TEMPLATE_SOURCE,
  memoryLimit: TEMPLATE_CHARACTERS,
});

// At the edge of the stack, compiling a regular expression ends the process.
class BoundedParser extends Parser {
  #depth = 0;

  override parseToken(token: TopLevelToken, rest: TopLevelToken[]): ReturnType<Parser['parseToken']> {
    if (this.#depth >= TEMPLATE_DEPTH) throw new Error('the template is nested too deeply');
    this.#depth++;
    try {
      return super.parseToken(token, rest);
    } finally {
      this.#depth--;
    }
  }
}

/** Checks the values of filters first, or replaces them by a returned list. Throws for what takes too long or too much memory. */
function guard(names: readonly string[], check: (values: unknown[], context: Context) => unknown): void {
  for (const name of names) {
    const filter = filters[name as keyof typeof filters] as Filter;
    const guarded: Filter = function (...values) {
      const checked = check(values, this.context);
      return filter.apply(this, Array.isArray(checked) ? checked : values);
    };
    engine.registerFilter(name, guarded as FilterImplOptions);
  }
}

// The library does not count the entries of lists within lists, which may be shared, nor the output of these.
guard(['push', 'unshift', 'concat'], (values, { memoryLimit }) => memoryLimit.use(entriesIn(values.slice(1))));
guard(['url_encode', 'cgi_escape', 'uri_escape'], ([text], { memoryLimit }) => memoryLimit.use(String(text).length));
// These evaluate a text as an expression, and the text of a variable can name the variable itself.
const evaluating = Object.keys(filters).filter((name) => name.endsWith('_exp'));
guard(evaluating, () => {
  throw new Error('filters that evaluate an expression are not offered');
});

function entriesIn(list: readonly unknown[], most = TEMPLATE_CHARACTERS): number {
  let count = 0;
  for (const entry of list) {
    if (count > most) break;
    count += 1 + (Array.isArray(entry) ? entriesIn(entry, most - count) : 0);
  }
  return count;
}

/** Key of the time among the globals of a rendering: no template can name a symbol. */
const NOW = Symbol('now');

// The library takes these words for the real time, and shows it in the zone of the machine.
function withNow([value, ...rest]: unknown[], { globals }: Context): unknown[] | undefined {
  const { [NOW]: now } = globals as { [NOW]: number };
  return value === 'now' || value === 'today' ? [new Date(now), ...rest] : undefined;
}
guard(['date'], (values, context) => {
  const [now, format, zone = 0, ...others] = withNow(values, context) ?? [];
  return now ? [now, format, zone, ...others] : undefined;
});
guard(['date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string'], withNow);

/**
 * Renders one Liquid source within the limits of `limits.ts`. It reads no files, and of the variables nothing but their own properties.
 *
 * @param now the time of the words `now` and `today`
 * @throws an Error with the flaw of the source, or the exceeded limit
 */
export function renderLiquid(source: string, variables: Readonly<Record<string, unknown>>, now: number): string {
  if (!fitsWithin(TEMPLATE_DEPTH, variables)) throw new Error('the variables are nested too deeply');
  const options = { sync: true, globals: { [NOW]: now } };
  // A copy, because `increment` and `decrement` write into the object.
  const context = new Context({ ...variables }, engine.options, options, { liquid: engine });
  // The library's own limit is one of time, which depends on the machine; it is checked before each step.
  let steps = 0;
  context.renderLimit.check = () => {
    if (++steps > TEMPLATE_STEPS) throw new Error(`the limit of ${TEMPLATE_STEPS} texts, outputs and tags is exceeded`);
  };
  const output: string = engine.renderSync(parseLiquid(source), context);
  if (output.length > TEMPLATE_CHARACTERS)
    throw new Error(`the limit of ${TEMPLATE_CHARACTERS} characters is exceeded`);
  return output;
}

export function parseLiquid(source: string): Template[] {
  let depth = 0;
  for (const [mark] of source.matchAll(/\{[{%]|[%}]\}|[[(\])]/g)) {
    if (mark === '[' || mark === '(') depth++;
    else if (mark === ']' || mark === ')') depth = Math.max(0, depth - 1);
    else depth = 0;
    if (depth > TEMPLATE_DEPTH) throw new Error('the template has too many open brackets');
  }
  return new BoundedParser(engine).parse(source);
}
