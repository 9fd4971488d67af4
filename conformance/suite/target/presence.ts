import { Disturbance } from '../wire/disturbance.ts';
import { type Target, transportTo } from './target.ts';

/** The two operations that change nothing, need no id and give every account an answer. */
export const lists = ['/dir/document_types', '/ai/missions/runs'] as const;

/** How a target is met: it answers, whatever it says; somebody in front of it says that it is away; or nothing comes at all. */
export type Presence = 'there' | 'away' | 'silent';

/** Asks a target once, without patience. */
export async function presenceOf(target: Target): Promise<Presence> {
  const transport = transportTo(target);
  const headers = [['Authorization', `Bearer ${target.accounts.primary.apiKey}`]] as const;
  const asked = lists.map((path) =>
    transport.send({ method: 'GET', url: target.baseUrl + path, headers: [...headers], once: true }),
  );
  try {
    await Promise.any(asked);
    return 'there';
  } catch (error) {
    const failures: unknown[] = (error as AggregateError).errors;
    return failures.some((one) => one instanceof Disturbance && one.answer) ? 'away' : 'silent';
  } finally {
    transport.close();
  }
}
