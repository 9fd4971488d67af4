#!/usr/bin/env node
import { Git } from './base/git.ts';
import { runScript } from './command.ts';
import { main } from './command-line.ts';
import { createContext } from './context.ts';
import { root } from './contract.ts';
import { loadStep } from './steps/index.ts';

await runScript((args) =>
  main(args, { root, createContext, loadStep, lastRelease: () => new Git(root).lastRelease() }),
);
