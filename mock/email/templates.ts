import { createContext, Script } from 'node:vm';
import { type FilterImplOptions, filters, Liquid, type Template as Parsed, Parser, type TopLevelToken } from 'liquidjs';
import type { Template } from '../../fixtures/seed.ts';
import { TEMPLATE_CHARACTERS, TEMPLATE_DEPTH, TEMPLATE_JSON, TEMPLATE_SOURCE, TEMPLATE_TIME } from '../limits.ts';

type TemplateSource = Pick<Template, 'subject' | 'html_body' | 'text_body'>;

/** Templates read no files and no inherited properties. Mail has the same words and times on every machine. */
const engine = new Liquid({
  ownPropertyOnly: true,
  templates: {},
  locale: 'en-US',
  timezoneOffset: 0,
  parseLimit: TEMPLATE_SOURCE,
  memoryLimit: TEMPLATE_CHARACTERS,
});

/** Key of the time among the globals of a rendering: no template can name a symbol. */
const NOW = Symbol('now');

// The library takes the words `now` and `today` for the real time.
for (const name of ['date', 'date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string'] as const) {
  const filter = filters[name] as (...values: unknown[]) => unknown;
  const withClock: FilterImplOptions = function (value, ...options) {
    const { [NOW]: now } = this.context.globals as { [NOW]: number };
    return filter.call(this, value === 'now' || value === 'today' ? new Date(now) : value, ...options);
  };
  engine.registerFilter(name, withClock);
}

// Filters that evaluate a text as an expression: the text of a variable could name the variable itself.
for (const name of Object.keys(filters).filter((name) => name.endsWith('_exp')))
  engine.registerFilter(name, () => {
    throw new Error('filters that evaluate an expression are not offered');
  });

/** Bounds nesting: at the edge of the stack, compiling a regular expression ends the process. */
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

function parseTemplate(source: string): Parsed[] {
  let depth = 0;
  for (const [mark] of source.matchAll(/\{[{%]|[%}]\}|[[(\])]/g)) {
    if (mark === '[' || mark === '(') depth++;
    else if (mark === ']' || mark === ')') depth = Math.max(0, depth - 1);
    else depth = 0;
    if (depth > TEMPLATE_DEPTH) throw new Error('the template has too many open brackets');
  }
  return new BoundedParser(engine).parse(source);
}

/** Renders a template with its subject in one line (source document, Endpoints 5), or returns the reason of a failure. */
export function renderTemplate(
  { subject = '', html_body, text_body }: TemplateSource,
  variables: Readonly<Record<string, unknown>>,
  now: number,
): { subject: string; html: string; text: string } | { failed: string } {
  // A copy, because `increment` and `decrement` write into the object.
  const render = (source: string): string =>
    engine.renderSync(parseTemplate(source), { ...variables }, { globals: { [NOW]: now } });
  try {
    const rendered = runWithinTime(() => {
      const line = render(subject).replace(/[\r\n\u0085\u2028\u2029]+/g, ' ');
      return { subject: line.trim(), html: render(html_body), text: render(text_body) };
    });
    const isSmall = Buffer.byteLength(JSON.stringify(rendered)) <= TEMPLATE_JSON;
    return isSmall ? rendered : { failed: `the template renders to more than ${TEMPLATE_JSON} bytes of JSON` };
  } catch (error) {
    return { failed: toReason(error) };
  }
}

/** The flaw in the source of a template. */
export function findTemplateFlaw({ subject = '', html_body, text_body }: TemplateSource): string | undefined {
  for (const [part, source] of Object.entries({ subject, html_body, text_body })) {
    try {
      parseTemplate(source);
    } catch (error) {
      return `${part} isn't Liquid: ${toReason(error)}`;
    }
  }
  return undefined;
}

const toReason = (error: unknown) => (error as Error).message.slice(0, 200);

const sandbox = createContext({ task: () => {} });
const runTask = new Script('task()');

/** Interrupts a task after `TEMPLATE_TIME`. Liquid's own limit would not end the output of a list that holds itself many times. */
function runWithinTime<T>(task: () => T): T {
  sandbox.task = task;
  return runTask.runInContext(sandbox, { timeout: TEMPLATE_TIME }) as T;
}
