const asked = new WeakMap<object, Map<string, Promise<unknown>>>();

/** What is asked of an owner once only, under a name; asked anew when it could not be answered. */
export function once<T>(owner: object, name: string, ask: () => Promise<T>): Promise<T> {
  const answers = asked.get(owner) ?? new Map<string, Promise<unknown>>();
  asked.set(owner, answers);
  const answer = answers.get(name) ?? ask();
  answers.set(name, answer);
  answer.catch(() => answers.delete(name));
  return answer as Promise<T>;
}
