/**
 * `node process.js mock|prism`: embeds a server as a test would, and prints as JSON what each step took of CPU, in milliseconds. The first
 * answer, an ordinary one, is not told: it is Node's HTTP that is loaded then.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** How many are made after the first. */
const LATER = 5;

/** Loads a package; gives what makes a server and says where it is and how it ends. */
const packages = {
  async mock() {
    const { createMock } = await import('../../dist/mock/create-mock.js');
    return async () => {
      const { url, close } = await createMock();
      return { url, close };
    };
  },
  async prism() {
    const require = createRequire(createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json'));
    const { getHttpOperationsFromSpec } = require('@stoplight/prism-http');
    const { createServer } = require('@stoplight/prism-http-server');
    const { createLogger } = require('@stoplight/prism-core');
    const contract = fileURLToPath(new URL('../../spec/openapi.yaml', import.meta.url));
    const components = { logger: createLogger('prism', { level: 'silent' }) };
    const checks = { checkSecurity: true, validateRequest: true, validateResponse: true };
    const config = { ...checks, errors: false, isProxy: false, mock: { dynamic: false } };
    return async () => {
      const server = createServer(await getHttpOperationsFromSpec(contract), { components, config, cors: true });
      return { url: await server.listen(0, '127.0.0.1'), close: () => server.close() };
    };
  },
};

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const steps = { import: [], first: [], later: [], close: [], prefer: [] };
async function measured(step, work) {
  const begun = cpu();
  const result = await work();
  steps[step].push(cpu() - begun);
  return result;
}

async function answers(url, status, headers) {
  const answer = await fetch(`${url}/dir/document_types`, {
    headers: { Authorization: 'Bearer key_primary', ...headers },
  });
  await answer.text();
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}`);
}

const create = await measured('import', packages[process.argv[2]]);
const first = await measured('first', create);
await answers(first.url, 200);
for (let time = 0; time < LATER; time++) {
  const later = await measured('later', create);
  await measured('close', later.close);
}
await measured('prefer', () => answers(first.url, 429, { Prefer: 'code=429' }));
await measured('close', first.close);
console.log(JSON.stringify(steps));
