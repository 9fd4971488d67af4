/** What is made of each of some things, not before it is looked at: of many, one is there at a time. */
export function* lazily<From, To>(all: Iterable<From>, make: (one: From) => To): Generator<To> {
  for (const one of all) yield make(one);
}
