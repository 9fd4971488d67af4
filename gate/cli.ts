#!/usr/bin/env node
import { runScript } from './command.ts';
import { main } from './command-line.ts';

await runScript(main);
