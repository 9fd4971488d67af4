#!/usr/bin/env node
import { runScript } from '../spec/print.ts';
import { main } from './gate.ts';

await runScript(main);
