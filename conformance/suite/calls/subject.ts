/** What was sent to an address (with this subject), which an expectation may be about. */
export class SentTo {
  constructor(
    readonly address: string,
    readonly subject?: string,
  ) {}
}

let last: object | undefined;

/** The answer or the mail that was read last, or what was looked for: an expectation that comes next is about it. */
export function lastSubject(): object | undefined {
  return last;
}

/** Notes what is being looked at. */
export function setSubject(subject: object): void {
  last = subject;
}

/** The same object; whoever reads a member of it looks at it. */
export function noticed<T extends object>(subject: T): T {
  const proxy: T = new Proxy(subject, {
    get(target, name, receiver) {
      last = proxy;
      return Reflect.get(target, name, receiver);
    },
  });
  return proxy;
}
