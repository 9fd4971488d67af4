import { types } from 'node:util';
import type { Template } from '../../fixtures/seed.ts';
import { parseLiquid, renderLiquid } from './liquid.ts';
import { isOutOfTime, withinTime } from './within-time.ts';

/** The parts of a stored template; each is Liquid source. */
type TemplateSource = Pick<Template, 'subject' | 'html_body' | 'text_body'>;

/** Milliseconds of processor time for one call, parsing included: the last resort behind the limits of `liquid.ts`, which count. */
const TIME_LIMIT = 5_000;

/** Bytes of JSON that the rendered parts have together: a state is taken back whose messages are at most twice as large as a request. */
const RENDERED_LIMIT = 7_000_000;

/**
 * Renders the three parts of a template (source document, Endpoints 5: `template_id`, `template_variables`).
 *
 * Templates are untrusted programs: steps, memory, source and output are bounded, no file can be included and nothing but the
 * variables' own properties can be read.
 *
 * @param template Liquid sources; an absent subject renders as empty
 * @param variables what the template can read; it is not changed
 * @param now the time for templates that ask for it
 * @returns the rendered parts, the subject on one trimmed line; or why there are none, in one sentence for the caller. It never throws.
 */
export function renderTemplate(
  template: TemplateSource,
  variables: Readonly<Record<string, unknown>>,
  now: number,
): { subject: string; html: string; text: string } | { failed: string } {
  try {
    const rendered = withinTime(TIME_LIMIT, () => ({
      subject: oneLine(renderLiquid(template.subject ?? '', variables, now)),
      html: renderLiquid(template.html_body, variables, now),
      text: renderLiquid(template.text_body, variables, now),
    }));
    const isSmall = Buffer.byteLength(JSON.stringify(rendered)) <= RENDERED_LIMIT;
    return isSmall ? rendered : { failed: `the template renders to more than ${RENDERED_LIMIT} bytes of JSON` };
  } catch (error) {
    return { failed: reasonOf(error) };
  }
}

/** Characters of Liquid, braces included, that the templates of one state may have together: all of them are read at once. */
const CODE_LIMIT = 200_000;

/**
 * Prepares the check of the templates of one state: the function returns the flaw in the source of a template, or nothing.
 */
export function createSyntaxCheck(): (template: TemplateSource) => string | undefined {
  let code = 0;
  return (template) => {
    const { subject = '', html_body, text_body } = template;
    for (const [part, source] of Object.entries({ subject, html_body, text_body })) {
      code += codeLength(source);
      if (code > CODE_LIMIT) return `the templates have more than ${CODE_LIMIT} characters of Liquid`;
      const flaw = flawIn(source);
      if (flaw) return `${part} is no Liquid: ${flaw}`;
    }
    return undefined;
  };
}

/** Why a source can't be read. */
function flawIn(source: string): string | undefined {
  try {
    withinTime(TIME_LIMIT, () => parseLiquid(source));
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** How much of a source stands in braces. */
function codeLength(source: string): number {
  const lengths = source.split(/[%}]\}/).map((piece) => {
    const open = piece.search(/\{[{%]/);
    return open < 0 ? 0 : piece.length - open + 2;
  });
  return lengths.reduce((sum, length) => sum + length, 0);
}

function oneLine(text: string): string {
  return text.replace(/[\r\n\u0085\u2028\u2029]+/g, ' ').trim();
}

function reasonOf(error: unknown): string {
  if (isOutOfTime(error)) return 'the template takes too long';
  // Not `instanceof`: an error can belong to the sandbox.
  return types.isNativeError(error) ? error.message.slice(0, 200) : 'the template could not be rendered';
}
