import { parseArgs } from 'node:util';
import { say } from '../spec/print.ts';
import { runScript } from './command.ts';
import { comment } from './comment/comment.ts';

await runScript(async (args) => {
  parseArgs({ args });
  say(await comment('reports/gate.md', process.env));
  return 0;
});
