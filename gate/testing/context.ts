import { type Edition, type JudgedChanges, readAcknowledgements, readEdition } from '../changes.ts';
import type { Context } from '../context.ts';

/** An edition of a contract without operations. */
export function someEdition(version: string, file = 'spec/openapi.yaml'): Edition {
  return readEdition(`openapi: 3.1.0\ninfo: { title: Things, version: ${version} }\npaths: {}\n`, file);
}

/** The context of steps for tests: by default nothing changes. */
export function someContext({
  changes = {},
  ...parts
}: Partial<Omit<Context, 'changes'>> & { changes?: Partial<JudgedChanges> } = {}): Context {
  return {
    base: { ...someEdition('2.0.0'), name: 'main (abc1234)', reason: 'the last release', commit: 'abc1234' },
    revision: { ...someEdition('2.0.0'), path: 'spec/openapi.yaml', isWorkingTree: true },
    changes: async () => ({ verdict: 'safe', requiredVersion: '2.0.0', changes: [], unmatched: [], ...changes }),
    atBase: undefined,
    accepted: readAcknowledgements('changes: []\n', 'changes: []\n', true),
    isUnchanged: () => true,
    quick: false,
    output: 'reports',
    ...parts,
  };
}
