import { noted, refuse } from '../../contract/answer.ts';
import type { Caller } from '../../contract/callers.ts';
import { replyTo, standalone, type Threading } from '../../email/threading.ts';
import type { World } from '../../state/world.ts';
import type { Body, Refused } from './body.ts';

/** The threading headers: those of a reply, or none. */
export function threadingOf(body: Body, caller: Caller, world: World): Threading | Refused {
  if (!body.in_reply_to_message_id) return standalone;
  const parent = world.messages.get(caller.account, body.in_reply_to_message_id);
  const isReady = parent?.status === 'sent' || world.choices.parents === 'any';
  if (parent && isReady) return replyTo(parent);
  const named = world.choices.unknownParent === 'named' ? ` ${body.in_reply_to_message_id}` : '';
  const detail = `The message${named} that is replied to does not exist.`;
  const reason = { code: '10001', detail, pointer: '/in_reply_to_message_id' } as const;
  const isThere = world.messages.has(body.in_reply_to_message_id);
  const broken = isThere ? 'EMAIL-THREAD-7' : 'EMAIL-THREAD-6';
  const refusal = refuse(404, reason, broken, 'EMAIL-THREAD-8', 'EMAIL-THREAD-9', 'EMAIL-THREAD-10');
  if (parent) return noted(refusal, 'The message has not been sent yet, and the deployment takes sent ones alone.');
  return isThere ? noted(refusal, 'The message is one of another account.') : refusal;
}
