import type { Stage } from '../stage.ts';
import { pageOf } from './page.ts';

/** A gateway that takes bodies of so many bytes at most, and passes on nothing of a larger one. */
export function bodyLimit(bytes: number): Stage {
  return async (request, next) => (request.body.length > bytes ? pageOf(413) : next(request));
}
