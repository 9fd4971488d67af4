import type { Body, Fault, Rules } from './fault.ts';
import { onSend } from './messages.ts';
import { rewriteMail } from './sends.ts';

/** What a service can lose of a message, by the rule that says that the mail has it. */
const losses: readonly [rule: Fault['rule'], member: string][] = [
  ['EMAIL-RCPT-1', 'cc'],
  ['EMAIL-RCPT-1', 'bcc'],
  ['EMAIL-FROM-5', 'from_name'],
  ['EMAIL-FROM-9', 'reply_to'],
  ['EMAIL-HDR-1', 'headers'],
  ['EMAIL-ANS-14', 'html_body'],
  ['EMAIL-ATT-2', 'attachments'],
];

/** Messages that lose a member of the request for which the test holds, in their mail alone. */
const loses = (rule: Fault['rule'], title: string, member: string, test: (body: Body) => unknown) =>
  rewriteMail(alsoShown(rule, member), title, (body) => {
    if (test(body)) delete body[member];
  });

/** The answer shows the reply-to as well. */
function alsoShown(rule: Fault['rule'], member: string): Rules {
  return member === 'reply_to' ? [rule, 'EMAIL-FROM-11'] : rule;
}

const isLater = ({ scheduled_at }: Body) => typeof scheduled_at === 'string' && Date.parse(scheduled_at) > Date.now();
const hasText = ({ html_body, text_body }: Body) => html_body && text_body;

/** Faults of messages that are made in other ways than the plainest, and lose something on the way. */
export const faults: readonly Fault[] = [
  ...losses.flatMap(([rule, member]) => [
    loses(rule, `replies lose ${member}`, member, (body) => body.in_reply_to_message_id && hasText(body)),
    loses(rule, `forwards lose ${member}`, member, (body) => body.forward_of_message_id && hasText(body)),
    ...(member === 'html_body'
      ? []
      : [loses(rule, `messages of templates lose ${member}`, member, (body) => body.template_id)]),
    loses('EMAIL-SCHED-2', `messages for later lose ${member}`, member, isLater),
  ]),
  loses('EMAIL-SCHED-2', 'messages for later lose their parent', 'in_reply_to_message_id', isLater),
  ...['from_name', 'reply_to', 'headers', 'attachments'].map((member) =>
    onSend(alsoShown('EMAIL-ALIAS-2', member), `the legacy route loses ${member}`, (body, _, { url }) => {
      if (url.startsWith('/v2/emails') && body.sandbox_mode !== true) delete body[member];
    }),
  ),
];
