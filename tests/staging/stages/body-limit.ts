import type { Stage } from '../stage.ts';
import { pageOf } from './page.ts';

/** A gateway that refuses bodies above a number of bytes, and forwards nothing. */
export function bodyLimit(bytes: number): Stage {
  return async (request, next) => (request.body.length > bytes ? pageOf(413) : next(request));
}
