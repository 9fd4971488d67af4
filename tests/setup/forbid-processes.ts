import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

/** Tests of Vitest start no process and no browser: those are `*.whole.test.ts`. */
function refuse(): never {
  throw new Error('this test starts a process: it has to be named *.whole.test.ts');
}

for (const start of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) {
  Object.assign(childProcess, { [start]: refuse });
}
syncBuiltinESMExports();
