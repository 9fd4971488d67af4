import { fileURLToPath } from 'node:url';
import { send } from '../requests.ts';
import { ask, type Server } from './server.ts';

const main = fileURLToPath(new URL('../../dist/mock/main.js', import.meta.url));

/** This project's mock, compiled, as it is served by default: every rule on. */
export const mock: Server = {
  name: 'mock',
  title: 'this mock',
  base: '/v2',
  stateful: true,
  command: ({ port }) => ({ file: process.execPath, args: [main, '--port', String(port)] }),
  async prepare(base) {
    await fetch(new URL('/__admin/reset', base), { method: 'POST' });
    return sendParent(base);
  },
};

/** The mock with further options. */
export function mockWith(args: readonly string[]): Server {
  return {
    ...mock,
    command(setup) {
      const { file, args: own } = mock.command(setup);
      return { file, args: [...own, ...args] };
    },
  };
}

/** Sends a message to the mock and gives its id. */
export async function sendParent(base: string): Promise<string> {
  const { body } = await ask(base, send());
  return (JSON.parse(body) as { data: { id: string } }).data.id;
}
