#!/usr/bin/env node
import { readPackageVersion } from './spec/package.ts';
import { printError, printLine } from './spec/print.ts';
import { didYouMean } from './spec/texts.ts';

/** Each command, with its purpose. It reads the arguments after its name. */
const commands: Record<string, { purpose: string; run(): Promise<unknown> }> = {
  mock: { purpose: 'serves the stateful mock', run: () => import('./mock/main.ts') },
  proxy: { purpose: "shows how a deployment's traffic breaks the contract", run: () => import('./mock/proxy-main.ts') },
  conformance: {
    purpose: 'judges a deployment by the rules of the contract',
    run: () => import('./conformance/cli.ts'),
  },
  gate: { purpose: 'decides if a change of the contract may land', run: () => import('./gate/cli.ts') },
};

const [name = '--help'] = process.argv.splice(2, 1);
const command = commands[name];
if (command) await command.run();
else if (name === '--version') printLine(readPackageVersion());
else if (name === '--help') printLine(help());
else {
  printError(`telephony-contract: unknown command "${name}"${didYouMean(name, Object.keys(commands))}`);
  process.exitCode = 2;
}

function help(): string {
  const lines = Object.entries(commands).map(([each, { purpose }]) => `  ${each.padEnd(13)}${purpose}`);
  return ['Usage: telephony-contract <command> [options]', '', ...lines, '', 'Each has its own --help.'].join('\n');
}
