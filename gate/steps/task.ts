import { printLine, runScript } from '../../spec/print.ts';
import type { Task } from './processes.ts';
import type { checkConsumers } from './replay.ts';
import type { Covered } from './rules.ts';

/** Work that loads the suite or the mock. Steps run it in a process of its own, which prints the result as JSON. */
const tasks = {
  async covered(): Promise<Covered> {
    const { derivations } = await import('../../conformance/suite/derive/operations.ts');
    const { loadCases } = await import('../../conformance/suite/run/cases.ts');
    const { handledOperations } = await import('../../mock/operations/index.ts');
    return {
      cases: (await loadCases()).map(({ rules }) => rules.map(({ id }) => id)),
      operations: {
        'conformance/suite/derive/operations.ts': Object.keys(derivations),
        'mock/operations/index.ts': handledOperations,
      },
    };
  },
  async replay(...parameters: Parameters<typeof checkConsumers>) {
    const { checkConsumers } = await import('./replay.ts');
    return checkConsumers(...parameters);
  },
} satisfies Record<Task, unknown>;

await runScript(async ([name, parameters = '[]']) => {
  const task = tasks[name as Task] as (...parameters: unknown[]) => Promise<unknown>;
  printLine(JSON.stringify(await task(...(JSON.parse(parameters) as unknown[]))));
  return 0;
});
