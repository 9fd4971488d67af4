/** Input that can't be worked with; the message says in one line what is wrong and where. */
export class InputError extends Error {
  override name = 'InputError';
}
