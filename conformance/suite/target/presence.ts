import { type Target, transportTo } from './target.ts';

/** The two operations that change nothing, need no id and give every account an answer. */
export const lists = ['/dir/document_types', '/ai/missions/runs'] as const;

/** Whether a target answers, whatever it says: asked once, without patience. */
export async function isThere(target: Target): Promise<boolean> {
  const transport = transportTo(target);
  const headers = [['Authorization', `Bearer ${target.accounts.primary.apiKey}`]] as const;
  const asked = lists.map((path) =>
    transport.send({ method: 'GET', url: target.baseUrl + path, headers: [...headers], once: true }),
  );
  try {
    await Promise.any(asked);
    return true;
  } catch {
    return false;
  } finally {
    transport.close();
  }
}
