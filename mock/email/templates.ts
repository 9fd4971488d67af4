import { createContext, Script } from 'node:vm';
import {
  CaptureTag,
  type Context,
  type FilterImplOptions,
  filters,
  Liquid,
  Parser,
  type Template,
  type TopLevelToken,
} from 'liquidjs';

/** The parts of a stored template; each is Liquid source. */
export interface TemplateSource {
  subject?: string;
  html_body: string;
  text_body: string;
}

export interface RenderedTemplate {
  subject: string;
  html: string;
  text: string;
}

/** Why a template could not be rendered, in one sentence for the caller. */
export interface TemplateFailure {
  failed: string;
}

/** Milliseconds that one call may take, parsing included. */
const TIME_LIMIT = 500;
/** Characters (or array items) that the filters and captures of one part may produce together. */
const MEMORY_LIMIT = 5_000_000;
/** Characters of Liquid source in one part. */
const SOURCE_LIMIT = 500_000;
/** Characters that one part may render to. */
const OUTPUT_LIMIT = 5_000_000;
/** How deep tags, brackets and the values of variables may be nested. */
const DEPTH_LIMIT = 100;
/** Characters of a property name that a filter such as `where` is given. */
const PROPERTY_LIMIT = 100;

const engine = new Liquid({
  ownPropertyOnly: true,
  templates: {},
  parseLimit: SOURCE_LIMIT,
  renderLimit: TIME_LIMIT,
  memoryLimit: MEMORY_LIMIT,
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

// These read a property path at run time, where nobody has looked at its brackets.
for (const name of ['where', 'reject', 'has', 'find', 'find_index', 'group_by'] as const) {
  const filter = filters[name] as (this: unknown, ...args: unknown[]) => unknown;
  engine.registerFilter(name, function (this: unknown, list: unknown, property: unknown, ...rest: unknown[]) {
    if (String(property).length > PROPERTY_LIMIT) throw new Error('the name of a property is too long');
    return filter.call(this, list, property, ...rest);
  } as FilterImplOptions);
}

// These run text as an expression, and the text of a variable can name the variable itself.
for (const name of Object.keys(filters).filter((known) => known.endsWith('_exp'))) {
  engine.registerFilter(name, () => {
    throw new Error(`the filter ${name} is not offered`);
  });
}

// The library looks at its clock between two tags only, so one expression could run for minutes. The timeout of a script ends
// whatever runs inside it, wherever that is.
const sandbox = createContext({ task: () => {} });
const runTask = new Script('task()');

/**
 * Renders the three parts of a template (source document, "Email message": `template_id`, `template_variables`).
 *
 * Templates are strangers' programs: time, memory, source and output are bounded, no file can be included and nothing but the
 * variables' own properties can be read.
 *
 * @param template Liquid sources; an absent subject renders as empty
 * @param variables what the template can read; it is not changed
 * @returns the rendered parts, the subject on one trimmed line; or why there are none. It never throws, and comes back within
 *   about half a second.
 */
export function renderTemplate(
  template: TemplateSource,
  variables: Readonly<Record<string, unknown>>,
): RenderedTemplate | TemplateFailure {
  try {
    if (isDeeperThan(variables, DEPTH_LIMIT)) return { failed: 'the variables are nested too deeply' };
    return withinTime(() => ({
      subject: oneLine(renderPart(template.subject ?? '', variables)),
      html: renderPart(template.html_body, variables),
      text: renderPart(template.text_body, variables),
    }));
  } catch (error) {
    return { failed: reasonOf(error) };
  }
}

function renderPart(source: string, variables: Readonly<Record<string, unknown>>): string {
  // A copy, because `increment` and `decrement` write into the object that they are given.
  const output: string = engine.renderSync(parse(source), { ...variables });
  if (output.length > OUTPUT_LIMIT) throw new Error(`the template renders to more than ${OUTPUT_LIMIT} characters`);
  return output;
}

function parse(source: string): Template[] {
  let depth = 0;
  for (const [mark] of source.matchAll(/\{[{%]|[%}]\}|[[(\])]/g)) {
    if (mark === '[' || mark === '(') depth++;
    else if (mark === ']' || mark === ')') depth = Math.max(0, depth - 1);
    else depth = 0;
    if (depth > DEPTH_LIMIT) throw new Error('the template has too many open brackets');
  }
  return new BoundedParser(engine).parse(source);
}

function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((member) => isDeeperThan(member, limit - 1));
}

function withinTime<T>(task: () => T): T {
  sandbox.task = task;
  try {
    return runTask.runInContext(sandbox, { timeout: TIME_LIMIT }) as T;
  } finally {
    sandbox.task = undefined;
  }
}

function oneLine(text: string): string {
  return text.replace(/[\r\n\u0085\u2028\u2029]+/g, ' ').trim();
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the template could not be rendered';
  if ('code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
    return `the template takes longer than ${TIME_LIMIT} ms`;
  }
  return error.message.slice(0, 200);
}
