import { type Answer, answer, type ChosenRefusal, noted } from '../contract/answer.ts';
import type { OperationRequest } from '../contract/check.ts';
import { refuseTogether } from '../contract/refusal.ts';
import { showMessage } from '../email/view.ts';
import type { World } from '../state/world.ts';
import { accept } from './create-email-message/accept.ts';
import type { Body, Refused } from './create-email-message/body.ts';
import { notesOn, rulesOf } from './create-email-message/cited-rules.ts';
import { conflictsIn } from './create-email-message/conflicts.ts';
import { contentOf } from './create-email-message/content.ts';
import { deliveryOf, shownRecipients } from './create-email-message/delivery.ts';
import { threadingOf } from './create-email-message/threading.ts';
import type { Operation } from './operation.ts';

/** Accepts a message: queues it, schedules it, or keeps it in the sandbox (source document, Endpoints > 5; EMAIL-ANS-2). */
export const createEmailMessage: Operation<'createEmailMessage'> = {
  code: '10015',
  unauthorized: ['AUTH-5', 'EMAIL-IDEM-25'],
  bodiless: ['EMAIL-SUBJ-2', 'HTTP-3', 'HTTP-4'],
  extraRules({ rules: [broken], keyword, missing, pointer, value }) {
    if (broken === 'EMAIL-THREAD-11') return ['EMAIL-THREAD-12'];
    if (broken === 'EMAIL-FWD-3') return ['EMAIL-FWD-4'];
    if (missing === 'email' && pointer === '/from') return ['EMAIL-FROM-3'];
    if (pointer === '/reply_to' && ['type', 'oneOf'].includes(keyword)) return ['EMAIL-ANS-16'];
    return typeof value === 'string' && NAMED.test(value) ? ['EMAIL-RCPT-8'] : [];
  },
  handle: create,
};

/** The legacy address of the same: its messages are messages like any others (EMAIL-ALIAS-2, EMAIL-ALIAS-3). */
export const createEmail: Operation<'createEmail'> = {
  ...createEmailMessage,
  generalRules: () => ['EMAIL-ALIAS-1'],
};

/** An address behind a name. */
const NAMED = /<[^<>]+@[^<>]+>\s*$/;

function create({ caller, body }: OperationRequest<Body>, world: World): Answer<'createEmailMessage'> | ChosenRefusal {
  const conflicts = conflictsIn(body, caller, world);
  const content = contentOf(body, caller, world);
  const threading = threadingOf(body, caller, world);
  const delivery = deliveryOf(body, caller, world);
  const unmet = [content, threading, delivery].filter((one) => 'status' in one);
  const refused = refuseAll([...conflicts, ...unmet], world);
  if (refused || 'status' in content || 'status' in threading || 'status' in delivery) return refused as Refused;

  const message = accept(body, caller, world, { content, threading, delivery });
  const data = Object.assign(showMessage(message), shownRecipients(body, world));
  // Mail that leaves changes its message.
  const rules = rulesOf(body, caller, message);
  // Sandboxed mail never leaves (EMAIL-SAND-3).
  const hasRecipients = message.to.length + message.cc.length + message.bcc.length > 0;
  if (message.status === 'queued' && hasRecipients) world.post(message, message.createdAt);
  else world.messages.add(message);
  const suppressed = [...delivery.suppressed];
  const shown = suppressed.length > 0 ? { data, suppressed } : { data };
  return noted(answer(202, shown, ...rules), ...notesOn(body, message));
}

/** The refusal for several faults; undefined when there is none. The journal has what each says. */
function refuseAll(
  [first, ...others]: readonly (Refused | ChosenRefusal)[],
  { choices }: World,
): Refused | ChosenRefusal | undefined {
  const details = others.map(({ body: { errors } }) => `Also: ${errors[0]?.detail}`);
  return first && noted(refuseTogether([first, ...others], choices.reportedFaults), ...details);
}
