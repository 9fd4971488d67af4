#!/usr/bin/env node
import { readConfig } from './config.ts';
import { run } from './start.ts';

await run('mock', readConfig);
