import { createContext, Script } from 'node:vm';
import type { Template } from '../../fixtures/seed.ts';
import { TEMPLATE_CODE, TEMPLATE_JSON, TEMPLATE_TIME } from '../limits.ts';
import { parseLiquid, renderLiquid } from './liquid.ts';

type TemplateSource = Pick<Template, 'subject' | 'html_body' | 'text_body'>;

/**
 * Renders the parts of a template (source document, Endpoints 5: `template_id`, `template_variables`), or returns the reason of the
 * failure. The subject is one trimmed line, empty where there is none; `now` is the time for templates that read it.
 */
export function renderTemplate(
  { subject = '', html_body, text_body }: TemplateSource,
  variables: Readonly<Record<string, unknown>>,
  now: number,
): { subject: string; html: string; text: string } | { failed: string } {
  try {
    const rendered = withinTime(() => ({
      subject: renderLiquid(subject, variables, now)
        .replace(/[\r\n\u0085\u2028\u2029]+/g, ' ')
        .trim(),
      html: renderLiquid(html_body, variables, now),
      text: renderLiquid(text_body, variables, now),
    }));
    const isSmall = Buffer.byteLength(JSON.stringify(rendered)) <= TEMPLATE_JSON;
    return isSmall ? rendered : { failed: `the template renders to more than ${TEMPLATE_JSON} bytes of JSON` };
  } catch (error) {
    return { failed: reasonOf(error) };
  }
}

/** Makes the check of the templates of one state, which returns the flaw in the source of a template. */
export function createSyntaxCheck(): (template: TemplateSource) => string | undefined {
  let code = 0;
  return ({ subject = '', html_body, text_body }) => {
    for (const [part, source] of Object.entries({ subject, html_body, text_body })) {
      for (const [tag] of source.matchAll(/\{[{%].*?(?:[%}]\}|$)/gs)) code += tag.length;
      if (code > TEMPLATE_CODE) return `the templates have more than ${TEMPLATE_CODE} characters of Liquid`;
      try {
        // Without a time limit, which costs a thread each: with so little code, parsing is quick.
        parseLiquid(source);
      } catch (error) {
        return `${part} is no Liquid: ${reasonOf(error)}`;
      }
    }
    return undefined;
  };
}

const reasonOf = (error: unknown) => (error as Error).message.slice(0, 200);

const sandbox = createContext({ task: () => {} });
const runTask = new Script('task()');

/** Interrupts a task after `TEMPLATE_TIME`: the timeout of a script applies to any code that runs inside it. */
function withinTime<T>(task: () => T): T {
  sandbox.task = task;
  return runTask.runInContext(sandbox, { timeout: TEMPLATE_TIME }) as T;
}
