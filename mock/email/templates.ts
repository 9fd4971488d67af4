import { type FilterImplOptions, filters, Liquid } from 'liquidjs';
import type { Template } from '../../fixtures/seed.ts';
import { TEMPLATE_CHARACTERS, TEMPLATE_JSON, TEMPLATE_SOURCE, TEMPLATE_TIME } from '../limits.ts';

type TemplateSource = Pick<Template, 'subject' | 'html_body' | 'text_body'>;

/** Templates read no files, and of the variables nothing but their own properties. Mail has the same words and times on every machine. */
const engine = new Liquid({
  ownPropertyOnly: true,
  templates: {},
  locale: 'en-US',
  timezoneOffset: 0,
  parseLimit: TEMPLATE_SOURCE,
  memoryLimit: TEMPLATE_CHARACTERS,
  renderLimit: TEMPLATE_TIME,
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

/**
 * Renders the parts of a template (source document, Endpoints 5: `template_id`, `template_variables`), or returns the reason of the
 * failure. The subject is one trimmed line, empty where there is none; `now` is the time for templates that read it.
 */
export function renderTemplate(
  { subject = '', html_body, text_body }: TemplateSource,
  variables: Readonly<Record<string, unknown>>,
  now: number,
): { subject: string; html: string; text: string } | { failed: string } {
  // A copy, because `increment` and `decrement` write into the object.
  const render = (source: string): string =>
    engine.parseAndRenderSync(source, { ...variables }, { globals: { [NOW]: now } });
  try {
    const line = render(subject).replace(/[\r\n\u0085\u2028\u2029]+/g, ' ');
    const rendered = { subject: line.trim(), html: render(html_body), text: render(text_body) };
    const isSmall = Buffer.byteLength(JSON.stringify(rendered)) <= TEMPLATE_JSON;
    return isSmall ? rendered : { failed: `the template renders to more than ${TEMPLATE_JSON} bytes of JSON` };
  } catch (error) {
    return { failed: reasonOf(error) };
  }
}

/** The flaw in the source of a template. */
export function templateFlaw({ subject = '', html_body, text_body }: TemplateSource): string | undefined {
  for (const [part, source] of Object.entries({ subject, html_body, text_body })) {
    try {
      engine.parse(source);
    } catch (error) {
      return `${part} is no Liquid: ${reasonOf(error)}`;
    }
  }
  return undefined;
}

const reasonOf = (error: unknown) => (error as Error).message.slice(0, 200);
