import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from '../stage.ts';

export function latency(ms: number): Stage {
  return async (request, next) => {
    await sleep(ms);
    return next(request);
  };
}
