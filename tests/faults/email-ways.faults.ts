import { changeBody, dropIf } from './changes.ts';
import type { Body, Fault, Rules } from './fault.ts';
import { rewriteMail } from './sends.ts';

/** The members of a message that a service can lose, by the rule about their mail. */
const losses: readonly [rule: Fault['rule'], member: string][] = [
  ['EMAIL-RCPT-1', 'cc'],
  ['EMAIL-RCPT-1', 'bcc'],
  ['EMAIL-FROM-5', 'from_name'],
  ['EMAIL-FROM-9', 'reply_to'],
  ['EMAIL-HDR-1', 'headers'],
  ['EMAIL-ANS-14', 'html_body'],
  ['EMAIL-ATT-2', 'attachments'],
];

/** Loses a member of messages that pass a test, in their mail alone. */
const loses = (rule: Fault['rule'], title: string, member: string, test: (body: Body) => unknown) =>
  rewriteMail(alsoShown(rule, member), title, { [member]: dropIf(test) });

/** The answer shows the reply-to as well. */
const alsoShown = (rule: Fault['rule'], member: string): Rules =>
  member === 'reply_to' ? [rule, 'EMAIL-FROM-11'] : rule;

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
    changeBody(alsoShown('EMAIL-ALIAS-2', member), `the legacy route loses ${member}`, 'sendByAlias', {
      [member]: dropIf(({ sandbox_mode }) => sandbox_mode !== true),
    }),
  ),
];
