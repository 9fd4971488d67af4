import { noted } from '../../contract/answer.ts';
import type { Caller } from '../../contract/callers.ts';
import { refuse } from '../../contract/refusal.ts';
import { replyTo, standalone, type Threading } from '../../email/threading.ts';
import type { World } from '../../state/world.ts';
import type { Body, Refused } from './body.ts';

/** The threading headers: those of a reply, or none. */
export function threadingOf(body: Body, caller: Caller, world: World): Threading | Refused {
  if (!body.in_reply_to_message_id) return standalone;
  const parent = world.messages.get(caller.account, body.in_reply_to_message_id);
  if (parent) return replyTo(parent);
  const detail = 'The message that is replied to does not exist.';
  const reason = { code: '10001', detail, pointer: '/in_reply_to_message_id' } as const;
  const isThere = world.messages.has(body.in_reply_to_message_id);
  const broken = isThere ? 'EMAIL-THREAD-7' : 'EMAIL-THREAD-6';
  const refusal = refuse(404, reason, broken, 'EMAIL-THREAD-8', 'EMAIL-THREAD-9', 'EMAIL-THREAD-10');
  return isThere ? noted(refusal, 'The message is one of another account.') : refusal;
}
