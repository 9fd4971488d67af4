/** A request to Mailpit's API that is refused: the message says why. */
export class BadRequest extends Error {
  readonly statusCode = 400;
}
