import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { UUID } from '../../../spec/validators.ts';
import { noted } from '../../contract/answer.ts';
import type { Caller } from '../../contract/callers.ts';
import { renderTemplate } from '../../email/templates.ts';
import type { World } from '../../state/world.ts';
import { type Body, invalid, type Refused, variablesOf } from './body.ts';

/** What a message says. */
export interface Content {
  subject: string;
  html: string | null;
  text: string | null;
}

/** The refusal of a message without a subject and without a template. */
function missingSubject({ subject }: Body): Refused | undefined {
  if (subject) return undefined;
  const detail = 'A subject is required unless a template is used.';
  const rules: RuleId[] = subject === undefined ? ['EMAIL-SUBJ-3', 'EMAIL-SUBJ-2'] : ['EMAIL-SUBJ-3'];
  return invalid(400, '/subject', detail, ...rules);
}

/** Subject and bodies, as given or as the template renders them. */
export function contentOf(body: Body, caller: Caller, world: World): Content | Refused {
  const { subject = '', html_body = null, text_body = null, template_id } = body;
  if (template_id === undefined) return missingSubject(body) ?? { subject, html: html_body, text: text_body };
  const pointer = '/template_id';
  const template = world.template(caller.account, template_id);
  if (!template) {
    const isForeign = world.fixtures.templates.has(template_id.toLowerCase());
    const rule = UUID.test(template_id) ? (isForeign ? 'EMAIL-TMPL-5' : 'EMAIL-TMPL-4') : 'EMAIL-TMPL-7';
    const refusal = invalid(400, pointer, 'The template does not exist.', rule, 'EMAIL-TMPL-6');
    return isForeign ? noted(refusal, 'The template is that of another account.') : refusal;
  }
  const rendered = renderTemplate(template, variablesOf(body), world.clock.now());
  if ('failed' in rendered) return invalid(400, pointer, rendered.failed);
  if (rendered.subject) return rendered;
  const detail = 'The template has no subject, or its subject renders empty.';
  const broken = template.subject === undefined ? 'EMAIL-SUBJ-6' : 'EMAIL-SUBJ-7';
  return invalid(400, pointer, detail, broken, 'EMAIL-SUBJ-8');
}
