const queues = new WeakMap<object, Promise<unknown>>();

/** Does work on an owner after all earlier work on it. */
export function inTurn<T>(owner: object, work: () => Promise<T>): Promise<T> {
  const result = (queues.get(owner) ?? Promise.resolve()).then(work);
  queues.set(
    owner,
    result.catch(() => {}),
  );
  return result;
}

const asked = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Asks a question about an owner once, under a name; again when it could not be answered. */
export function once<T>(owner: object, name: string, ask: () => Promise<T>): Promise<T> {
  const answers = asked.get(owner) ?? new Map<string, Promise<unknown>>();
  asked.set(owner, answers);
  const answer = answers.get(name) ?? ask();
  answers.set(name, answer);
  answer.catch(() => answers.delete(name));
  return answer as Promise<T>;
}
