#!/usr/bin/env node
import { runScript } from '../spec/print.ts';
import { main } from './command-line.ts';

await runScript(main);
