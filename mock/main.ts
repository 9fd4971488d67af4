#!/usr/bin/env node
import { readConfig } from './config.ts';
import { runCommand } from './start.ts';

await runCommand('mock', readConfig);
