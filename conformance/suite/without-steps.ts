import { isDeepStrictEqual } from 'node:util';

type Holds = (received: unknown, ...wanted: unknown[]) => boolean;
type Matcher = (received: never, ...wanted: never[]) => { pass: boolean };

/** Of the matchers that come with `expect`, the frequent ones: where this holds, they do. */
const builtIn: Record<string, Holds> = {
  toBe: (received, wanted) => Object.is(received, wanted),
  toEqual: (received, wanted) => isDeepStrictEqual(received, wanted),
};

/**
 * An `expect` that asks its own assertions only when something does not hold, or can't be told without them. `matchers` are those that
 * it was extended with.
 */
export function withoutSteps<Expect extends (received: never, label?: never) => object>(
  expect: Expect,
  matchers: Record<string, Matcher>,
): Expect {
  const own = Object.entries(matchers).map(([name, matcher]): [string, Holds] => [
    name,
    (...given) => (matcher as (...given: unknown[]) => { pass: boolean })(...given).pass,
  ]);
  const quick: Record<string | symbol, Holds | undefined> = { ...builtIn, ...Object.fromEntries(own) };
  return new Proxy(expect, {
    apply(_, self, given) {
      const assertion = (name: string | symbol) => Reflect.get(Reflect.apply(expect, self, given), name);
      return new Proxy(quick, {
        get: (_, name) => {
          const holds = quick[name];
          if (!holds) return assertion(name);
          return (...wanted: unknown[]) => (holds(given[0], ...wanted) ? undefined : assertion(name)(...wanted));
        },
      });
    },
  });
}
